/** One small JSON:API service over HTTP, with records in memory, that behaves as a shape says. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import { closeServer, listenLocally } from "#tests/support/listening.ts";
import { givenBySelf, type Held, kinds, makeRecords, type Word } from "./records.ts";
import { type ErrorDetails, jsonApi, type Shape, spelt } from "./shape.ts";

/** A call as a service answered it. */
export interface AnsweredCall {
  readonly method: string;
  /** Path and query, as they stood on the wire. */
  readonly url: string;
  readonly sent: string;
  readonly status: number;
}

export interface ForeignService {
  /** What API_URL is set to. */
  readonly baseUrl: string;
  readonly token: string;
  /** All calls so far. */
  readonly calls: readonly AnsweredCall[];
  /** The records of a list as they are now. */
  held(word: Word): Promise<readonly Held[]>;
  /** Whether the connection ends from now on when a new record has been written, without an answer. */
  loseAnswers(isLost: boolean): void;
  /** How long it takes from now on to answer, in milliseconds, so that calls meet. */
  slowDown(delay: number): void;
  close(): Promise<void>;
}

/** What is answered in place of records. */
class Refused extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails) {
    super(details.detail);
    this.status = status;
    this.details = details;
  }
}

const reference = z.nullable(z.object({ type: z.string(), id: z.string() }));
const sentDocument = z.object({
  data: z.object({
    type: z.string(),
    id: z.optional(z.string()),
    attributes: z.optional(z.record(z.string(), z.unknown())),
    relationships: z.optional(z.record(z.string(), z.object({ data: reference }))),
  }),
});
type Sent = z.output<typeof sentDocument>["data"];

const words: readonly Word[] = ["clients", "buyer_profiles", "packages", "opportunities"];

