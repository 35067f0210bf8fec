import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import type {
  ActionOptions,
  Api,
  Attributes,
  CreateOptions,
  Download,
  DownloadOptions,
  ListOptions,
  PlainActionOptions,
  ReadOptions,
  VersionedWriteOptions,
} from "./api.ts";
import { ApiError, type ApiErrorKind } from "./api-error.ts";
import { readAction, readList, readOne } from "./document.ts";
import { type Call, callOf, refusalError, unansweredError, unreadableError } from "./failure.ts";
import { readText } from "./fetch-transport.ts";
import type { JsonObject } from "./json-object.ts";
import { askOptionally } from "./optional-query.ts";
import { pathForLogs } from "./path.ts";
import { listParameters, plainParameters, plainQuery, writeQuery } from "./query.ts";
import { isLeftEmpty } from "./record.ts";
import type { CallPolicy } from "./resilience.ts";
import { isResource, type Resource } from "./resource.ts";
import { type ApiResponse, isSuccess, parseResponse } from "./response.ts";
import { inSnakeCase } from "./schema-names.ts";
import type { ServiceFeatures } from "./service-features.ts";
import type { ApiCaller, ApiLog, EndedCall, SharedConnection } from "./shared-connection.ts";
import { cancelled, type DownloadResponse, type WireRequest } from "./transport.ts";

const wholeList = "list";

const missing: ReadonlySet<number | null> = new Set([404, 405, 501]);

interface Calls<Result> {
  readonly ask: () => Promise<Result>;
  /** The list without a query and without a line in the log. */
  readonly askBare: () => Promise<unknown>;
}

/**
 * Asks for a list that a service may lack as a whole; where it is known to lack it, nothing is asked for an hour. A list counts as
 * lacking only when it is missing without any query, too: what a filter names may be what is missing.
 * @param failure the message of the error in place of the call's
 * @throws ApiError "missing" without a call, besides what the calls throw
 */
