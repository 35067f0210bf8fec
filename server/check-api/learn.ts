import { asObject } from "#app/json-api/json-object.ts";
import { type DescribedService, type ServiceList, wordOf } from "#app/json-api/service.ts";
import { type Spelling, spell } from "#app/json-api/spelling.ts";
import { StartRefused } from "../start-refused.ts";
import { attributesOf } from "./attributes.ts";
import { type Answer, type Call, isFine, isJsonApi, openCalls, teachesNothing } from "./caller.ts";
import { calls, lists, listsAlong } from "./checks.ts";
import { addressOf, follow, learnPaging, repeats, unpaged } from "./paging.ts";
import { type FoundList, learnParts } from "./parts.ts";
import { recorder } from "./recording.ts";
import { bare, linkageOf, nameIn, nextOf, type Rows, readRow, readRows, unreadableIn } from "./rows.ts";
import type { Note, TableRow } from "./table.ts";
import { guessWrites, learnWrites } from "./writes.ts";

export interface LearnOptions {
  /** The API's root. */
  readonly url: string;
  /** Of every call, as in `{ authorization: "Bearer …" }`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a client may be made, changed and removed. */
  readonly withRecord?: boolean;
  /** A folder for what was said, without what it says of people. */
  readonly recordIn?: string | null;
  /** Called for each list that was learned. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface Learned {
  readonly service: DescribedService;
  readonly table: readonly TableRow[];
  /** Whether something is wrong: Latchkey cannot work on the service, or would show what is not so. */
  readonly isWrong: boolean;
}

/** Ids of records by the words of their lists. */
type Ids = Readonly<Record<string, readonly string[]>>;

interface Found extends FoundList {
  readonly page: Rows;
}

const atOnce = 4;

/**
 * Learns from its answers what a service is like. Nothing is written without `withRecord`.
 * @throws StartRefused where the service refuses who asks
 */
export async function learnService(options: LearnOptions): Promise<Learned> {
  const { url, headers, withRecord = false, recordIn = null, onProgress } = options;
  const call = openCalls(url, headers, recordIn === null ? undefined : recorder(recordIn));
  const table: TableRow[] = [];
  const note: Note = (verdict, part, seen = "", without = "") => void table.push({ verdict, part, seen, without });
  const search = { call, note, links: linksOf(await call(""), url), unknown: await call("latchkey_check_nothing") };

  const clients = await findList("clients", search, {});
  const paging = clients === null ? unpaged : await learnPaging(call, clients, clients.page, note);
  const ids: Record<string, readonly string[]> = { clients: clients?.rows.map(({ id }) => id) ?? [] };
  const others = Object.keys(lists).filter((word) => word !== "clients");
  const found = [clients, ...(await fewAtOnce(others, (word) => findList(word, search, ids)))].filter(
    (one) => one !== null,
  );
  for (const { word, rows } of found) ids[word] = rows.map(({ id }) => id);
  const spelling = mostIn(
    found.flatMap(({ rows }) => Object.keys({ ...rows[0]?.attributes, ...rows[0]?.relationships })),
  );

  const nothing = await call(`${clients?.path ?? "clients"}?sort=latchkey_check_nothing`);
  const around = { call, paging, spelling: spelling ?? "camel", ids, refused: nothing.status, note };
  const described: Record<string, ServiceList> = {};
  await fewAtOnce(found, async (list) => {
    const check = lists[list.word] ?? { without: "", includes: [], sorts: [], filters: [], writes: [] };
    const parts = await learnParts(list, check, around);
    described[list.word] = { ...describe(list, around.spelling, note), ...parts, writes: [...check.writes] };
    const next = nextOf(list.page, list.base);
    if (list !== clients && next !== null && repeats(list.page, await follow(call, list, next)))
      note("wrong", `${list.word} pages`, "The second page is not another one.", "The list cannot be read to its end.");
    onProgress?.(Object.keys(described).length, found.length);
  });
  if (clients !== null) await learnAlong(clients, described, search);
  const known = await fewAtOnce(Object.keys(calls), (one) => tryCall(one, search, ids));
  if (known.includes("sessions/current")) described.sessions = { ...blank, path: "sessions", type: "session" };

  const [include] = Object.values(described.clients?.includes ?? {});
  const latest = described.clients?.sorts.inserted_at;
  const newest = latest === undefined ? "" : `sort=-${latest}`;
  const [packages, opportunities] = ["packages", "opportunities"].map((word) =>
    found.find((list) => list.word === word),
  );
  const given = { ...around, packages, opportunities, include, newest };
  const learn = withRecord ? learnWrites : guessWrites;
  const written = clients === null ? null : await learn({ ...given, clients });
  for (const [word, writes] of Object.entries(written?.lists ?? {})) {
    const list = described[word];
    if (list !== undefined) described[word] = { ...list, writes };
  }
  const parameters = Object.values(described).flatMap((list) => Object.values({ ...list.sorts, ...list.includes }));
  const order = Object.keys(lists);
  const placeOf = ({ part }: TableRow) => order.indexOf(part.split(" ")[0] ?? "");
  return {
    service: {
      names: { attributes: written?.spelling ?? around.spelling, parameters: mostIn(parameters) ?? around.spelling },
      paging,
      writes: written?.writes ?? { include: false, ids: false, links: "attributes" },
      versions: written?.versions ?? false,
      keys: written?.keys ?? false,
      lists: described,
      calls: [...known, ...(written?.calls ?? [])].filter((word) => word !== null),
    },
    // What was found in the end stands in the place where it was missed.
    table: [...new Map(table.map((row) => [row.part, row])).values()].toSorted(
      (one, other) => placeOf(one) - placeOf(other),
    ),
    isWrong: table.some(({ verdict }) => verdict === "wrong"),
  };
}

