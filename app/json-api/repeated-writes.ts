import type * as z from "zod/mini";
import type {
  ActionOptions,
  Api,
  Attributes,
  CreateOptions,
  DownloadOptions,
  ListOptions,
  PlainActionOptions,
  ReadOptions,
  VersionedWriteOptions,
} from "./api.ts";
import { ApiError } from "./api-error.ts";
import type { Resource } from "./resource.ts";

/**
 * The calls of a form that is sent again because nobody knows whether it was written, to a service that does not honor keys. What
 * could then be there twice is not sent: a new record without an id of ours, and any action.
 */
export class RepeatedWrites implements Api {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  get service() {
    return this.#api.service;
  }

  get patience(): number {
    return this.#api.patience;
  }

  withSignal(signal: AbortSignal): Api {
    return new RepeatedWrites(this.#api.withSignal(signal));
  }

  list<Schema extends z.ZodMiniObject>(path: string, shape: Resource<Schema>, options: ListOptions) {
    return this.#api.list(path, shape, options);
  }

  find<Schema extends z.ZodMiniObject>(path: string, shape: Resource<Schema>, options: ReadOptions) {
    return this.#api.find(path, shape, options);
  }

  download(path: string, options: DownloadOptions) {
    return this.#api.download(path, options);
  }

  /** With an id of ours the service itself refuses the second one, and the first is found. */
  async create<Schema extends z.ZodMiniObject>(
    path: string,
    shape: Resource<Schema>,
    attributes: Attributes,
    options: CreateOptions,
  ) {
    if (!this.service.writes.ids || options.key === undefined) throw unknown(path, options);
    return this.#api.create(path, shape, attributes, options);
  }

  /** The same change twice is one change. */
  update<Schema extends z.ZodMiniObject>(
    path: string,
    shape: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ) {
    return this.#api.update(path, shape, id, attributes, options);
  }

  async remove(path: string, options: VersionedWriteOptions): Promise<void> {
    try {
      await this.#api.remove(path, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "missing") throw error;
    }
  }

  act<Schema extends z.ZodMiniObject>(
    path: string,
    shape: Resource<Schema>,
    input: Attributes,
    options: ActionOptions,
  ): Promise<z.output<Schema> | null>;
  act<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    input: Attributes,
    options: PlainActionOptions,
  ): Promise<z.output<Schema>>;
  async act(path: string, shape: Resource | z.ZodMiniType, input: Attributes, options: ActionOptions) {
    if (options.method !== "GET") throw unknown(path, options);
    const read = { ...options, method: options.method };
    return "schema" in shape ? this.#api.act(path, shape, input, read) : this.#api.act(path, shape, input, read);
  }
}

function unknown(path: string, { failure }: ListOptions): ApiError {
  const call = { status: null, code: null, errorId: null, pointers: [], attempts: 0 };
  return new ApiError(failure, "unknown-outcome", { method: "POST", path, ...call, reason: "not sent twice" });
}
