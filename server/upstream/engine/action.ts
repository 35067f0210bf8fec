import { z } from "zod";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { Answer } from "./answer.ts";
import { type Access, type CurrentUserByAccess, memberOf, portalUserOf, type SignedIn } from "./current-user.ts";
import { checkNeedless, type Document, parseAttributes } from "./document.ts";
import { sayWhatIsWrong } from "./inputs.ts";
import { fieldsType, readParameters } from "./parameters.ts";
import type { Queries, Reads } from "./queries.ts";
import type { RecordType } from "./record.ts";
import { invalidQuery, notFound, unauthenticated } from "./refusal.ts";
import { isUuid } from "./spelling.ts";
import type { ListRules, TableResource } from "./table.ts";
import { isStorable } from "./text.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type AfterCommit = (queue: JobQueue, key: string) => Promise<void>;

export interface Call<A extends Access, Attributes = unknown, Parameters = unknown> {
  readonly request: Request;
  readonly url: URL;
  readonly currentUser: CurrentUserByAccess[A];
  readonly attributes: Attributes;
  readonly parameters: Parameters;
  readonly database: Queries;
  readonly afterCommit: AfterCommit;
  readonly now: Date;
  /** A segment of the path, decoded. */
  segment(name: string): string;
  /** A segment that has to be a UUID; anything else is a 404. */
  id(name?: string): string;
}

/**
 * Who opens the transaction of a write. "engine": `run` is one transaction together with the Idempotency-Key and awaits
 * nothing but the database; slow work, as hashing a password, is done before it in `begin`. "own": `run` opens its
 * transactions itself, and keys are not honored.
 */
type TransactionOwner = "engine" | "own";

type CallOf<A extends Access, Attributes extends z.ZodObject, Parameters extends z.ZodObject> = Call<
  A,
  z.output<Attributes>,
  z.output<Parameters>
>;

export type Handler = (database: Queries) => Promise<Answer>;

type ActionDefinition<
  A extends Access,
  Attributes extends z.ZodObject,
  Parameters extends z.ZodObject,
> = ActionDescription<A, Attributes, Parameters> &
  (
    | {
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
  readonly of: RecordType | null;
  readonly many?: boolean;
  /** The status where the record was there already, if that is another. */
  readonly again?: 200;
  readonly json?: z.ZodType;
  /** Whether a part of the bytes can be asked for. */
  readonly ranges?: boolean;
}

interface ActionDescription<A extends Access, Attributes extends z.ZodObject, Parameters extends z.ZodObject> {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: A;
  /** What it takes; keys in camel case. Where a document names its type, it has to be this one. */
  readonly input?: { readonly type: string; readonly attributes: Attributes };
  /** Its query parameters by their names on the wire; any other is a 400. */
  readonly parameters?: Parameters;
  readonly answers: AnswerDescription;
}

export interface RequestContext {
  readonly request: Request;
  readonly url: URL;
  readonly segments: Readonly<Record<string, string>>;
  readonly currentUser: SignedIn | null;
  readonly document: Document | undefined;
  readonly now: Date;
  /** Statements that are prepared once for each connection. */
  readonly reads: Reads;
  readonly afterCommit: (within: Queries) => AfterCommit;
}

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly input: { readonly type: string; readonly attributes: z.ZodObject } | null;
  readonly parameters: z.ZodObject;
  /** Of a POST that is about another record: whether If-Match may name its version. */
  readonly takesIfMatch?: boolean;
  readonly answers: AnswerDescription;
  readonly transaction: TransactionOwner | "none";
  readonly resource: TableResource | null;
  readonly rules: ListRules | null;
  /** Checks the request and gives its handler, which the service may run inside a transaction. @throws Refusal */
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

/** Functions that read a path's segments. @throws Refusal 404 for text that Postgres cannot hold */
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

/** Defines a route that is no table's. */
export function action<
  A extends Access,
  Attributes extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Parameters extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: ActionDefinition<A, Attributes, Parameters>): Route;

/** Defines a route that is no table's. */
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

/** Parses the parameters of a route that is no table's. @throws Refusal 400 `invalid_query` or `invalid_filter` */
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

/** The types that a route can answer: its own, and what can be included with it. */
export function typesOf({ answers, resource }: Pick<Route, "answers" | "resource">): RecordType[] {
  const included = Object.values(resource?.relationships ?? {}).map((relationship) => relationship.resource().of);
  return answers.of ? [answers.of, ...included] : included;
}
