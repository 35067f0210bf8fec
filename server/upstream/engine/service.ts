import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Logger } from "pino";
import { databaseFault, isGivenUp, isPassing, isUnreachable } from "../../database/fault.ts";
import { CommitInDoubt } from "../../database/orm.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Vault } from "../../vault.ts";
import { type Handler, type RequestContext, type Route, typesOf } from "./action.ts";
import type { ResolveCurrentUser, SignedIn } from "./current-user.ts";
import { readDocument } from "./document.ts";
import { fingerprintOf, idempotentWrite, readKey } from "./idempotency.ts";
import { mediaType, negotiate } from "./negotiation.ts";
import { fieldsOf } from "./parameters.ts";
import type { Queries, Reads } from "./queries.ts";
import { methodNotAllowed, noRoute, notFound, Outage, type Problem, Refusal, unavailable } from "./refusal.ts";
import { type SerializationOptions, type SerializedAnswer, serializeAnswer } from "./serialization.ts";
import { withOriginOf } from "./visitor-origin.ts";

const rootPath = "/api";

interface ServiceParts {
  readonly database: Queries;
  /** Prepared statements; the database itself when not given. */
  readonly reads?: Reads;
  readonly jobs: Pick<Jobs, "send">;
  readonly log: Pick<Logger, "error">;
  readonly vault: Vault;
  readonly resolveCurrentUser: ResolveCurrentUser;
  /** Called first in the transaction of a member's write; false refuses the write. */
  readonly onWrite?: (
    transaction: Queries,
    member: { readonly workspaceId: string; readonly accountId: string },
  ) => Promise<boolean>;
  readonly routes: readonly Route[];
  readonly clock: () => Date;
}

/** The HTTP service of these routes: HEAD and OPTIONS are answered, and other methods get 405. */
export function createService(parts: ServiceParts): Hono {
  const app = new Hono();
  for (const [path, routes] of byPath(parts.routes)) {
    const methods = new Map<string, Route>(routes.map((route) => [route.method, route]));
    const allowed = ["OPTIONS", ...(methods.has("GET") ? ["HEAD"] : []), ...methods.keys()].sort();
    app.all(rootPath + path, async ({ req }) => {
      if (req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allowed.join(", ") } });
      const route = methods.get(req.method === "HEAD" ? "GET" : req.method);
      if (!route) throw methodNotAllowed(allowed);
      return withOriginOf(req.raw, () => handle(parts, route, req.raw, req.param()));
    });
  }
  app.notFound(() => answerProblem(noRoute(), parts.log));
  app.onError((error) => answerProblem(error, parts.log));
  return app;
}

function byPath(routes: readonly Route[]): [string, Route[]][] {
  const groups = Map.groupBy(routes, (route) => route.path);
  const weight = (path: string) => path.replaceAll(/:\w+/g, "\uffff");
  return [...groups].sort(([a], [b]) => (weight(a) < weight(b) ? -1 : 1));
}

async function handle(
  parts: ServiceParts,
  route: Route,
  request: Request,
  segments: Record<string, string>,
): Promise<Response> {
  negotiate(request.headers, route);
  const url = new URL(request.url);
  const currentUser = route.access === "anyone" ? null : await parts.resolveCurrentUser(request);
  const document = request.method === "GET" || request.method === "HEAD" ? undefined : await readDocument(request);
  const context: RequestContext = {
    request,
    url,
    segments,
    currentUser,
    document,
    now: parts.clock(),
    reads: parts.reads ?? parts.database,
    afterCommit: (within) => (queue, key) => parts.jobs.send(queue, key, within),
  };
  const options: SerializationOptions = { root: url.origin + rootPath, url, fields: fieldsOf(url, typesOf(route)) };
  const handler = await route.prepare(context);
  if (route.transaction === "engine") return send(await runInTransaction(parts, handler, context, options), request);
  const answer = await handler(parts.database);
  return answer.kind === "raw" ? answer.response : send(serializeAnswer(answer, options), request);
}

