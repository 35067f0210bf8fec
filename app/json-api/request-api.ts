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
import { ApiError, failedCall } from "./api-error.ts";
import { endedCall, logFailure, logRepetition, logUnread, outcomeOf, tokenRefused } from "./call-log.ts";
import { readAction, readList, readOne, ShapeMismatch } from "./document.ts";
import { type Call, callOf, failureOf, refusalError, unansweredError, unreadableError } from "./failure.ts";
import { readText } from "./fetch-transport.ts";
import { holds } from "./held-values.ts";
import type { JsonObject } from "./json-object.ts";
import { listParameters, plainParameters, plainQuery, type Query } from "./query.ts";
import { isLeftEmpty } from "./record.ts";
import type { CallPolicy } from "./resilience.ts";
import { isResource, type Resource } from "./resource.ts";
import { type ApiResponse, isSuccess, parseResponse } from "./response.ts";
import { offers, offersWrite, pathAt, type Service, wordOf } from "./service.ts";
import { queryAt } from "./service-query.ts";
import { recordAt } from "./service-record.ts";
import type { ApiCaller, SharedConnection } from "./shared-connection.ts";
import type { DownloadResponse, WireRequest } from "./transport.ts";

/** The service refuses a token that is nobody's session: signing in again would not help. */
function refusedToken({ message, cause }: ApiError): ApiError {
  return new ApiError(message, "no-access", cause);
}

/** A write that is not sent, since it may be there already. */
function unsent(method: string, path: string, options: ActionOptions): ApiError {
  return new ApiError(
    failureOf(method, options),
    "unknown-outcome",
    failedCall({ method, path, reason: "not sent twice" }),
  );
}

function notOffered({ method, path }: Pick<Draft, "method" | "path">, options: ReadOptions): ApiError {
  return new ApiError(
    failureOf(method, options),
    "not-offered",
    failedCall({ method, path, reason: "not in the service's description" }),
  );
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

  list<Schema extends z.ZodMiniObject>(path: string, resource: Resource<Schema>, options: ListOptions = {}) {
    const parameters = listParameters(options.query);
    const asked = Math.min(Number(parameters.get("page[limit]")), this.service.paging.largest);
    const reading = {
      service: this.service,
      asked: Number.isNaN(asked) ? null : asked,
      onUnread: (mismatch: ShapeMismatch) => logUnread(this.#shared.log, this.#caller.requestId, path, mismatch),
    };
    return this.#read(path, resource, parameters, options, ({ body }) => readList(body, resource, reading));
  }

  find<Schema extends z.ZodMiniObject>(path: string, resource: Resource<Schema>, options: ReadOptions = {}) {
    const parameters = plainParameters(options.query);
    const read = (response: ApiResponse) => readRecord(response, resource, this.service);
    return this.#read(path, resource, parameters, options, read);
  }

  async download(path: string, { method = "GET", headers, query, ...options }: DownloadOptions): Promise<Download> {
    const call = callOf({ method, path }, options);
    const own = { ...this.#headers, accept: "*/*", ...headers };
    if (!offers(this.service, wordOf(path))) throw notOffered({ method: "GET", path }, options);
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
    if (this.#caller.isRepeat === true && id === undefined) throw unsent("POST", path, options);
    const data = {
      ...recordAt(this.service, { path, type: resource.type }, given, resource.schema),
      ...(id !== undefined && { id }),
    };
    const draft: Draft = {
      method: "POST",
      path,
      query: this.#writeQuery(path, resource.type, options.query),
      data,
      write: "create",
    };
    const written = this.#call(draft, options, (response) => this.#readWritten(response, resource, given));
    return id === undefined ? written : written.catch((error) => this.#findOwn(error, path, resource, id));
  }

  /** The record of an id of ours, where the service refuses to create it a second time: an earlier send did. */
  async #findOwn<Schema extends z.ZodMiniObject>(error: unknown, path: string, resource: Resource<Schema>, id: string) {
    const isRefused = error instanceof ApiError && (error.cause.status === 403 || error.cause.status === 409);
    if (!isRefused) throw error;
    return this.find(`${path}/${id}`, resource).catch(() => Promise.reject(error));
  }

  async update<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ) {
    if (Object.keys(attributes).length === 0) return null;
    const data = { id, ...recordAt(this.service, { path, type: resource.type }, attributes, resource.schema) };
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
    if (this.#caller.isRepeat === true && method !== "GET") throw unsent(method, path, options);
    const [resourceType, schema] = isResource(shape) ? [shape.type, shape.schema] : [undefined, shape];
    const hasInput = method === "POST" || method === "PATCH";
    const { type = resourceType } = options;
    const data = hasInput ? recordAt(this.service, { path, type }, input, schema) : undefined;
    return this.#call({ method, path, query: plainQuery(query), data }, options, (response) =>
      isResource(shape) ? this.#readWritten(response, shape, {}) : readAction(response.body, shape),
    );
  }

  /** Services that take no includes with a write may have written when they refuse them. */
  #writeQuery(path: string, type: string, query: Query | undefined): string {
    if (this.service.isWhole) return plainQuery(query);
    const taken = [...plainParameters(query)].filter(([name]) => this.service.writes.include || name !== "include");
    return queryAt(this.service, { path, type }, new Map(taken)) ?? "";
  }

  #read<T>(
    path: string,
    { type }: Resource,
    parameters: ReadonlyMap<string, string>,
    { headers, ...options }: ReadOptions,
    read: (response: ApiResponse) => T,
  ): Promise<T> {
    const query = queryAt(this.service, { path, type }, parameters);
    const draft: Draft = { method: "GET", path, query: query ?? "", headers };
    if (query === null) return Promise.reject(notOffered(draft, options));
    return this.#call(draft, options, read);
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
    if (!isOffered(this.service, draft)) throw notOffered(draft, options);
    const call = callOf(draft, options);
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
  if (service.isWhole) return true;
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
