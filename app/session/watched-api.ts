import type * as z from "zod/mini";
import type {
  ActionOptions,
  Api,
  Attributes,
  CallOptions,
  OpenedBytes,
  OpenOptions,
  ReadOptions,
  VersionedWriteOptions,
  WriteOptions,
} from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { Page } from "../json-api/page.ts";
import { isResource, type Resource } from "../json-api/resource.ts";

/** The same API; `onUnauthenticated` is told when the service no longer takes the session's token, whoever called. */
export function watchApi(api: Api, onUnauthenticated: () => Promise<void>): Api {
  return new WatchedApi(api, onUnauthenticated);
}

class WatchedApi implements Api {
  readonly #api: Api;
  readonly #onUnauthenticated: () => Promise<void>;

  constructor(api: Api, onUnauthenticated: () => Promise<void>) {
    this.#api = api;
    this.#onUnauthenticated = onUnauthenticated;
  }

  list<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    options: CallOptions,
  ): Promise<Page<z.output<Schema>>> {
    return this.#watch(this.#api.list(path, resource, options));
  }

  find<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    options: ReadOptions,
  ): Promise<z.output<Schema>> {
    return this.#watch(this.#api.find(path, resource, options));
  }

  open(path: string, options: OpenOptions): Promise<OpenedBytes> {
    return this.#watch(this.#api.open(path, options));
  }

  create<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    attributes: Attributes,
    options: WriteOptions,
  ): Promise<z.output<Schema>> {
    return this.#watch(this.#api.create(path, resource, attributes, options));
  }

  update<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ): Promise<z.output<Schema>> {
    return this.#watch(this.#api.update(path, resource, id, attributes, options));
  }

  remove(path: string, options: VersionedWriteOptions): Promise<void> {
    return this.#watch(this.#api.remove(path, options));
  }

  act<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    input: Attributes,
    options: ActionOptions,
  ): Promise<z.output<Schema>>;
  act<Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    input: Attributes,
    options: ActionOptions,
  ): Promise<z.output<Schema>>;
  act(path: string, schema: Resource | z.ZodMiniType, input: Attributes, options: ActionOptions): Promise<unknown> {
    return this.#watch(
      isResource(schema) ? this.#api.act(path, schema, input, options) : this.#api.act(path, schema, input, options),
    );
  }

  async #watch<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof ApiError && error.kind === "unauthenticated") await this.#onUnauthenticated();
      throw error;
    }
  }
}