const mostTries = 5;

/** Runs a write; again where the database ended it in a deadlock, which kept nothing of it. */
async function runInTransaction(...given: Parameters<typeof runOnce>): Promise<SerializedAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(...given);
    } catch (error) {
      const fault = databaseFault(error);
      if (tries === mostTries || fault === null || !isGivenUp(fault)) throw error;
    }
  }
}

async function runOnce(
  { database, vault, onWrite }: ServiceParts,
  handler: Handler,
  { request, url, currentUser, document }: RequestContext,
  options: SerializationOptions,
): Promise<SerializedAnswer> {
  const owner = currentUser && ownerOf(currentUser);
  const key = owner ? readKey(request.headers) : null;
  return database.transaction(async (transaction) => {
    const write = async () => {
      const { accountId, workspaceId } =
        currentUser?.kind === "account" ? currentUser : { accountId: null, workspaceId: null };
      if (workspaceId !== null && (await onWrite?.(transaction, { workspaceId, accountId })) === false)
        throw notFound();
      const answer = await handler(transaction);
      if (answer.kind === "raw") throw new Error("A keyed write has to answer in JSON:API.");
      return serializeAnswer(answer, options);
    };
    if (!owner || key === null) return write();
    const fingerprint = fingerprintOf(request.method, url, owner.workspaceId, document);
    return idempotentWrite(transaction, vault, { ownerId: owner.id, key, fingerprint }, write);
  });
}

/** The owner of idempotency keys; null for staff who look at a portal, who write nothing. */
function ownerOf(user: SignedIn): { readonly id: string; readonly workspaceId: string | null } | null {
  if (user.kind === "account") return { id: user.accountId, workspaceId: user.workspaceId };
  return user.personId === null ? null : { id: user.personId, workspaceId: user.access?.workspaceId ?? null };
}

function send(answer: SerializedAnswer, request: Request): Response {
  const headers = { ...answer.headers, Vary: "Accept", "Cache-Control": "private, no-cache" };
  const isRead = request.method === "GET" || request.method === "HEAD";
  const tag = answer.headers.ETag;
  if (isRead && tag !== undefined && matches(request.headers.get("if-none-match"), tag)) {
    return new Response(null, {
      status: 304,
      headers: { ETag: tag, Vary: headers.Vary, "Cache-Control": headers["Cache-Control"] },
    });
  }
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers });
}

/** Compared weakly, since a proxy may have weakened the tag. */
function matches(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === tag);
}

/**
 * The answer to a failed request. Errors other than refusals are logged under the id in the answer.
 * @param log has to leave out the values of queries, which are people's data
 */
function answerProblem(thrown: unknown, log: Pick<Logger, "error">): Response {
  const refusal = thrown instanceof Refusal ? thrown : refusalOf(thrown);
  const problems: readonly Problem[] = refusal?.problems ?? [
    { status: 500, code: "something_went_wrong", detail: "Something went wrong." },
  ];
  const id = randomUUID();
  if (refusal !== thrown) log.error({ err: thrown, errorId: id }, "A request to the upstream failed");
  return new Response(
    JSON.stringify({ errors: problems.map((problem) => writeProblem(id, problem)), jsonapi: { version: "1.0" } }),
    {
      status: problems[0]?.status ?? 500,
      headers: { "Content-Type": mediaType, "Cache-Control": "no-store", Vary: "Accept", ...refusal?.headers },
    },
  );
}

function refusalOf(thrown: unknown): Refusal | null {
  if (thrown instanceof Outage) return unavailable();
  // With 503 the caller would believe that nothing was written.
  if (thrown instanceof CommitInDoubt) return null;
  const fault = databaseFault(thrown);
  return fault && (isPassing(fault) || isUnreachable(fault)) ? unavailable() : null;
}

function writeProblem(id: string, { status, code, detail, source }: Problem) {
  const words = code.replaceAll("_", " ");
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { id, status: String(status), code, title, detail, ...(source && { source }) };
}