const blank = { attributes: {}, includes: {}, sorts: {}, filters: {}, fields: false, writes: ["create" as const] };

/** As `Promise.all`, a few at a time. */
async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(ask))));
  return results;
}

interface Search {
  readonly call: Call;
  readonly note: Note;
  /** Paths of lists that the API's root names. */
  readonly links: readonly string[];
  /** The answer where there is nothing. */
  readonly unknown: Answer;
}

/** Looks for a list under the names that it may have, and about one record where it insists on that. */
async function findList(word: string, { call, note, links, unknown }: Search, ids: Ids): Promise<Found | null> {
  const check = lists[word];
  const isNeeded = word === "clients";
  const type = word === "accounts/members" ? "account" : singular(word);
  const about = ["clients", "packages", "opportunities"].filter((one) =>
    check?.filters.includes(`${singular(one)}_id`),
  );
  const bases = about.flatMap((one) => (ids[one] ?? []).slice(0, 3).map((id) => `filter[${singular(one)}_id]=${id}`));
  let [hidden, said]: [Answer | null, string] = [null, ""];
  for (const path of pathsOf(word, links)) {
    for (const base of ["", ...bases, ...(check?.filters.includes("list") ? ["filter[list]=clients"] : [])]) {
      const answer = await call(addressOf(path, base));
      const page = readRows(answer);
      const [row] = page?.rows ?? [];
      if (page !== null && (row !== undefined || readRows(unknown) === null)) {
        note("works", word, path === word ? "" : `as ${path}`);
        return { word, path, base, page, rows: page.rows, included: page.included, type: row?.type ?? type };
      }
      if (isNeeded && answer.status === 401)
        throw new StartRefused(`The service refused who asks: GET /${path} ${answer.said}.`);
      if (teachesNothing(answer) && answer.status !== unknown.status) hidden ??= answer;
      if (isFine(answer) && page === null) said ||= `GET /${path} gives no list that can be read.`;
      if (![400, 422].includes(answer.status)) break;
    }
  }
  if (hidden === null || isNeeded) {
    note(isNeeded || said !== "" ? "wrong" : "without", word, said || "It is not there.", check?.without);
    return null;
  }
  note("untried", word, `It ${hidden.said}, which teaches nothing.`, check?.without);
  return { word, path: word, base: "", type, rows: [], included: [], page: { rows: [], included: [], document: {} } };
}

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/(?<=ch)es$|s$/, "");

function pathsOf(word: string, links: readonly string[]): ReadonlySet<string> {
  const last = word.slice(word.indexOf("/") + 1);
  const isNamed = (path: string) => [last, singular(last)].some((name) => bare(path).split("/").at(-1) === bare(name));
  const inSingular = word in attributesOf ? [singular(last)] : [];
  return new Set([...links.filter(isNamed), word, spell(word, "dash"), spell(word, "camel"), last, ...inSingular]);
}

/** The lists that a root links to, as paths below it. */
function linksOf({ document }: Answer, url: string): string[] {
  const root = `${new URL(url).pathname.replace(/\/$/, "")}/`;
  return Object.values(asObject(document?.links)).flatMap((link) => {
    const address = typeof link === "string" ? link : asObject(link).href;
    const path = typeof address === "string" && URL.canParse(address, url) ? new URL(address, url).pathname : "";
    return path.startsWith(root) && path !== root ? [path.slice(root.length)] : [];
  });
}

