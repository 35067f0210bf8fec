import { randomUUID } from "node:crypto";
import type { JsonObject } from "#app/json-api/json-object.ts";
import type { DescribedService, ServiceList } from "#app/json-api/service.ts";
import { type Spelling, spell } from "#app/json-api/spelling.ts";
import { type Answer, type Asked, type Call, isFine } from "./caller.ts";
import { addressOf } from "./paging.ts";
import type { FoundList } from "./parts.ts";
import { nobody, readRow, readRows, valuesOf } from "./rows.ts";
import type { Note } from "./table.ts";

/** What a service does with writes. */
export interface LearnedWrites extends Pick<DescribedService, "writes" | "versions" | "keys" | "calls"> {
  readonly spelling: Spelling;
  /** By the app's words of lists. */
  readonly lists: Readonly<Record<string, ServiceList["writes"]>>;
}

interface Given {
  readonly call: Call;
  readonly clients: FoundList;
  readonly packages: FoundList | undefined;
  readonly opportunities: FoundList | undefined;
  /** An include of clients, and the sort that begins with the newest, as the service spells them. */
  readonly include: string | undefined;
  readonly newest: string;
  readonly spelling: Spelling;
  readonly note: Note;
}

const recordName = "Latchkey check: may be removed";
const phoneNumber = "+1 555 010 0199";
const withouts = {
  keys: "A write whose answer was lost is not sent again.",
  ids: "A repeated write is not found by its id.",
  versions: "Of two people who change one field at one moment, the later wins.",
} as const;

const at = (list: string, id: string): string => `${list}/${encodeURIComponent(id)}`;

/** What can be said of writes without any. */
export async function guessWrites({ call, clients, spelling, note }: Given): Promise<LearnedWrites> {
  const [row] = clients.rows;
  const etag = row === undefined ? null : (await call(at(clients.path, row.id))).etag;
  const versions = etag !== null && !etag.startsWith("W/");
  const seen = "Only --with-a-record tries it.";
  note("untried", "clients writes", `They are taken for granted. ${seen}`);
  note("untried", "Idempotency-Key", seen, withouts.keys);
  if (versions) note("untried", "versions", `There are ETags: they are taken for granted. ${seen}`);
  else note("without", "versions", "A client has no ETag.", withouts.versions);
  const writes = { include: false, ids: false, links: "attributes" } as const;
  return { writes, versions, keys: false, spelling, lists: {}, calls: [] };
}

