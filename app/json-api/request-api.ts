import { createHash, randomUUID } from "node:crypto";
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
import { readAction, readList, readOne, ShapeMismatch } from "./document.ts";
import { type Call, callOf, refusalError, unansweredError, unreadableError } from "./failure.ts";
import { readText } from "./fetch-transport.ts";
import { holds } from "./held-values.ts";
import type { JsonObject } from "./json-object.ts";
import { pathForLogs } from "./path.ts";
import { listParameters, plainParameters, plainQuery, type Query } from "./query.ts";
import { isLeftEmpty } from "./record.ts";
import type { CallPolicy } from "./resilience.ts";
import { isResource, type Resource } from "./resource.ts";
import { type ApiResponse, isSuccess, parseResponse } from "./response.ts";
import { spelled } from "./schema-names.ts";
import { listWordOf, offers, offersWrite, pathAt, type Service, wordOf } from "./service.ts";
import { attributeAt, queryAt } from "./service-query.ts";
import type { ApiCaller, ApiLog, EndedCall, SharedConnection } from "./shared-connection.ts";
import { cancelled, type DownloadResponse, type WireRequest } from "./transport.ts";

/** For a call that is not made. */
const unmade = { status: null, code: null, errorId: null, pointers: [], attempts: 0 };

/** The service refuses a token that is nobody's session: signing in again would not help. */
function refusedToken({ message, cause }: ApiError): ApiError {
  return new ApiError(message, "no-access", cause);
}

/** A write that is not sent, since it may be there already. */
function unsent(method: string, path: string, failure: string): ApiError {
  return new ApiError(failure, "unknown-outcome", { method, path, ...unmade, reason: "not sent twice" });
}

