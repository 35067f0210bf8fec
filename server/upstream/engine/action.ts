/** One URL and method of the service. */
import { z } from "zod";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { Answer } from "./answer.ts";
import { type Access, type CurrentUserByAccess, memberOf, portalUserOf, type SignedIn } from "./current-user.ts";
import { checkNeedless, type Document, parseAttributes } from "./document.ts";
import { fieldsType } from "./fields.ts";
import { sayWhatIsWrong } from "./inputs.ts";
import { readParameters } from "./parameters.ts";
import type { Queries, Reads } from "./queries.ts";
import type { RecordType } from "./record.ts";
import { invalidQuery, notFound, unauthenticated } from "./refusal.ts";
import { isUuid } from "./spelling.ts";
import type { ListRules, TableResource } from "./table.ts";
import { isStorable } from "./text.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Queues a job that runs once the transaction is committed, and never when it is rolled back. */
export type AfterCommit = (queue: JobQueue, key: string) => Promise<void>;

/** What the code of a route gets to work with. */
export interface Call<A extends Access, Attributes = unknown, Parameters = unknown> {
  readonly request: Request;
  readonly url: URL;
  readonly currentUser: CurrentUserByAccess[A];
  readonly attributes: Attributes;
  readonly parameters: Parameters;
  /** The transaction of a write; the database itself on reads and with `transaction: "own"`. */
  readonly database: Queries;
  readonly afterCommit: AfterCommit;
  readonly now: Date;
  /** A segment of the path, decoded. */
  segment(name: string): string;
  /** The same where it has to be a UUID; anything else is a 404. */
  id(name?: string): string;
}

/**
 * Who opens the transaction of a write. "engine": everything in `run` is one transaction together with the
 * Idempotency-Key, so `run` must await nothing but the database; what must not hold the database up, as hashing a
 * password does, comes before it in `begin`. "own": `run` opens its transactions itself, and keys are not honoured.
 */
type TransactionOwner = "engine" | "own";

type CallOf<A extends Access, Attributes extends z.ZodObject, Parameters extends z.ZodObject> = Call<
  A,
  z.output<Attributes>,
  z.output<Parameters>
>;

/** Does what a checked request asks for, inside the transaction if there is one. */
export type Handler = (database: Queries) => Promise<Answer>;

export type ActionDefinition<
  A extends Access,
  Attributes extends z.ZodObject,
  Parameters extends z.ZodObject,
> = ActionDescription<A, Attributes, Parameters> &
  (
    | {
        /** "engine" when not given. Reads have none. */
        readonly transaction?: TransactionOwner;
        readonly run: (call: CallOf<A, Attributes, Parameters>) => Promise<Answer>;
      }
    | {
        /** Does what comes before the transaction, with reads alone, and gives the work inside it. */
        readonly begin: (
          call: Omit<CallOf<A, Attributes, Parameters>, "database" | "afterCommit">,
          reads: Reads,
        ) => Promise<Handler>;
      }
  );

interface AnswerDescription {
  readonly status: 200 | 201 | 204;
  /** Null where that is nothing or not JSON:API. */
  readonly of: RecordType | null;
  readonly many?: boolean;
  /** The status where the record was there already, if that is another. */
  readonly again?: 200;
  /** JSON that is no record. */
  readonly json?: z.ZodType;
  /** Whether a part of the bytes can be asked for. */
  readonly ranges?: boolean;
}

interface ActionDescription<A extends Access, Attributes extends z.ZodObject, Parameters extends z.ZodObject> {
  readonly method: Method;
  /** Below the API's root, in Hono's spelling: "/clients/:id". */
  readonly path: string;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  readonly access: A;
  /** What it takes; keys in camel case. A document's `type`, when given, has to be this one. */
  readonly input?: { readonly type: string; readonly attributes: Attributes };
  /** The query parameters it takes, by their names on the wire; any other is a 400. */
  readonly parameters?: Parameters;
  readonly answers: AnswerDescription;
}

/** What a route knows of a request: it is negotiated and routed, and its body is read. */
export interface RequestContext {
  readonly request: Request;
  readonly url: URL;
  readonly segments: Readonly<Record<string, string>>;
  readonly currentUser: SignedIn | null;
  /** Undefined when there was no body. */
  readonly document: Document | undefined;
  readonly now: Date;
  /** For reads that recur. */
  readonly reads: Reads;
  readonly afterCommit: (within: Queries) => AfterCommit;
}

