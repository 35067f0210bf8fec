import * as z from "zod/mini";

/** How a service writes names of several words: "phoneNumber", "phone_number", "phone-number". */
const spelling = z.enum(["camel", "snake", "dash"]);

/** The app's name of a thing, and the service's. */
const names = z.record(z.string(), z.string());

const list = z.strictObject({
  /** Below the API's root, as in "people". */
  path: z.string().check(z.minLength(1)),
  /** The type of its records, as in "client" or "Clients". */
  type: z.string().check(z.minLength(1)),
  /** Attributes that have another name there, as in `{ "phoneNumber": "mobile" }`. */
  attributes: names,
  /** By the app's names, as in `{ "buyer_profile": "buyerProfile" }`. */
  includes: names,
  /** Attributes that it sorts by, both ways. */
  sorts: names,
  /** The whole parameter of each filter, as in `{ "client_id": "filter[client]" }`. */
  filters: names,
  /** Whether it takes `fields[…]`. */
  fields: z.boolean(),
  writes: z.array(z.enum(["create", "update", "remove"])),
  /** Whether something of it is off because there was no record to try it with. */
  untried: z.optional(z.boolean()),
});

const service = z.strictObject({
  /** Whether attributes are taken in this spelling, and parameters. Answers are read in all. */
  names: z.strictObject({ attributes: spelling, parameters: spelling }),
  paging: z.strictObject({
    /** How another page is asked for; "none" where a list comes whole. Links are sent back as they came. */
    kind: z.enum(["cursor", "number", "offset", "none"]),
    /** The parameter for how many rows a page has, as in "page[size]"; null where there is none. */
    size: z.nullable(z.string()),
    /** Most rows of a page. */
    largest: z.int().check(z.positive()),
    /** The parameter that asks for the total, as in "page[count]"; null where the total comes unasked, or never. */
    count: z.nullable(z.string()),
    /** Where the total stands in a list's document, as in "meta.page.total"; null where it stands nowhere. */
    total: z.nullable(z.string()),
    /** Whether a page without a link to the next one is the last. */
    endsWithoutNext: z.boolean(),
  }),
  writes: z.strictObject({
    /** Whether a write may ask for related records. */
    include: z.boolean(),
    /** Whether a new record may bring its id. */
    ids: z.boolean(),
    /** How a new record names others: `clientId` among the attributes, or `client` among the relationships. */
    links: z.enum(["attributes", "linkage"]),
  }),
  /** Whether records have an ETag that `If-Match` is compared with. */
  versions: z.boolean(),
  /** Whether `Idempotency-Key` is honored. */
  keys: z.boolean(),
  /** By the app's words, as in "clients" or "accounts/members". A list that is not named is not there. */
  lists: z.record(z.string(), list),
  /** Calls besides those of lists, by the app's words, as in "clients/archival" or "sessions/current". */
  calls: z.array(z.string()),
});

/** What a service has of one list, for `Service`. */
export type ServiceList = z.infer<typeof list>;

/** What a service is like, as in a file that API_SERVICE names. */
export type DescribedService = z.infer<typeof service>;

/** What a service is like. Latchkey's own has everything under the app's own names, and is not described list by list. */
export type Service = Omit<DescribedService, "lists" | "calls"> &
  ({ readonly isWhole: true } | ({ readonly isWhole: false } & Pick<DescribedService, "lists" | "calls">));

/** Reads a description. @throws ZodError */
export function readService(value: unknown): Service {
  return { ...z.parse(service, value), isWhole: false };
}

const cursorPages = {
  kind: "cursor",
  size: "page[limit]",
  largest: 250,
  count: "page[count]",
  total: "meta.page.total",
  endsWithoutNext: true,
} as const;

/** The embedded service, also where it runs alone. */
export const latchkey: Service = {
  names: { attributes: "camel", parameters: "snake" },
  paging: cursorPages,
  writes: { include: true, ids: false, links: "attributes" },
  versions: true,
  keys: true,
  isWhole: true,
};

function ashList(path: string, type: string, known: Partial<ServiceList> = {}): ServiceList {
  const sorts = { inserted_at: "inserted_at" };
  const whole = { path, type, attributes: {}, includes: {}, sorts, filters: {}, fields: true };
  return { ...whole, writes: ["create", "update"], ...known };
}

/** What is taken for granted of an API that no file describes: AshJsonApi with its defaults, and nothing optional. */
export const ash: Service = {
  names: { attributes: "snake", parameters: "snake" },
  paging: cursorPages,
  writes: { include: true, ids: false, links: "attributes" },
  versions: false,
  keys: false,
  isWhole: false,
  lists: {
    clients: ashList("clients", "client", { includes: { buyer_profile: "buyer_profile" } }),
    packages: ashList("packages", "package"),
    opportunities: ashList("opportunities", "opportunity"),
    documents: ashList("documents", "document"),
    files: ashList("files", "file"),
    messages: ashList("messages", "message"),
    tasks: ashList("tasks", "task"),
    sessions: ashList("sessions", "session"),
    workspaces: ashList("workspaces", "workspace"),
    "accounts/members": ashList("accounts/members", "account"),
  },
  calls: ["sessions/current", "workspaces/handle"],
};