/** Makes a client, repeats that, changes it, links it and removes it. What could not be removed is noted. */
export async function learnWrites(given: Given): Promise<LearnedWrites> {
  const { call, clients, note } = given;
  const made: { readonly path: string; readonly id: string }[] = [];
  const place = (id: string) => at(clients.path, id);

  async function create({ path, type }: FoundList, data: JsonObject, headers: Asked["headers"] = {}, query = "") {
    const answer = await call(addressOf(path, query), { method: "POST", body: { data: { type, ...data } }, headers });
    const id = isFine(answer) ? (readRow(answer.document?.data)?.id ?? null) : null;
    if (id !== null && !made.some((one) => one.id === id)) made.push({ path, id });
    return { answer, id };
  }
  const change = (id: string, attributes: JsonObject, headers: Asked["headers"] = {}, query = "") =>
    call(place(id) + query, { method: "PATCH", headers, body: { data: { type: clients.type, id, attributes } } });
  const read = async (id: string) => readRow((await call(place(id))).document?.data) ?? nobody;
  const say = (works: boolean, part: string, seen: string, without: string) =>
    works ? note("works", part) : note("without", part, seen, without);

  /** The spelling in which a phone number is kept. */
  async function findSpelling(id: string, first: Spelling): Promise<Spelling> {
    for (const spelling of new Set([first, "snake", "camel", "dash"] as const)) {
      if (spelling !== first) await change(id, { [spell("phoneNumber", spelling)]: phoneNumber });
      if (!valuesOf(await read(id), "phone_number").includes(phoneNumber)) continue;
      note("works", "names of attributes", `${spelling} case`);
      return spelling;
    }
    note("without", "names of attributes", "A phone number is not kept in any spelling.");
    return first;
  }

  /** Whether a deal names its client by linkage or an attribute: what was kept is seen in the deal that is read then. */
  async function tryLinks(client: string, spelling: Spelling) {
    const [property] = given.packages?.rows ?? [];
    const { opportunities } = given;
    if (opportunities === undefined || property === undefined) return null;
    const link = (type: string, id: string) => ({ data: { type, id } });
    const ways = {
      linkage: { relationships: { client: link(clients.type, client), package: link(property.type, property.id) } },
      attributes: {
        attributes: { [spell("clientId", spelling)]: client, [spell("packageId", spelling)]: property.id },
      },
    } as const;
    const said: string[] = [];
    const accepted: (keyof typeof ways)[] = [];
    for (const links of ["linkage", "attributes"] as const) {
      const { answer, id } = await create(opportunities, ways[links]);
      said.push(`By ${links} it ${answer.said}.`);
      if (id === null) continue;
      accepted.push(links);
      const whole = await call(`${at(opportunities.path, id)}?include=client`);
      const found = readRow((isFine(whole) ? whole : answer).document?.data) ?? nobody;
      if (!valuesOf(found, "client_id").includes(client)) continue;
      note("works", "opportunities create", `with its client by ${links}`);
      return { links, writes: ["create", "update"] satisfies ServiceList["writes"] };
    }
    const [links] = accepted;
    if (links === undefined) note("without", "opportunities create", said.join(" "), "No opportunities are opened.");
    else note("untried", "opportunities create", `A deal does not say whose it is: it is opened by ${links}.`);
    const writes: ServiceList["writes"] = links === undefined ? ["update"] : ["create", "update"];
    return { links: links ?? "attributes", writes } as const;
  }

  try {
    const key = { "idempotency-key": `"${randomUUID()}"` };
    const person = (spelling: Spelling) => ({
      attributes: { name: recordName, email: "check@client.example", [spell("phoneNumber", spelling)]: phoneNumber },
    });
    let { spelling } = given;
    let first = await create(clients, person(spelling), key);
    for (const other of ["snake", "camel", "dash"] as const) {
      if (first.id !== null) break;
      spelling = other;
      first = await create(clients, person(other), key);
    }
    // A refusal may have written all the same.
    const own = randomUUID();
    await create(clients, { id: own, ...person(spelling) });
    const ids = isFine(await call(place(own)));
    if (ids && !made.some(({ id }) => id === own)) made.push({ path: clients.path, id: own });
    say(ids, "ids of new records", "Ids of ours are not kept.", withouts.ids);
    const id = first.id ?? (ids ? own : null);
    say(id !== null, "clients create", `POST ${first.answer.said}.`, "No clients are added.");
    const writes = { include: false, ids, links: "attributes" } as const;
    if (id === null) return { writes, versions: false, keys: false, spelling, lists: { clients: [] }, calls: [] };

    const keys = first.id !== null && (await create(clients, person(spelling), key)).id === first.id;
    say(keys, "Idempotency-Key", "A repeat with the same key makes another record, or is refused.", withouts.keys);
    spelling = await findSpelling(id, spelling);
    const changed = await change(id, { name: `${recordName}.` });
    const isChanged = isFine(changed) && (await read(id)).attributes.name === `${recordName}.`;
    say(isChanged, "clients update", `PATCH ${changed.said}.`, "Clients are not changed.");
    const { etag } = await call(place(id));
    const stale = await change(id, { name: recordName }, { "if-match": '"latchkey-check"' });
    const versions = etag !== null && !etag.startsWith("W/") && stale.status === 412;
    say(versions, "versions", `A change to a version that never was ${stale.said}.`, withouts.versions);
    const query = `include=${given.include}`;
    const changing = given.include === undefined ? null : await change(id, { name: recordName }, {}, `?${query}`);
    const isChanging = changing !== null && isFine(changing);
    const creating = isChanging ? (await create(clients, person(spelling), {}, query)).answer : changing;
    const include = creating !== null && isFine(creating);
    say(include, "include with writes", `It ${creating?.said ?? "was not tried"}.`, "What was written is read again.");
    const archival = `${place(id)}/archival`;
    const archived = await call(archival, { method: "POST", body: { data: { type: clients.type, attributes: {} } } });
    say(isFine(archived), "clients/archival", `POST ${archived.said}.`, "Clients are not archived.");
    if (isFine(archived)) await call(archival, { method: "DELETE" });

    const deal = await tryLinks(id, spelling);
    const isRemoved = isFine(await call(place(id), { method: "DELETE" })) && !isFine(await call(place(id)));
    const lists = {
      clients: ["create", ...(isChanged ? ["update" as const] : []), ...(isRemoved ? ["remove" as const] : [])],
      ...(deal === null ? {} : { opportunities: deal.writes }),
    } satisfies LearnedWrites["lists"];
    const calls = isFine(archived) ? ["clients/archival"] : [];
    return {
      writes: { ...writes, include, links: deal?.links ?? "attributes" },
      versions,
      keys,
      spelling,
      lists,
      calls,
    };
  } finally {
    // Refusals and lost answers may have written, too.
    const { rows = [] } = readRows(await call(addressOf(clients.path, given.newest))) ?? {};
    const left = rows.filter(({ attributes }) => String(attributes.name).startsWith(recordName));
    made.push(
      ...left.filter(({ id }) => made.every((one) => one.id !== id)).map(({ id }) => ({ path: clients.path, id })),
    );
    for (const one of made.toReversed()) await clearAway(call, at(one.path, one.id), note);
  }
}

async function clearAway(call: Call, place: string, note: Note): Promise<void> {
  if ((await call(place)).status === 404) return;
  const answer: Answer = await call(place, { method: "DELETE" });
  if (isFine(answer) || answer.status === 404) return;
  note("without", `remove ${place}`, `DELETE ${answer.said}.`, `Remove the record "${recordName}" by hand.`);
}
