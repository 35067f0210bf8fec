import { type HttpService, startHttpService } from "#tests/support/http-service.ts";

/** What a small service with clients and tasks does; by default all that it is asked. */
export interface Behavior {
  readonly clients?: number;
  /** The whole parameter of the filter of tasks by their client; null where filters are passed over. */
  readonly filter?: string | null;
  readonly sorts?: boolean;
  /** How the next page is named; none: there is no link, and twice: it leads to the same page. */
  readonly next?: "string" | "object" | "none" | "twice";
  readonly size?: string | null;
  /** Statuses of whole lists. */
  readonly statuses?: Readonly<Record<string, number>>;
  readonly name?: string;
  readonly etag?: string;
  /** Whether a change is compared with `If-Match`, and a key honored. */
  readonly versions?: boolean;
  readonly keys?: boolean;
  readonly removes?: boolean;
  /** Where clients are, if not at "clients": the root links to it. */
  readonly below?: string;
  /** Whether the second call is put off with a 429. */
  readonly isBusy?: boolean;
}

interface Kept {
  readonly id: string;
  readonly type: string;
  attributes: Record<string, unknown>;
}

/** Starts it for the running test. */
export function startSmallService(behavior: Behavior = {}): Promise<HttpService> {
  const { clients = 5, filter = "filter[client]", sorts = true, next = "string", size = "page[size]" } = behavior;
  const name = behavior.name ?? "full-name";
  const people: Kept[] = Array.from({ length: clients }, (_, index) => ({
    id: `c${index}`,
    type: "people",
    attributes: { name: `Client ${index}`, [name]: "x", "inserted-at": `2026-01-0${index + 1}T00:00:00Z` },
  }));
  const tasks = Array.from({ length: Math.min(clients, 3) }, (_, index) => ({
    id: `t${index}`,
    type: "to-dos",
    attributes: { title: `Task ${index}` },
    relationships: { client: { data: { type: "people", id: `c${index}` } } },
  }));
  const made = new Map<string, Kept>();
  let count = 0;
  return startHttpService(({ method, url, headers, body }, response) => {
    count += 1;
    const say = (status: number, document: object | null, more: Record<string, string> = {}) =>
      void response
        .writeHead(status, { "content-type": "application/vnd.api+json", ...more })
        .end(document === null ? "" : JSON.stringify(document));
    if (behavior.isBusy === true && count === 2) return say(429, { errors: [] }, { "retry-after": "1" });
    const { pathname, searchParams } = new URL(url, "http://small.test");
    const [, list = "", id, deeper] = pathname.replace(`/${behavior.below}/clients`, "/clients").split("/");
    const links = { clients: { href: `/${behavior.below}/clients` } };
    if (behavior.below !== undefined && pathname === "/") return say(200, { data: [], links });
    if (behavior.below !== undefined && pathname.startsWith("/clients")) return say(404, { errors: [] });
    const status = deeper === undefined ? behavior.statuses?.[list] : 404;
    if (status !== undefined) return say(status, { errors: [] });
    const etag: Record<string, string> = behavior.etag === undefined ? {} : { etag: behavior.etag };
    if (list === "clients" && method === "POST") {
      const key = String(headers["idempotency-key"]);
      const known = behavior.keys === true ? made.get(key) : undefined;
      const person = known ?? { id: `n${count}`, type: "people", attributes: JSON.parse(body).data.attributes };
      if (known === undefined) people.push(person);
      made.set(key, person);
      return say(201, { data: person });
    }
    const found = people.find((person) => person.id === id);
    if (list === "clients" && found !== undefined) {
      if (method === "GET") return say(200, { data: found }, etag);
      if (behavior.versions === true && "if-match" in headers && headers["if-match"] !== behavior.etag)
        return say(412, { errors: [] });
      if (method === "PATCH") found.attributes = { ...found.attributes, ...JSON.parse(body).data.attributes };
      if (method === "DELETE" && behavior.removes === false) return say(405, { errors: [] });
      if (method === "DELETE") people.splice(people.indexOf(found), 1);
      return say(200, { data: found });
    }
    const all = list === "clients" ? people : list === "tasks" ? tasks : null;
    if (all === null || id !== undefined || method !== "GET") return say(404, { errors: [] });
    const wanted = filter === null ? null : searchParams.get(filter);
    const rows = wanted === null ? all : all.filter((_, index) => all === tasks && `c${index}` === wanted);
    const isDown = searchParams.get("sort")?.startsWith("-") === true && sorts;
    const number = Number(searchParams.get("page[number]") ?? 1);
    const limit = size === null ? 3 : Number(searchParams.get(size) ?? 3);
    const page = (isDown ? rows.toReversed() : rows).slice((number - 1) * limit, number * limit);
    const following = new URLSearchParams([...searchParams, ["page[number]", `${next === "twice" ? 1 : number + 1}`]]);
    if (searchParams.has("page[number]")) following.delete("page[number]");
    following.set("page[number]", `${next === "twice" ? 1 : number + 1}`);
    const link = number * limit < rows.length && next !== "none" ? `http://elsewhere.invalid/x?${following}` : null;
    const pages = link === null ? {} : { next: next === "object" ? { href: link } : link };
    say(200, { data: page, links: pages, meta: { "record-count": rows.length, pages: 9 } });
  });
}