/** Starts it on a free port of this machine. */
export async function startForeignService(shape: Shape): Promise<ForeignService> {
  const token = "token-of-a-foreign-service";
  const calls: AnsweredCall[] = [];
  let drawn = 0;
  const newId = () => {
    drawn += 1;
    return shape.ids === "uuid" ? randomUUID() : String(drawn);
  };
  const first = new Map<string, string>();
  const records = makeRecords((word, index) => {
    const key = `${word} ${index}`;
    const id = first.get(key) ?? newId();
    first.set(key, id);
    return id;
  });
  let isLost = false;
  let delay = 0;
  let origin = "";

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let sent = "";
    for await (const chunk of request.setEncoding("utf8")) sent += chunk;
    if (delay > 0) await setTimeout(delay);
    const { method = "", url = "" } = request;
    const say = (status: number, type: string, body: string) => {
      calls.push({ method, url, sent, status });
      if (isLost && method === "POST" && status < 300) request.socket.destroy();
      else response.writeHead(status, body === "" ? {} : { "content-type": type }).end(body);
    };
    try {
      if (request.headers.authorization !== `Bearer ${token}`)
        throw new Refused(shape.unauthorized, { detail: "Who is asking?" });
      const { status, document } = new Exchange(shape, records, { origin, newId }).answer(method, url, sent);
      say(status, jsonApi, document === null ? "" : JSON.stringify(document));
    } catch (error) {
      if (error instanceof NoRoute && shape.noRoute !== null)
        say(shape.noRoute.status, shape.noRoute.type, shape.noRoute.body);
      else if (error instanceof Refused)
        say(error.status, jsonApi, JSON.stringify(shape.error(error.status, error.details)));
      else throw error;
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
  return {
    baseUrl: origin + shape.root,
    token,
    calls,
    held: async (word) => records[word],
    loseAnswers(given) {
      isLost = given;
    },
    slowDown(given) {
      delay = given;
    },
    close: () => closeServer(server),
  };
}

class NoRoute extends Refused {
  constructor() {
    super(404, { detail: "There is nothing at this address." });
  }
}

interface Surroundings {
  readonly origin: string;
  readonly newId: () => string;
}

interface Answered {
  readonly status: number;
  readonly document: object | null;
}

/** One call, and its answer. */
class Exchange {
  readonly #shape: Shape;
  readonly #records: Record<Word, Held[]>;
  readonly #around: Surroundings;

  constructor(shape: Shape, records: Record<Word, Held[]>, around: Surroundings) {
    this.#shape = shape;
    this.#records = records;
    this.#around = around;
  }

  /** @throws Refused */
  answer(method: string, address: string, body: string): Answered {
    const { root, path } = this.#shape;
    const url = new URL(address, "http://service.test");
    const place = url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length + 1) : "";
    const word = words.find((one) => place === path(one) || place.startsWith(`${path(one)}/`));
    if (word === undefined) throw new NoRoute();
    const rest = place.slice(path(word).length + 1).split("/");
    if (rest.length > 1) throw new NoRoute();
    const id = decodeURIComponent(rest[0] ?? "");
    if (id === "" && method === "GET") return this.#list(word, url);
    if (id === "" && method === "POST") return this.#create(word, url, body);
    const held = this.#records[word].find((record) => record.id === id);
    if (id === "" || !["GET", "PATCH", "DELETE"].includes(method))
      throw new Refused(405, { detail: "This cannot be done here." });
    if (held === undefined) throw new Refused(404, { detail: `There is no ${id}.` });
    if (method === "PATCH") return this.#update(word, url, held, body);
    if (method === "DELETE") return this.#remove(word, held);
    this.#checkQuery(word, url.searchParams, false);
    return { status: 200, document: this.#document(word, held, url) };
  }

  #list(word: Word, url: URL): Answered {
    const query = url.searchParams;
    this.#checkQuery(word, query, true);
    const sorted = this.#sorted(word, this.#filtered(word, query), query);
    const { items, ...page } = this.#page(sorted, query);
    const { paging } = this.#shape;
    const isCounted = paging.count === null || query.get(paging.count) === "true";
    const links = paging.links({
      next: page.next === null ? null : this.#link(url, page.next),
      prev: page.prev === null ? null : this.#link(url, page.prev),
    });
    return {
      status: 200,
      document: {
        data: items.map((held) => this.#show(word, held, query)),
        ...this.#included(word, items, query),
        links: { self: this.#link(url, {}), ...links },
        ...(isCounted ? { meta: paging.meta(page) } : {}),
      },
    };
  }

  #link(url: URL, changed: Readonly<Record<string, string | null>>): string {
    const query = new URLSearchParams(url.searchParams);
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    const search = query.size === 0 ? "" : `?${query}`;
    return (this.#shape.paging.linkOrigin ?? this.#around.origin) + url.pathname + search;
  }

  /** A page of all rows, and the parameters of those beside it. */
  #page(all: readonly Held[], query: URLSearchParams) {
    const { kind, size: sizeName, usual, largest, tooLarge } = this.#shape.paging;
    const asked = query.get(sizeName);
    const isAsked = asked !== null || query.has("page[number]") || query.has("page[offset]");
    const wanted = asked === null ? (usual ?? (isAsked ? largest : Math.max(1, all.length))) : Number(asked);
    if (!Number.isInteger(wanted) || wanted < 1) throw new Refused(400, { detail: "No size.", parameter: sizeName });
    if (wanted > largest && asked !== null && tooLarge !== null)
      throw new Refused(tooLarge, { detail: `At most ${largest}.`, parameter: sizeName });
    const size = usual === null && !isAsked ? wanted : Math.min(wanted, largest);
    const offset = this.#offset(all, query, size);
    const items = all.slice(offset, offset + size);
    const hasNext = offset + size < all.length;
    const hasPrev = offset > 0;
    const at = (start: number): Record<string, string | null> => {
      if (kind === "number") return { "page[number]": String(Math.floor(start / size) + 1), [sizeName]: String(size) };
      if (kind === "offset") return { "page[offset]": String(start), [sizeName]: String(size) };
      return start > offset
        ? { "page[after]": cursorOf(items.at(-1)), "page[before]": null, [sizeName]: String(size) }
        : { "page[before]": cursorOf(items[0]), "page[after]": null, [sizeName]: String(size) };
    };
    return {
      items,
      total: all.length,
      size,
      offset,
      number: Math.floor(offset / size) + 1,
      next: hasNext ? at(offset + size) : null,
      prev: hasPrev ? at(Math.max(0, offset - size)) : null,
    };
  }

  #offset(all: readonly Held[], query: URLSearchParams, size: number): number {
    const { kind } = this.#shape.paging;
    if (kind === "number") return (Number(query.get("page[number]") ?? 1) - 1) * size;
    if (kind === "offset") return Number(query.get("page[offset]") ?? 0);
    const find = (cursor: string): number => {
      const index = all.findIndex((held) => cursorOf(held) === cursor);
      if (index < 0) throw new Refused(400, { detail: "No such keyset.", parameter: "page[after]" });
      return index;
    };
    const [after, before] = [query.get("page[after]"), query.get("page[before]")];
    if (after !== null) return find(after) + 1;
    return before === null ? 0 : Math.max(0, find(before) - size);
  }

  #filtered(word: Word, query: URLSearchParams): readonly Held[] {
    const filters = Object.entries(this.#shape.reads.filters[word] ?? {}).filter(([name]) => query.has(name));
    return this.#records[word].filter((held) =>
      filters.every(([name, by]) => {
        const value = query.get(name) ?? "";
        if (by === "id") return value.split(",").includes(held.id);
        if (by !== "search") return String(held.values[by]) === value;
        const text = Object.values(held.values).join(" ").toLowerCase();
        return text.includes(value.toLowerCase());
      }),
    );
  }

  #sorted(word: Word, rows: readonly Held[], query: URLSearchParams): readonly Held[] {
    const [sort] = query.get("sort")?.split(",") ?? [];
    if (sort === undefined || sort === "" || !this.#shape.reads.hasSorts) return rows;
    const name = this.#attributeOf(word, sort.replace(/^-/, ""));
    if (name === null) return rows;
    const compare = (a: Held, b: Held) => String(a.values[name]).localeCompare(String(b.values[name]));
    return rows.toSorted((a, b) => (sort.startsWith("-") ? compare(b, a) : compare(a, b)));
  }

  #spell(name: string): string {
    return spelt(name, this.#shape.spelling);
  }

  /** Our name of an attribute by the service's; null where it has none of that name. */
  #attributeOf(word: Word, name: string): string | null {
    return kinds[word].attributes.find((one) => this.#spell(one) === name) ?? null;
  }

  #relationOf(word: Word, name: string): string | null {
    return Object.keys(kinds[word].relations).find((one) => this.#spell(one) === name) ?? null;
  }

  #includedNames(word: Word, query: URLSearchParams): readonly string[] {
    if (!this.#shape.reads.hasIncludes) return [];
    const asked = query.get("include")?.split(",") ?? [];
    return asked.flatMap((name) => this.#relationOf(word, name) ?? []);
  }

  #checkQuery(word: Word, query: URLSearchParams, isList: boolean): void {
    const { reads } = this.#shape;
    const refuse = (status: number | null, parameter: string) => {
      if (status !== null) throw new Refused(status, { detail: `Not taken: ${parameter}`, parameter });
    };
    for (const [parameter, value] of query) {
      const values = value.split(",").filter((one) => one !== "");
      if (parameter === "include") {
        if (values.some((one) => this.#relationOf(word, one) === null)) refuse(reads.unknownInclude, parameter);
      } else if (parameter === "sort") {
        const isUnknown = values.some((one) => this.#attributeOf(word, one.replace(/^-/, "")) === null);
        if (isUnknown || !isList) refuse(reads.unknownSort, parameter);
      } else if (/^filter\b/.test(parameter)) {
        if (!(parameter in (reads.filters[word] ?? {})) || !isList) refuse(reads.unknownFilter, parameter);
      } else if (/^page\b/.test(parameter)) {
        if (!this.#pageParameters().has(parameter) || !isList) refuse(this.#shape.paging.unknown, parameter);
      } else if (/^fields\b/.test(parameter)) this.#checkFields(parameter, values);
      else refuse(reads.unknownParameter, parameter);
    }
  }

  #pageParameters(): ReadonlySet<string> {
    const { kind, size, count } = this.#shape.paging;
    const places = kind === "cursor" ? ["page[after]", "page[before]"] : [`page[${kind}]`];
    return new Set([size, ...places, ...(count === null ? [] : [count])]);
  }

  #checkFields(parameter: string, values: readonly string[]): void {
    const { reads, type } = this.#shape;
    const word = words.find((one) => parameter === `fields[${type(one)}]`);
    const isKnown = (name: string) =>
      word !== undefined && (this.#attributeOf(word, name) !== null || this.#relationOf(word, name) !== null);
    if (reads.unknownField !== null && !values.every(isKnown))
      throw new Refused(reads.unknownField, { detail: `Not taken: ${parameter}`, parameter });
  }

  #document(word: Word, held: Held, url: URL): object {
    const query = url.searchParams;
    return {
      data: this.#show(word, held, query),
      ...this.#included(word, [held], query),
      links: { self: this.#link(url, {}) },
    };
  }

  #included(word: Word, shown: readonly Held[], query: URLSearchParams): object {
    const names = this.#includedNames(word, query);
    if (names.length === 0) return {};
    const found = names.flatMap((name) => {
      const related = kinds[word].relations[name];
      if (related === undefined) return [];
      const ids = new Set(shown.map(({ values }) => values[name]));
      return this.#records[related].filter(({ id }) => ids.has(id)).map((held) => this.#show(related, held, query));
    });
    return { included: found };
  }

  #show(word: Word, held: Held, query: URLSearchParams): object {
    const { attributes, relations } = kinds[word];
    const { reads, type } = this.#shape;
    const fields = reads.hasFields ? query.get(`fields[${type(word)}]`)?.split(",") : undefined;
    const isShown = (name: string) => fields === undefined || fields.includes(this.#spell(name));
    const included = this.#includedNames(word, query);
    const linkOf = (name: string, related: Word): object => {
      const id = held.values[name] ?? null;
      if (!reads.hasLinkage && !included.includes(name)) return { links: {} };
      return { links: {}, data: id === null ? null : { type: type(related), id } };
    };
    return {
      type: type(word),
      id: held.id,
      attributes: Object.fromEntries(
        attributes.filter(isShown).map((name) => [this.#spell(name), held.values[name] ?? null]),
      ),
      relationships: Object.fromEntries(
        Object.entries(relations).map(([name, related]) => [this.#spell(name), linkOf(name, related)]),
      ),
    };
  }

  #create(word: Word, url: URL, body: string): Answered {
    this.#checkQuery(word, url.searchParams, false);
    const sent = this.#read(word, body);
    const { writes } = this.#shape;
    let id = this.#around.newId();
    if (sent.id !== undefined && writes.ids !== "dropped") {
      if ("refused" in writes.ids) throw new Refused(writes.ids.refused, { detail: "No ids.", pointer: "/data/id" });
      if (this.#records[word].some((held) => held.id === sent.id))
        throw new Refused(writes.ids.repeated, { detail: "It is there already.", pointer: "/data/id" });
      id = sent.id;
    }
    const values: Record<string, unknown> = { ...givenBySelf[word], ...this.#valuesOf(word, sent) };
    const missing = kinds[word].needed.find((name) => !values[name]);
    if (missing !== undefined) {
      const isLink = missing in kinds[word].relations && writes.links === "linkage";
      const pointer = `/data/${isLink ? "relationships" : "attributes"}/${this.#spell(missing)}`;
      throw new Refused(writes.invalid, { detail: "This field is required.", pointer });
    }
    const now = new Date().toISOString();
    const held: Held = { id, values: { ...values, inserted_at: now, updated_at: now } };
    this.#records[word].push(held);
    return { status: 201, document: this.#document(word, held, url) };
  }

  #update(word: Word, url: URL, held: Held, body: string): Answered {
    this.#checkQuery(word, url.searchParams, false);
    const sent = this.#read(word, body);
    if (sent.id !== held.id) throw new Refused(409, { detail: "Another id.", pointer: "/data/id" });
    Object.assign(held.values, this.#valuesOf(word, sent), { updated_at: new Date().toISOString() });
    if (this.#shape.writes.updated === 204) return { status: 204, document: null };
    return { status: 200, document: this.#document(word, held, url) };
  }

  #remove(word: Word, held: Held): Answered {
    this.#records[word].splice(this.#records[word].indexOf(held), 1);
    return { status: 204, document: null };
  }

  #read(word: Word, body: string): Sent {
    const { writes, type } = this.#shape;
    const { success, data } = sentDocument.safeParse(JSON.parse(body));
    if (!success) throw new Refused(400, { detail: "This is no document.", pointer: "/data" });
    if (writes.wrongType !== null && data.data.type !== type(word))
      throw new Refused(writes.wrongType, {
        detail: `Not the type of this list: ${data.data.type}`,
        pointer: "/data/type",
      });
    return data.data;
  }

  #valuesOf(word: Word, { attributes = {}, relationships = {} }: Sent): Record<string, unknown> {
    const { writes, type } = this.#shape;
    const { relations } = kinds[word];
    const own = Object.entries(attributes).map(([name, value]) => {
      const link = Object.keys(relations).find((one) => this.#spell(`${one}_id`) === name);
      const known = link !== undefined && writes.links === "attributes" ? link : this.#attributeOf(word, name);
      if (known === null && writes.unknownAttribute !== null)
        throw new Refused(writes.unknownAttribute, {
          detail: `No attribute: ${name}`,
          pointer: `/data/attributes/${name}`,
        });
      return known === null ? [] : [[known, value] as const];
    });
    const linked = Object.entries(relationships).map(([name, { data }]) => {
      const known = this.#relationOf(word, name);
      const related = known === null ? undefined : relations[known];
      const pointer = `/data/relationships/${name}`;
      if (known === null || related === undefined || writes.links === "attributes") {
        if (writes.unknownAttribute === null) return [];
        throw new Refused(writes.unknownAttribute, { detail: `No relationship: ${name}`, pointer });
      }
      if (data !== null && data.type !== type(related))
        throw new Refused(writes.wrongType ?? 409, { detail: `Not its type: ${data.type}`, pointer });
      if (data !== null && !this.#records[related].some(({ id }) => id === data.id))
        throw new Refused(404, { detail: `There is no ${data.id}.`, pointer });
      return [[known, data?.id ?? null] as const];
    });
    return Object.fromEntries([...own.flat(), ...linked.flat()]);
  }
}

function cursorOf(held: Held | undefined): string {
  return Buffer.from(held?.id ?? "").toString("base64url");
}