/** Segments that begin the paths of several lists. */
const namespaces: ReadonlySet<string> = new Set(["accounts", "portal"]);

/** Calls whose second segment is no id. */
const named: ReadonlySet<string> = new Set([
  "clients/duplicates",
  "sessions/current",
  "sessions/others",
  "two_step_setups/current",
  "workspaces/handle",
]);

/**
 * The word for what a call is about: its path without ids. A record's own calls have the word of its list.
 * @param path below the API's root, as in "/clients/7/archival", which is "clients/archival"
 */
export function wordOf(path: string): string {
  const [head, id, action] = partsOf(path);
  if (id === undefined) return head;
  const other = `${head}/${id}`;
  if (named.has(other)) return other;
  return action === undefined ? head : `${head}/${action}`;
}

/** The list of a path, and the segments behind it. */
function partsOf(path: string): [list: string, ...rest: string[]] {
  const [first = "", second, ...rest] = path.slice(1).split("/");
  if (second === undefined) return [first];
  return namespaces.has(first) ? [`${first}/${second}`, ...rest] : [first, second, ...rest];
}

/** Whether a service has a list, or another call. @param word as `wordOf` gives it */
export function offers(service: Service, word: string): boolean {
  return service.isWhole || word in service.lists || service.calls.includes(word);
}

/**
 * Those of some parts of pages that a service does not have.
 * @param parts by their names: the word of each, and behind a blank the parameter that its list has to obey, as in
 *   "documents filter[client_id]"
 */
export function absentOf(service: Service, parts: Readonly<Record<string, string>>): string[] {
  const isThere = (part: string): boolean => {
    const [word = "", parameter] = part.split(" ");
    return offers(service, word) && (parameter === undefined || obeys(service, word, parameter));
  };
  return Object.keys(parts).filter((name) => !isThere(parts[name] ?? ""));
}

/** Whether records of a list can be created, changed or removed. */
export function offersWrite(service: Service, word: string, write: ServiceList["writes"][number]): boolean {
  return service.isWhole || service.calls.includes(word) || (service.lists[word]?.writes.includes(write) ?? false);
}

/**
 * Whether a list does what a parameter asks for, and does not merely answer.
 * @param parameter as in "include=people", "sort=-name" or "filter[tag]", by the app's names
 */
export function obeys(service: Service, word: string, parameter: string): boolean {
  if (service.isWhole) return true;
  const found = service.lists[word];
  if (found === undefined) return false;
  const [name = "", value = ""] = parameter.split("=");
  const values = value.split(",");
  if (name === "include") return values.every((one) => one in found.includes);
  if (name === "sort") return values.every((one) => one.replace(/^-/, "") in found.sorts);
  return (/^filter\[(.*)\]$/.exec(name)?.[1] ?? "") in found.filters;
}

/** The path as the service has it. */
export function pathAt(service: Service, path: string): string {
  if (service.isWhole) return path;
  const [head, ...rest] = partsOf(path);
  return ["", service.lists[head]?.path ?? head, ...rest].join("/");
}

/** The word of the list that records of a type are in. @param type by the app's name, as in "opportunity" */
export function listWordOf(type: string): string {
  return type === "account" ? "accounts/members" : type.replace(/y$/, "ie").concat("s");
}

/** Calls by which records are acted upon, below the record, or with a slash in a list of their own. */
const callsOfActions: Readonly<Record<string, string>> = {
  accept: "acceptance",
  add: "/documents",
  approve: "approval",
  archive: "archival",
  cancel: "cancellation",
  comment: "/comments",
  complete: "completion",
  confirm: "confirmation",
  dismiss: "dismissal",
  message: "/messages",
  move: "moves",
  note: "/messages",
  reassign: "assignment",
  revoke: "revocation",
  send: "sending",
  settle: "settlement",
  show: "visibility",
  trash: "/trashed_records",
  undo: "undoing",
};

/** Stands among a record's actions where they follow from the service's description, and say nothing of anybody's rights. */
export const asDescribed = "as-described";

/** Made once per service and type. */
const actions = new WeakMap<Service, Map<string, readonly string[]>>();

/**
 * What can be done to records of a type, as far as the service has a call for it: `can` where the service says nothing of what the
 * current user may do. Null for a service that says it.
 */
export function actionsOf(service: Service, type: string): readonly string[] | null {
  if (service.isWhole) return null;
  const known = actions.get(service) ?? new Map<string, readonly string[]>();
  actions.set(service, known);
  const found = known.get(type) ?? findActions(service, listWordOf(type));
  known.set(type, found);
  return found;
}

function findActions(service: Service, word: string): string[] {
  const writes = (["update", "remove"] as const).filter((write) => offersWrite(service, word, write));
  const acts = Object.entries(callsOfActions).filter(([, call]) =>
    call.startsWith("/") ? offersWrite(service, call.slice(1), "create") : offers(service, `${word}/${call}`),
  );
  return [asDescribed, ...writes, ...acts.map(([action]) => action)];
}