/** How most names of several words are written; null where there is none. */
function mostIn(names: readonly string[]): Spelling | null {
  const count = (form: RegExp) => names.filter((name) => form.test(name)).length;
  const counts = { snake: count(/[a-z]_[a-z]/), dash: count(/[a-z]-[a-z]/), camel: count(/[a-z][A-Z]/) };
  const [most] = (["snake", "dash", "camel"] as const).toSorted((one, other) => counts[other] - counts[one]);
  return most === undefined || counts[most] === 0 ? null : most;
}

/** A list's names, with what of its records pages cannot read. */
function describe({ word, path, type, rows }: FoundList, spelling: Spelling, note: Note) {
  const wanted = attributesOf[word] ?? {};
  const named = Object.keys(wanted).map((name) => {
    const theirs = rows.flatMap((row) => nameIn(row.attributes, name) ?? [])[0];
    return { name, theirs, isLinked: rows.some((row) => linkageOf(row, name.replace(/Id$/, "")) !== null) };
  });
  const found = rows.map((row) => unreadableIn(row, wanted));
  const lost = found.filter((one) => one.some(({ isNeeded }) => isNeeded)).length;
  const names = [...new Set(found.flat().map(({ name }) => name))].join(", ");
  const without = lost > 0 ? `${lost} of ${rows.length} records are not shown.` : "That is shown as if it were empty.";
  const verdict = lost > 0 && lost === rows.length ? "wrong" : "without";
  if (names !== "") note(verdict, `${word} records`, `Missing, or not to be read: ${names}.`, without);
  const missing = named.filter(({ theirs, isLinked }) => theirs === undefined && !isLinked).map(({ name }) => name);
  if (rows.length > 0 && missing.length > 0)
    note("without", `${word} attributes`, `There is no ${missing.join(", ")}.`);
  const others = named.flatMap(({ name, theirs }) =>
    theirs === undefined || theirs === spell(name, spelling) ? [] : [[name, theirs]],
  );
  return { path, type, attributes: Object.fromEntries(others) };
}

/** A client's own page, and the lists whose records come along with clients. */
async function learnAlong(
  { path, rows }: FoundList,
  described: Record<string, ServiceList>,
  { call, note, links }: Search,
): Promise<void> {
  const [row] = rows;
  const one = row === undefined ? null : await call(`${path}/${encodeURIComponent(row.id)}`);
  if (one !== null && readRow(one.document?.data) === null)
    note("wrong", "clients one by one", `GET /${path}/{id} ${one.said}.`, "No page for a client.");
  for (const [word, relation] of Object.entries(listsAlong)) {
    const { includes = {}, fields = false } = described.clients ?? {};
    if (described[word] !== undefined || includes[relation] === undefined) continue;
    const page = readRows(await call(`${path}?include=${includes[relation]}`));
    const [linked] = page?.rows.flatMap((client) => linkageOf(client, relation) ?? []) ?? [];
    for (const place of linked === undefined ? [] : pathsOf(word, links)) {
      if (linked === undefined || !isFine(await call(`${place}/${encodeURIComponent(linked.id)}`))) continue;
      described[word] = { ...blank, fields, path: place, type: linked.type, writes: [...(lists[word]?.writes ?? [])] };
      note("works", word, place === word ? "" : `as ${place}`);
      break;
    }
  }
}

/** @returns the word of the call where it is there */
async function tryCall(template: string, { call, note }: Search, ids: Ids): Promise<string | null> {
  const [, lacking] = [...template.matchAll(/\{(\w+)\}/g)].find(([, word = ""]) => !ids[word]?.length) ?? [];
  const address = template.replace(/\{(\w+)\}/g, (_all, word: string) => encodeURIComponent(ids[word]?.[0] ?? ""));
  const answer = lacking === undefined ? await call(address) : null;
  const [part = ""] = template.split("?");
  if (answer !== null && isFine(answer) && answer.document !== null && isJsonApi(answer.document)) {
    note("works", part);
    return wordOf(`/${address.split("?")[0]}`);
  }
  const isUntried = answer === null || teachesNothing(answer);
  const seen = answer === null ? `There are no ${lacking} to try it with.` : `It ${answer.said}.`;
  note(isUntried ? "untried" : "without", part, seen, calls[template]);
  return null;
}
