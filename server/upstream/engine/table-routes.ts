/** The routes that every table's resource has alike. */
import { type SQL, sql } from "drizzle-orm";
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
import { parseAttributes } from "./document.ts";
import { readListQuery, readRecordQuery } from "./list-query.ts";
import { checkIfMatch } from "./precondition.ts";
import type { Queries } from "./queries.ts";
import { type Reading, readOne, readPage } from "./reading.ts";
import type { WireRecord } from "./record.ts";
import { forbidden } from "./refusal.ts";
import type { ListRules, TableResource } from "./table.ts";

/** A write under way, inside its transaction. */
export interface Write<Attributes = unknown> {
  readonly database: Queries;
  readonly currentUser: Member;
  readonly attributes: Attributes;
  readonly afterCommit: AfterCommit;
  readonly now: Date;
}

/** A write to a record that exists for the current user, locked. */
export interface RecordWrite<Attributes = unknown> extends Write<Attributes> {
  readonly record: WireRecord;
}

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
        const reading = await readOne(context.reads, resource, member, isRecord(resource, id), { include });
        return answerOf(resource, 200, include, reading);
      };
    },
  };
}

export interface Creation<Attributes extends z.ZodObject> {
  readonly summary: string;
  /** What it takes; keys in camel case. */
  readonly input: Attributes;
  /** Whether the current user may create any. */
  readonly may: (currentUser: Member) => boolean;
  /** Writes the row and whatever goes with it; gives its id. */
  readonly run: (write: Write<z.output<Attributes>>) => Promise<string>;
}

/** POST to the collection: 201 with the record. */
export function createRoute<Attributes extends z.ZodObject>(
  resource: TableResource,
  { summary, input, may, run }: Creation<Attributes>,
): Route {
  return {
    ...routeOf(resource, "POST", resource.path, summary),
    input: { type: resource.type, attributes: input },
    answers: { status: 201, of: resource.of },
    transaction: "engine",
    prepare(context) {
      const currentUser = requireAccess("workspace", context.currentUser);
      const include = readRecordQuery(context.url, resource);
      const expected = { type: resource.type, attributes: input, isResource: true };
      const attributes = parseAttributes(context.document, expected);
      if (!may(currentUser)) throw forbidden();
      return async (database) => {
        const id = await run({
          database,
          currentUser,
          attributes,
          afterCommit: context.afterCommit(database),
          now: context.now,
        });
        const reading = await readOne(database, resource, currentUser, isRecord(resource, id), { include });
        return answerOf(resource, 201, include, reading);
      };
    },
  };
}

export interface Change<Attributes extends z.ZodObject> {
  readonly summary: string;
  readonly method: Method;
  /** Below the record's own path, as in "/archival"; "" for the record itself. */
  readonly below: string;
  /** What it takes; `noInput` where the URL says it all. */
  readonly input: Attributes;
  /** The word of `meta.can` without which it is refused. */
  readonly needs: string;
  readonly run: (write: RecordWrite<z.output<Attributes>>) => Promise<void>;
}

/** For changes whose URL says it all: whatever document comes along is not looked at. */
export const noInput = z.object({});

/** A change of one record: 200 with the record as it is then. */
export function changeRoute<Attributes extends z.ZodObject>(
  resource: TableResource,
  change: Change<Attributes>,
): Route {
  const { summary, method, below, input } = change;
  const takesNothing = Object.keys(input.shape).length === 0;
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
      const attributes = takesNothing ? input.parse({}) : parseAttributes(context.document, expected);
      return async (database) => {
        const record = await lockRecord(database, resource, currentUser, id, context.request.headers, change.needs);
        const afterCommit = context.afterCommit(database);
        await change.run({ database, currentUser, attributes, afterCommit, now: context.now, record });
        const reading = await readOne(database, resource, currentUser, isRecord(resource, id), { include });
        return answerOf(resource, 200, include, reading);
      };
    },
  };
}

export interface Removal {
  readonly summary: string;
  /** The word of `meta.can` without which it is refused. */
  readonly needs: string;
  readonly run: (write: RecordWrite) => Promise<void>;
}

/** DELETE of one record: 204. */
export function removeRoute(resource: TableResource, { summary, needs, run }: Removal): Route {
  return {
    ...routeOf(resource, "DELETE", `${resource.path}/:id`, summary),
    answers: { status: 204, of: null },
    transaction: "engine",
    prepare(context) {
      const currentUser = requireAccess("workspace", context.currentUser);
      const id = idOf(context);
      readRecordQuery(context.url, resource);
      return async (database) => {
        const record = await lockRecord(database, resource, currentUser, id, context.request.headers, needs);
        const afterCommit = context.afterCommit(database);
        await run({ database, currentUser, attributes: {}, afterCommit, now: context.now, record });
        return { kind: "nothing" };
      };
    },
  };
}

async function lockRecord(
  database: Queries,
  resource: TableResource,
  currentUser: Member,
  id: string,
  headers: Headers,
  needs: string,
): Promise<WireRecord> {
  const { record } = await readOne(database, resource, currentUser, isRecord(resource, id), { isLocked: true });
  if (!record.can?.includes(needs)) throw forbidden();
  checkIfMatch(headers, record);
  return record;
}

function routeOf(resource: TableResource, method: Method, path: string, summary: string) {
  const shared = { access: "workspace" as const, input: null, parameters: z.object({}), rules: null };
  return { ...shared, method, path, summary, resource };
}

function idOf(context: RequestContext): string {
  return segmentReaders(context.segments).id();
}

/** SQL of the one record with this id. */
export function isRecord(resource: TableResource, id: string): SQL {
  return sql`${resource.id} = ${id}`;
}

function answerOf(resource: TableResource, status: 200 | 201, include: readonly string[], reading: Reading): Answer {
  const { record, included } = reading;
  const answer = { kind: "record" as const, status, of: resource.of, record };
  return include.length > 0 ? { ...answer, included } : answer;
}