async function askIfThere<Result>(
  features: ServiceFeatures,
  { path, failure }: { readonly path: string; readonly failure: string },
  { ask, askBare }: Calls<Result>,
): Promise<Result> {
  const isKnown = features.offers(path, wholeList);
  if (isKnown === false) throw knownToBeMissing(path, failure);
  try {
    const response = await ask();
    if (isKnown === null) features.note(path, [wholeList], true);
    return response;
  } catch (error) {
    if (isKnown === null && isMissing(error) && (await askBare().then(() => false, isMissing)))
      features.note(path, [wholeList], false);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && missing.has(error.cause.status);
}

function knownToBeMissing(path: string, failure: string): ApiError {
  const unsaid = { status: null, code: null, errorId: null, pointers: [], attempts: 0 };
  return new ApiError(failure, "missing", { method: "GET", path, ...unsaid, reason: "known to be missing" });
}

/**
 * Whether a write may or may not have been applied.
 * @param response what the service said to the last attempt
 * @param earlierDoubt whether an attempt before it was sent and not answered
 */
function isInDoubt(response: ApiResponse, earlierDoubt: boolean): boolean {
  return hasUnknownOutcome(response) || (earlierDoubt && wasRefusedBeforeWrite(response));
}

/** Failures of a service that turned a write away before it began: it does not offer it, or takes none right now. */
const turnedAway: ReadonlySet<number> = new Set([501, 503]);

/** The service failed somewhere in the write, a gateway timed out, or the write is still running. */
function hasUnknownOutcome({ status, header }: ApiResponse): boolean {
  if (status === 408 || (status === 409 && header("retry-after") !== null)) return true;
  return status >= 500 && !turnedAway.has(status);
}

/** Such a refusal says nothing about the outcome of an earlier attempt. */
function wasRefusedBeforeWrite({ status }: ApiResponse): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

const expected: ReadonlySet<ApiErrorKind> = new Set([
  "unauthenticated",
  "forbidden",
  "missing",
  "invalid",
  "stale",
  "conflict",
]);

/** @param requestId of the access log */
function logRepetition(log: ApiLog, requestId: string, { method, path, attempts }: Call): void {
  log.info({ requestId, method, path: pathForLogs(path), attempts }, "upstream call was repeated");
}

/** @param requestId of the access log */
function logFailure(log: ApiLog, requestId: string, { kind, cause }: ApiError): void {
  const fields = { requestId, kind, ...cause };
  if (cause.reason === cancelled) log.info(fields, "upstream call was canceled");
  else if (expected.has(kind)) log.info(fields, "upstream refused a call");
  else log.warn(fields, "upstream call failed");
}

function outcomeOf(error: unknown): EndedCall["outcome"] {
  if (!(error instanceof ApiError)) return "fault";
  return error.cause.reason === cancelled ? "canceled" : error.kind;
}

/** @param begun in the time of `performance.now()` */
function endedCall({ path }: Call, outcome: EndedCall["outcome"], begun: number): EndedCall {
  return { resource: path.split("/")[1] ?? "", outcome, seconds: (performance.now() - begun) / 1000 };
}

/** The calls of one request of a browser. */
export class RequestApi implements Api {
  readonly #shared: SharedConnection;
  readonly #headers: Headers;
  readonly #secrets: readonly string[];
  readonly #caller: ApiCaller;
  readonly #deadlineAt: number;

  constructor(shared: SharedConnection, caller: ApiCaller) {
    const { token, workspaceId, headers, requestId, deadline } = caller;
    this.#shared = shared;
    this.#caller = caller;
    this.#headers = {
      ...shared.headers,
      ...headers,
      "x-request-id": requestId,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(workspaceId ? { [shared.workspaceHeader]: workspaceId } : {}),
    };
    this.#secrets = token ? [...shared.secrets, token] : shared.secrets;
    this.#deadlineAt = performance.now() + (deadline ?? shared.limits.deadline);
  }

  get patience(): number {
    return this.#shared.limits.patience;
  }

  withSignal(signal: AbortSignal): Api {
    const signals = [signal, ...(this.#caller.signal ? [this.#caller.signal] : [])];
    const deadline = this.#deadlineAt - performance.now();
    return new RequestApi(this.#shared, { ...this.#caller, deadline, signal: AbortSignal.any(signals) });
  }

  list<Schema extends z.ZodMiniObject>(path: string, resource: Resource<Schema>, options: ListOptions) {
    const { mayBeMissing = false, failure } = options;
    const read = ({ body }: ApiResponse) => readList(body, resource);
    const ask = () => this.#read(path, listParameters(options.query), options, read);
    if (!mayBeMissing) return ask();
    const bare: Draft = { method: "GET", path, query: "" };
    const askBare = () => this.#send(callOf(bare, failure), bare, { failure }, read);
    return askIfThere(this.#shared.features, { path, failure }, { ask, askBare });
  }

  find<Schema extends z.ZodMiniObject>(path: string, resource: Resource<Schema>, options: ReadOptions) {
    return this.#read(path, plainParameters(options.query), options, (response) => readRecord(response, resource));
  }

  lacking(path: string): readonly string[] {
    return this.#shared.features.lacking(path);
  }

  async download(path: string, { method = "GET", headers, query, failure }: DownloadOptions): Promise<Download> {
    const call = callOf({ method, path }, failure);
    const own = { ...this.#headers, accept: "*/*", ...headers };
    const request: WireRequest = { method, target: path + plainQuery(query), headers: own, body: null };
    const policy = { deadlineAt: this.#deadlineAt, signal: this.#caller.signal, repeatable: true };
    return this.#logged(call, () => startDownload(this.#shared, call, request, policy, this.#secrets));
  }

  create<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    attributes: Attributes,
    { nulls = [], ...options }: CreateOptions,
  ) {
    const isGiven = (name: string, value: unknown) => !isLeftEmpty(value) || (value === null && nulls.includes(name));
    const given = Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isGiven(name, value)));
    const data = { type: resource.type, attributes: this.#spell(given, resource.schema) };
    const draft: Draft = { method: "POST", path, query: plainQuery(options.query), data };
    return this.#call(draft, options, (response) => readWritten(response, resource));
  }

  async update<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ) {
    if (Object.keys(attributes).length === 0) return null;
    const data = { type: resource.type, id, attributes: this.#spell(attributes, resource.schema) };
    const draft: Draft = { method: "PATCH", path, query: plainQuery(options.query), data };
    return this.#call(draft, options, (response) => readWritten(response, resource));
  }

  /** Some services respond with the removed record, which is not read. */
  remove(path: string, options: VersionedWriteOptions): Promise<void> {
    return this.#call({ method: "DELETE", path, query: plainQuery(options.query) }, options, () => undefined);
  }

  act<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    input: Attributes,
    options: ActionOptions,
  ): Promise<z.output<Schema> | null>;
  act<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    input: Attributes,
    options: PlainActionOptions,
  ): Promise<z.output<Schema>>;
  act(path: string, shape: Resource | z.ZodMiniType, input: Attributes, options: ActionOptions): Promise<unknown> {
    const { method = "POST", query } = options;
    const [resourceType, schema] = isResource(shape) ? [shape.type, shape.schema] : [undefined, shape];
    const hasInput = method === "POST" || method === "PATCH";
    const { type = resourceType } = options;
    const data = hasInput ? { type, attributes: this.#spell(input, schema) } : undefined;
    return this.#call({ method, path, query: plainQuery(query), data }, options, (response) =>
      isResource(shape) ? readWritten(response, shape) : readAction(response.body, shape),
    );
  }

  #spell(attributes: Attributes, schema: z.ZodMiniType): JsonObject {
    return this.#shared.attributeCase === "snake" ? inSnakeCase(attributes, schema) : attributes;
  }

  /** Reads with as much of the query as the service offers. */
  #read<T>(
    path: string,
    parameters: ReadonlyMap<string, string>,
    { optional = [], headers, failure }: ReadOptions,
    read: (response: ApiResponse) => T,
  ): Promise<T> {
    const draftOf = (asked: ReadonlyMap<string, string>): Draft => {
      return { method: "GET", path, query: writeQuery(asked), headers };
    };
    return askOptionally(
      this.#shared.features,
      { path, parameters, optional },
      {
        ask: (asked) => this.#call(draftOf(asked), { failure }, read),
        tryOut: (asked) => this.#send(callOf(draftOf(asked), failure), draftOf(asked), { failure }, read),
      },
    );
  }

  /** Sends a call and reads its response. */
  async #call<T>(draft: Draft, options: ActionOptions, read: (response: ApiResponse) => T): Promise<T> {
    const call = callOf(draft, options.failure);
    const result = () => this.#logged(call, () => this.#send(call, draft, options, read));
    if (draft.method === "GET") return result();
    this.#caller.onOutdated?.("write");
    return result().finally(() => this.#caller.onOutdated?.("write"));
  }

  async #send<T>(call: Call, draft: Draft, options: ActionOptions, read: (response: ApiResponse) => T): Promise<T> {
    const response = await this.#exchange(call, draft, options);
    if (!isSuccess(response)) throw refusalError(call, response);
    return readAs(call, response, read);
  }

  /** Logs a failed call once, and throws it. */
  async #logged<T>(call: Call, send: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const end = (outcome: string) => this.#shared.onCall?.(endedCall(call, outcome, begun));
    try {
      const result = await send();
      end("ok");
      if (call.attempts > 1) logRepetition(this.#shared.log, this.#caller.requestId, call);
      return result;
    } catch (error) {
      const thrown = unansweredError(call, error);
      end(outcomeOf(thrown));
      if (thrown instanceof ApiError) {
        logFailure(this.#shared.log, this.#caller.requestId, thrown);
        if (thrown.kind === "unauthenticated" || thrown.kind === "forbidden") this.#caller.onOutdated?.("refusal");
        if (thrown.kind === "unauthenticated") await this.#caller.onUnauthenticated?.();
      }
      throw thrown;
    }
  }

  #exchange(call: Call, draft: Draft, options: ActionOptions): Promise<ApiResponse> {
    const { send, resilience, idempotency } = this.#shared;
    const isWrite = draft.method !== "GET";
    const request = requestOf(draft, this.#headers, options);
    const markSent = (): void => {
      call.inDoubt = isWrite;
    };
    return resilience.run(
      async (signal) => {
        const earlierDoubt = call.inDoubt;
        call.attempts += 1;
        const response = parseResponse(await send(request, markSent, signal), this.#secrets);
        call.inDoubt = isWrite && isInDoubt(response, earlierDoubt);
        return response;
      },
      {
        deadlineAt: this.#deadlineAt,
        signal: isWrite ? undefined : this.#caller.signal,
        repeatable: !isWrite || (idempotency && options.key !== undefined),
      },
    );
  }
}

function readRecord<Schema extends z.ZodMiniObject>(
  response: ApiResponse,
  resource: Resource<Schema>,
): z.output<Schema> {
  return readOne(response.body, resource, response.header("etag"));
}

/** The record that a write gave; null for an empty response: it is written all the same. */
function readWritten<Schema extends z.ZodMiniObject>(response: ApiResponse, resource: Resource<Schema>) {
  return response.body === undefined ? null : readRecord(response, resource);
}

function readAs<T>(call: Call, response: ApiResponse, read: (response: ApiResponse) => T): T {
  try {
    return read(response);
  } catch (error) {
    throw unreadableError(call, response, error);
  }
}

type Headers = Readonly<Record<string, string>>;

interface Draft {
  readonly method: WireRequest["method"];
  readonly path: string;
  readonly query: string;
  readonly data?: JsonObject | undefined;
  /** Of a call that only reads. */
  readonly headers?: Headers | undefined;
}

/** The call as it is sent. @param shared the headers of every call */
function requestOf(
  { method, path, query, data, headers }: Draft,
  shared: Headers,
  { key, etag }: Pick<ActionOptions, "key" | "etag">,
): WireRequest {
  return {
    method,
    target: path + query,
    headers: { ...shared, ...(method === "GET" ? headers : writeHeaders(key, etag)) },
    body: data === undefined ? null : JSON.stringify({ data }),
  };
}

function writeHeaders(key: string | undefined, etag: string | null | undefined): Headers {
  // A structured-field string (RFC 8941), encoded so that any key stays within its quotes.
  const headers = { "idempotency-key": `"${encodeURIComponent(key?.toWellFormed() ?? randomUUID())}"` };
  return etag ? { ...headers, "if-match": etag } : headers;
}

/**
 * Starts a download under the policies that all downloads share, which apply until the response's headers are here.
 * @throws NoResponse, and ApiError for an error response
 */
async function startDownload(
  { download, downloadResilience, limits }: SharedConnection,
  call: Call,
  request: WireRequest,
  policy: CallPolicy,
  secrets: readonly string[],
): Promise<Download> {
  const bytes: { opened: DownloadResponse | null } = { opened: null };
  const response = await downloadResilience.run(async (signal): Promise<ApiResponse> => {
    call.attempts += 1;
    const opened = await download(request, signal);
    const { status, header } = opened;
    bytes.opened = isNoError(status) ? opened : null;
    if (bytes.opened) return { status, header, body: undefined };
    return parseResponse({ status, header, text: await readText(opened.body, limits.maxResponseBytes) }, secrets);
  }, policy);
  if (bytes.opened === null) throw refusalError(call, response);
  return bytes.opened;
}

function isNoError(status: number): boolean {
  return isSuccess({ status }) || status === 304 || status === 416;
}
