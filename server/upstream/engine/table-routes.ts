import { z } from "zod";
import {
  type AfterCommit,
  type Method,
  type RequestContext,
  type Route,
  requireAccess,
  segmentReaders,
} from "./action.ts";
import type { Answer } from "./answer.ts";
import type { Member } from "./current-user.ts";
import { checkNeedless, parseAttributes } from "./document.ts";
import { readListQuery, readRecordQuery } from "./list-query.ts";
import type { Queries } from "./queries.ts";
import { checkIfMatch, type Reading, readOne, readPage } from "./reading.ts";
import { forbidden } from "./refusal.ts";
import type { ListRules, TableResource } from "./table.ts";
import { type RecordContext, requireRecord } from "./writing.ts";

/** A write in its transaction. */
export interface Write<Attributes = unknown> {
  readonly database: Queries;
  readonly currentUser: Member;
  readonly attributes: Attributes;
  readonly afterCommit: AfterCommit;
  readonly now: Date;
}

/** A write to a locked record that exists for the current user. */
export type RecordWrite<Attributes = unknown> = Write<Attributes> & RecordContext;

/** GET of the collection. */
export function listRoute(resource: TableResource, rules: ListRules, summary: string): Route {
  return {
    ...routeOf(resource, "GET", resource.path, summary),
    answers: { status: 200, of: resource.of, many: true },
    rules,
    transaction: "none",
    prepare({ url, currentUser, reads }) {
      const member = requireAccess("workspace", currentUser);
      const query = readListQuery(url, resource, rules);
      const recurs = !rules.plannedByValue?.some((filter) => query.filters.has(filter));
      return (database) => readPage(recurs ? reads : database, resource, rules, query, member);
    },
  };
}

/** GET of one record. */
export function findRoute(resource: TableResource, summary: string): Route {
  return {
    ...routeOf(resource, "GET", `${resource.path}/:id`, summary),
    answers: { status: 200, of: resource.of },
    transaction: "none",
    prepare(context) {
      const member = requireAccess("workspace", context.currentUser);
      const id = idOf(context);
      const include = readRecordQuery(context.url, resource);
      return async () => {
        const reading = await readOne(context.reads, resource, member, id, { include });
        return answerOf(resource, 200, include, reading);
      };
    },
  };
}

export interface Creation<Attributes extends z.ZodObject> {
  readonly summary: string;
  readonly input: Attributes;
  readonly may: (currentUser: Member) => boolean;
  /** Whether it is about another record, whose version If-Match may name: `run` checks the headers. */
  readonly takesIfMatch?: boolean;
  readonly run: (write: Write<z.output<Attributes>>, headers: Headers) => Promise<string>;
}

/** POST to the collection: 201 with the record. */
export function createRoute<Attributes extends z.ZodObject>(
  resource: TableResource,
  { summary, input, may, takesIfMatch = false, run }: Creation<Attributes>,
): Route {
  return {
    ...routeOf(resource, "POST", resource.path, summary),
    input: { type: resource.type, attributes: input },
    takesIfMatch,
    answers: { status: 201, of: resource.of },
    transaction: "engine",
    prepare(context) {
      const currentUser = requireAccess("workspace", context.currentUser);
      const include = readRecordQuery(context.url, resource);
      const expected = { type: resource.type, attributes: input, isResource: true };
      const attributes = parseAttributes(context.document, expected);
      if (!may(currentUser)) throw forbidden();
      return async (database) => {
        const afterCommit = context.afterCommit(database);
        const write = { database, currentUser, attributes, afterCommit, now: context.now };
        const id = await run(write, context.request.headers);
        const reading = await readOne(database, resource, currentUser, id, { include });
        return answerOf(resource, 201, include, reading);
      };
    },
  };
}

export interface Change<Attributes extends z.ZodObject> {
  readonly summary: string;
  readonly method?: Method;
  /** Below the record's path, as in "/archival". */
  readonly below?: string;
  readonly input?: Attributes;
  /** Without a document, its defaults count. */
  readonly takesDefaults?: boolean;
  /** The action in `meta.can` without which the change is refused; "update" when not given. */
  readonly needs?: string;
  readonly run: (write: RecordWrite<z.output<Attributes>>) => Promise<unknown>;
}

/** A change of one record: 200 with the record afterwards. */
export function changeRoute<Attributes extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  resource: TableResource,
  change: Change<Attributes>,
): Route;
export function changeRoute(resource: TableResource, change: Change<z.ZodObject>): Route {
  const { summary, method = "PATCH", below = "", input = z.object({}), needs = "update", takesDefaults } = change;
  const takesNothing = change.input === undefined;
  return {
    ...routeOf(resource, method, `${resource.path}/:id${below}`, summary),
    input: takesNothing ? null : { type: resource.type, attributes: input },
    answers: { status: 200, of: resource.of },
    transaction: "engine",
    prepare(context) {
      const currentUser = requireAccess("workspace", context.currentUser);
      const id = idOf(context);
      const include = readRecordQuery(context.url, resource);
      const expected = { type: resource.type, attributes: input, isResource: true, id };
      if (takesNothing) checkNeedless(context.document, id, resource.type);
      const isBare = takesNothing || (takesDefaults === true && context.document === undefined);
      const attributes = isBare ? input.parse({}) : parseAttributes(context.document, expected);
      return async (database) => {
        const record = await requireRecord({ database, currentUser }, resource, id, needs, { isLocked: true });
        checkIfMatch(context.request.headers, record);
        const afterCommit = context.afterCommit(database);
        await change.run({ database, currentUser, attributes, afterCommit, now: context.now, record });
        const reading = await readOne(database, resource, currentUser, id, { include });
        return answerOf(resource, 200, include, reading);
      };
    },
  };
}

interface Removal {
  readonly summary: string;
  /** The action in `meta.can` without which the removal is refused; "remove" when not given. */
  readonly needs?: string;
  readonly run: (write: RecordWrite) => Promise<unknown>;
}

/** DELETE of one record: 204. */
export function removeRoute(resource: TableResource, { summary, needs = "remove", run }: Removal): Route {
  return {
    ...routeOf(resource, "DELETE", `${resource.path}/:id`, summary),
    answers: { status: 204, of: null },
    transaction: "engine",
    prepare(context) {
      const currentUser = requireAccess("workspace", context.currentUser);
      const id = idOf(context);
      readRecordQuery(context.url, resource);
      return async (database) => {
        const record = await requireRecord({ database, currentUser }, resource, id, needs, { isLocked: true });
        checkIfMatch(context.request.headers, record);
        const afterCommit = context.afterCommit(database);
        await run({ database, currentUser, attributes: {}, afterCommit, now: context.now, record });
        return { kind: "nothing" };
      };
    },
  };
}

function routeOf(resource: TableResource, method: Method, path: string, summary: string) {
  const shared = { access: "workspace" as const, input: null, parameters: z.object({}), rules: null };
  return { ...shared, method, path, summary, resource };
}

function idOf(context: RequestContext): string {
  return segmentReaders(context.segments).id();
}

function answerOf(resource: TableResource, status: 200 | 201, include: readonly string[], reading: Reading): Answer {
  const { record, included } = reading;
  const answer = { kind: "record" as const, status, of: resource.of, record };
  return include.length > 0 ? { ...answer, included } : answer;
}
