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
import { ApiError } from "./api-error.ts";
import { endedCall, logFailure, logRepetition, outcomeOf } from "./call-log.ts";
import { isLeftEmpty } from "./changed-attributes.ts";
import { readAction, readList, readOne } from "./document.ts";
import { startDownload } from "./download.ts";
import { type Draft, type Headers, requestOf } from "./draft.ts";
import { type Call, callOf, refusalError, unansweredError, unreadableError } from "./failure.ts";
import type { JsonObject } from "./json-object.ts";
import { askIfThere } from "./missing-list.ts";
import { askOptionally } from "./optional-query.ts";
import { listParameters, plainParameters, plainQuery, writeQuery } from "./query.ts";
import { isResource, type Resource } from "./resource.ts";
import { type ApiResponse, isSuccess, parseResponse } from "./response.ts";
import { inSnakeCase } from "./schema-names.ts";
import type { ApiCaller, SharedConnection } from "./shared-connection.ts";
import type { WireRequest } from "./transport.ts";
import { isInDoubt } from "./write-outcome.ts";

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
    return this.#read(path, plainParameters(options.query), options, (answer) => readRecord(answer, resource));
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
    return this.#call(draft, options, (answer) => readWritten(answer, resource));
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
    return this.#call(draft, options, (answer) => readWritten(answer, resource));
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
    return this.#call({ method, path, query: plainQuery(query), data }, options, (answer) =>
      isResource(shape) ? readWritten(answer, shape) : readAction(answer.body, shape),
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
    read: (answer: ApiResponse) => T,
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
  async #call<T>(draft: Draft, options: ActionOptions, read: (answer: ApiResponse) => T): Promise<T> {
    const call = callOf(draft, options.failure);
    const result = () => this.#logged(call, () => this.#send(call, draft, options, read));
    if (draft.method === "GET") return result();
    this.#caller.onOutdated?.("write");
    return result().finally(() => this.#caller.onOutdated?.("write"));
  }

  async #send<T>(call: Call, draft: Draft, options: ActionOptions, read: (answer: ApiResponse) => T): Promise<T> {
    const answer = await this.#exchange(call, draft, options);
    if (!isSuccess(answer)) throw refusalError(call, answer);
    return readAs(call, answer, read);
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
        const answer = parseResponse(await send(request, markSent, signal), this.#secrets);
        call.inDoubt = isWrite && isInDoubt(answer, earlierDoubt);
        return answer;
      },
      {
        deadlineAt: this.#deadlineAt,
        signal: isWrite ? undefined : this.#caller.signal,
        repeatable: !isWrite || (idempotency && options.key !== undefined),
      },
    );
  }
}

function readRecord<Schema extends z.ZodMiniObject>(answer: ApiResponse, resource: Resource<Schema>): z.output<Schema> {
  return readOne(answer.body, resource, answer.header("etag"));
}

/** The record that a write gave; null for an empty answer: it is written all the same. */
function readWritten<Schema extends z.ZodMiniObject>(answer: ApiResponse, resource: Resource<Schema>) {
  return answer.body === undefined ? null : readRecord(answer, resource);
}

function readAs<T>(call: Call, answer: ApiResponse, read: (answer: ApiResponse) => T): T {
  try {
    return read(answer);
  } catch (error) {
    throw unreadableError(call, answer, error);
  }
}