/** A route without the types of its input, as the service keeps it. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly input: { readonly type: string; readonly attributes: z.ZodObject } | null;
  readonly parameters: z.ZodObject;
  readonly answers: AnswerDescription;
  readonly transaction: TransactionOwner | "none";
  /** The table behind a generated route, for the OpenAPI document. */
  readonly resource: TableResource | null;
  /** How a generated list may be asked for. */
  readonly rules: ListRules | null;
  /**
   * Checks the request (current user, path, parameters, document) and returns its handler, which the service may run
   * inside a transaction.
   * @throws Refusal
   */
  readonly prepare: (context: RequestContext) => Handler | Promise<Handler>;
}

// The kinds of session are kept apart here: neither ever passes for the other.
const gates: { readonly [A in Access]: (currentUser: SignedIn | null) => CurrentUserByAccess[A] } = {
  anyone: () => null,
  session(currentUser) {
    if (!currentUser) throw unauthenticated();
    return currentUser;
  },
  account(currentUser) {
    if (currentUser?.kind !== "account") throw unauthenticated();
    return currentUser;
  },
  workspace(currentUser) {
    if (currentUser?.kind !== "account") throw unauthenticated();
    const member = memberOf(currentUser);
    if (!member) throw notFound();
    return member;
  },
  client(currentUser) {
    if (currentUser?.kind !== "client") throw unauthenticated();
    const user = portalUserOf(currentUser);
    if (!user) throw notFound();
    return user;
  },
};

/** Returns the current user as the access level demands. @throws Refusal 401 or 404 */
export function requireAccess<A extends Access>(access: A, currentUser: SignedIn | null): CurrentUserByAccess[A] {
  return gates[access](currentUser);
}

/** Gives the functions that read a path's segments. @throws Refusal 404 for text that names nothing, since Postgres cannot hold it */
export function segmentReaders(segments: Readonly<Record<string, string>>) {
  if (!Object.values(segments).every(isStorable)) throw notFound();
  function segment(name: string): string {
    const value = segments[name];
    if (value === undefined) throw new Error(`The path has no segment ${name}.`);
    return value;
  }
  function id(name = "id"): string {
    const value = segment(name);
    if (!isUuid(value)) throw notFound();
    return value.toLowerCase();
  }
  return { segment, id };
}

function attributesOf({ document, segments }: RequestContext, input: Route["input"]): Record<string, unknown> {
  const { id } = segments;
  if (input) return parseAttributes(document, id === undefined ? input : { ...input, id });
  checkNeedless(document, id);
  return {};
}

/** Defines a route by hand, where a table's generated ones do not serve. */
export function action<
  A extends Access,
  Attributes extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Parameters extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: ActionDefinition<A, Attributes, Parameters>): Route;

export function action(definition: ActionDefinition<Access, z.ZodObject, z.ZodObject>): Route {
  const { method, path, summary, access, answers, input, parameters = z.object({}) } = definition;
  const owner = "run" in definition ? definition.transaction : undefined;
  return {
    method,
    path,
    summary,
    access,
    answers,
    input: input ?? null,
    parameters,
    resource: null,
    rules: null,
    transaction: method === "GET" ? "none" : (owner ?? "engine"),
    prepare(context) {
      const call = {
        request: context.request,
        url: context.url,
        currentUser: requireAccess(access, context.currentUser),
        now: context.now,
        ...segmentReaders(context.segments),
        parameters: parseParameters(context.url, parameters),
        attributes: attributesOf(context, input ?? null),
      };
      if ("begin" in definition) return definition.begin(call, context.reads);
      const { run } = definition;
      return (database) => run({ ...call, database, afterCommit: context.afterCommit(database) });
    },
  };
}

/**
 * Checks the parameters of a route that is no table's; `fields[type]` is every route's.
 * @param schema what it takes, by names on the wire
 * @throws Refusal 400 `invalid_query` for an unknown name or an impossible value, `invalid_filter` for that of a filter
 */
function parseParameters<Parameters extends z.ZodObject>(url: URL, schema: Parameters): z.output<Parameters> {
  const given = Object.fromEntries(readParameters(url));
  for (const name of Object.keys(given)) {
    if (fieldsType(name) !== null) continue;
    if (!Object.hasOwn(schema.shape, name)) throw invalidQuery("invalid_query", name, "There is no such parameter.");
  }
  const result = schema.safeParse(given, { error: sayWhatIsWrong });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  const code = name.startsWith("filter[") ? "invalid_filter" : "invalid_query";
  throw invalidQuery(code, name, issue?.message ?? "The query does not fit.");
}