function notOffered({ method, path }: Draft, failure: string): ApiError {
  return new ApiError(failure, "not-offered", { method, path, ...unmade, reason: "not in the service's description" });
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
function logFailure(log: ApiLog, requestId: string, { kind, cause }: ApiError, service: Service): void {
  const fields = { requestId, kind, ...cause };
  if (isDescribed(service, cause)) log.warn(fields, unlikeDescription);
  else if (cause.reason === cancelled) log.info(fields, "upstream call was canceled");
  else if (expected.has(kind)) log.info(fields, "upstream refused a call");
  else log.warn(fields, "upstream call failed");
}

function logUnread(log: ApiLog, requestId: string, path: string, { message, path: place }: ShapeMismatch): void {
  log.warn({ requestId, path: pathForLogs(path), reason: `${place}: ${message}` }, "upstream list was read in part");
}

const tokenRefused = "upstream refused the token in API_TOKEN";
const unlikeDescription =
  "upstream refused what its description in API_SERVICE has: npm run check-api -- URL --write service.json learns it anew";

/** Statuses with which services refuse a call or a query that they do not have. */
const unknownCalls: ReadonlySet<number | null> = new Set([400, 404, 405, 422, 501]);

/** Whether a service refuses to read a list that its description has. */
function isDescribed(service: Service, { method, path, status }: ApiError["cause"]): boolean {
  if (service.isWhole || method !== "GET" || !unknownCalls.has(status)) return false;
  return wordOf(path) in service.lists && wordOf(path) === path.slice(1);
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

  get service(): Service {
    return this.#shared.service;
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
    const parameters = listParameters(options.query);
    const asked = Math.min(Number(parameters.get("page[limit]")), this.service.paging.largest);
    const reading = {
      service: this.service,
      asked: Number.isNaN(asked) ? null : asked,
      onUnread: (mismatch: ShapeMismatch) => logUnread(this.#shared.log, this.#caller.requestId, path, mismatch),
    };
    return this.#read(path, resource, parameters, options, ({ body }) => readList(body, resource, reading));
  }

  find<Schema extends z.ZodMiniObject>(path: string, resource: Resource<Schema>, options: ReadOptions) {
    const parameters = plainParameters(options.query);
    const read = (response: ApiResponse) => readRecord(response, resource, this.service);
    return this.#read(path, resource, parameters, options, read);
  }

  async download(path: string, { method = "GET", headers, query, failure }: DownloadOptions): Promise<Download> {
    const call = callOf({ method, path }, failure);
    const own = { ...this.#headers, accept: "*/*", ...headers };
    if (!offers(this.service, wordOf(path))) throw notOffered({ method: "GET", path, query: "" }, failure);
    const target = pathAt(this.service, path) + plainQuery(query);
    const request: WireRequest = { method, target, headers: own, body: null };
    const policy = { deadlineAt: this.#deadlineAt, signal: this.#caller.signal, repeatable: true };
    return this.#logged(call, () => startDownload(this.#shared, call, request, policy, this.#secrets));
  }

  async create<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    attributes: Attributes,
    { nulls = [], ...options }: CreateOptions,
  ) {
    const isGiven = (name: string, value: unknown) => !isLeftEmpty(value) || (value === null && nulls.includes(name));
    const given = Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isGiven(name, value)));
    const id = this.service.writes.ids && options.key !== undefined ? idOf(options.key, path) : undefined;
    if (this.#caller.isRepeat === true && id === undefined) throw unsent("POST", path, options.failure);
    const data = { ...this.#data(path, resource.type, given, resource.schema), ...(id !== undefined && { id }) };
    const draft: Draft = {
      method: "POST",
      path,
      query: this.#writeQuery(path, resource.type, options.query),
      data,
      write: "create",
    };
    const written = this.#call(draft, options, (response) => this.#readWritten(response, resource, given));
    return id === undefined ? written : written.catch((error) => this.#findOwn(error, path, resource, id, options));
  }

  /** The record of an id of ours, where the service refuses to create it a second time: an earlier send did. */
  async #findOwn<Schema extends z.ZodMiniObject>(
    error: unknown,
    path: string,
    resource: Resource<Schema>,
    id: string,
    { failure }: CreateOptions,
  ) {
    const isRefused = error instanceof ApiError && (error.cause.status === 403 || error.cause.status === 409);
    if (!isRefused) throw error;
    return this.find(`${path}/${id}`, resource, { failure }).catch(() => Promise.reject(error));
  }

  async update<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ) {
    if (Object.keys(attributes).length === 0) return null;
    const data = { id, ...this.#data(path, resource.type, attributes, resource.schema) };
    const draft: Draft = {
      method: "PATCH",
      path,
      query: this.#writeQuery(path, resource.type, options.query),
      data,
      write: "update",
    };
    return this.#call(draft, options, (response) => this.#readWritten(response, resource, attributes));
  }

  /** Some services respond with the removed record, which is not read. */
  remove(path: string, options: VersionedWriteOptions): Promise<void> {
    const draft: Draft = { method: "DELETE", path, query: this.#writeQuery(path, "", options.query), write: "remove" };
    return this.#call(draft, options, () => undefined).catch((error: unknown) => {
      // An earlier send removed it.
      const isDone = this.#caller.isRepeat === true && error instanceof ApiError && error.kind === "missing";
      if (!isDone) throw error;
    });
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
  async act(
    path: string,
    shape: Resource | z.ZodMiniType,
    input: Attributes,
    options: ActionOptions,
  ): Promise<unknown> {
    const { method = "POST", query } = options;
    if (this.#caller.isRepeat === true && method !== "GET") throw unsent(method, path, options.failure);
    const [resourceType, schema] = isResource(shape) ? [shape.type, shape.schema] : [undefined, shape];
    const hasInput = method === "POST" || method === "PATCH";
    const { type = resourceType } = options;
    const data = hasInput ? this.#data(path, type, input, schema) : undefined;
    return this.#call({ method, path, query: plainQuery(query), data }, options, (response) =>
      isResource(shape) ? this.#readWritten(response, shape, {}) : readAction(response.body, shape),
    );
  }

  /** What is sent of a record: its type, attributes and links as the service has them. */
  #data(path: string, type: string | undefined, attributes: Attributes, schema: z.ZodMiniType): JsonObject {
    const { service } = this;
    const { names, writes } = service;
    if (service.isWhole) return { type, attributes: spelled(attributes, schema, names.attributes) };
    const { lists } = service;
    const list = lists[wordOf(path)];
    const targets = Object.keys(attributes).flatMap((name) => {
      const stem = writes.links === "linkage" ? /^(.+)Id$/.exec(name)?.[1] : undefined;
      const target = stem === undefined ? undefined : lists[listWordOf(stem)];
      return stem === undefined || target === undefined ? [] : [{ name, stem, type: target.type }];
    });
    const links = targets.map(({ name, stem, type }) => {
      const id = attributes[name];
      return [attributeAt(list, stem, names.attributes), { data: typeof id === "string" ? { type, id } : null }];
    });
    const own = Object.entries(attributes).filter(([name]) => targets.every((target) => target.name !== name));
    const written = Object.entries(spelled(Object.fromEntries(own), schema, names.attributes));
    return {
      type: list?.type ?? type,
      attributes: Object.fromEntries(
        written.map(([name, value]) => [attributeAt(list, name, names.attributes), value]),
      ),
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
    };
  }

  /** Services that take no includes with a write may have written when they refuse them. */
  #writeQuery(path: string, type: string, query: Query | undefined): string {
    if (this.service.isWhole) return plainQuery(query);
    const taken = [...plainParameters(query)].filter(([name]) => this.service.writes.include || name !== "include");
    return queryAt(this.service, { word: wordOf(path), type }, new Map(taken)) ?? "";
  }

  #read<T>(
    path: string,
    { type }: Resource,
    parameters: ReadonlyMap<string, string>,
    { headers, failure }: ReadOptions,
    read: (response: ApiResponse) => T,
  ): Promise<T> {
    const query = queryAt(this.service, { word: wordOf(path), type }, parameters);
    const draft: Draft = { method: "GET", path, query: query ?? "", headers };
    if (query === null) return Promise.reject(notOffered(draft, failure));
    return this.#call(draft, { failure }, read);
  }

  /**
   * The record that a write gave; null where it gave none that can be read: it is written all the same. What the record holds
   * otherwise than it was sent is told.
   */
  #readWritten<Schema extends z.ZodMiniObject>(
    response: ApiResponse,
    resource: Resource<Schema>,
    sent: Attributes,
  ): z.output<Schema> | null {
    if (response.body === undefined) return null;
    try {
      const written = readRecord(response, resource, this.service);
      if (!this.service.isWhole) this.#tellUnkept(sent, written, resource);
      return written;
    } catch (error) {
      if (!(error instanceof ShapeMismatch) || this.service.isWhole) throw error;
      return null;
    }
  }

  #tellUnkept(sent: Attributes, written: object, { schema }: Resource): void {
    const held = new Map(Object.entries(written));
    const shown = Object.entries(sent).filter(([name, value]) => name in schema.shape && !isLeftEmpty(value));
    const unkept = shown.filter(([name, value]) => !holds(held.get(name), value));
    if (unkept.length > 0) this.#caller.onUnkept?.(unkept.map(([name]) => name));
  }

  /** Sends a call and reads its response. */
  async #call<T>(draft: Draft, options: ActionOptions, read: (response: ApiResponse) => T): Promise<T> {
    if (!isOffered(this.service, draft)) throw notOffered(draft, options.failure);
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
        const isOwnRefused = thrown.kind === "unauthenticated" && this.#caller.isOwnToken === true;
        if (isOwnRefused) this.#shared.log.warn({ requestId: this.#caller.requestId, ...thrown.cause }, tokenRefused);
        else logFailure(this.#shared.log, this.#caller.requestId, thrown, this.service);
        if (isOwnRefused) throw refusedToken(thrown);
        if (thrown.kind === "unauthenticated" || thrown.kind === "forbidden") this.#caller.onOutdated?.("refusal");
        if (thrown.kind === "unauthenticated") await this.#caller.onUnauthenticated?.();
      }
      throw thrown;
    }
  }

  #exchange(call: Call, draft: Draft, options: ActionOptions): Promise<ApiResponse> {
    const { send, resilience, service, holding } = this.#shared;
    const isWrite = draft.method !== "GET";
    const request = requestOf({ ...draft, path: pathAt(service, draft.path) }, this.#headers, options);
    const repeatable = !isWrite || (service.keys && options.key !== undefined);
    const markSent = (): void => {
      call.inDoubt = isWrite;
    };
    return resilience.run(
      async (signal) => {
        const earlierDoubt = call.inDoubt;
        call.attempts += 1;
        holding?.check(this.#caller.token ?? "");
        const received = await send(request, markSent, signal);
        holding?.note(this.#caller.token ?? "", received);
        // What a write answered tells nothing of the write where it cannot be read, and cannot be asked for again.
        const response = parseResponse(received, this.#secrets, repeatable);
        call.inDoubt = isWrite && isInDoubt(response, earlierDoubt);
        return response;
      },
      {
        deadlineAt: this.#deadlineAt,
        signal: isWrite ? undefined : this.#caller.signal,
        repeatable,
      },
    );
  }
}

function readRecord<Schema extends z.ZodMiniObject>(
  response: ApiResponse,
  resource: Resource<Schema>,
  service: Service,
): z.output<Schema> {
  return readOne(response.body, resource, response.header("etag"), service);
}

/** Whether the service has a call; a create or change also needs its list to take one. */
function isOffered(service: Service, { path, write }: Draft): boolean {
  const word = wordOf(path);
  return write === undefined ? offers(service, word) : offersWrite(service, word, write);
}

/** An id for a new record that every send of its form has alike. @param key of the form */
function idOf(key: string, path: string): string {
  const digest = createHash("sha256").update(`${path} ${key}`).digest("hex");
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
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
  /** What it does to a record of its list; absent for reads and other actions. */
  readonly write?: "create" | "update" | "remove";
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
