import * as z from "zod/mini";
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
import { isObject } from "./json-object.ts";
import { isLeftEmpty } from "./record.ts";
import { type Resource, resource } from "./resource.ts";

/** How far two services' clocks may be apart, in milliseconds. */
const clockSkew = 60_000;

/**
 * The calls of a form that is sent again because nobody knows whether it was written, to a service that does not honor keys. What
 * it would create is looked for first; an action, which could not be found again, is not repeated.
 */
export class RepeatedWrites implements Api {
  readonly #api: Api;
  readonly #sentBefore: Date;

  /** @param sentBefore when the form was sent for the first time */
  constructor(api: Api, sentBefore: Date) {
    this.#api = api;
    this.#sentBefore = sentBefore;
  }

  get patience(): number {
    return this.#api.patience;
  }

  withSignal(signal: AbortSignal): Api {
    return new RepeatedWrites(this.#api.withSignal(signal), this.#sentBefore);
  }

  list<Schema extends z.ZodMiniObject>(path: string, shape: Resource<Schema>, options: ListOptions) {
    return this.#api.list(path, shape, options);
  }

  find<Schema extends z.ZodMiniObject>(path: string, shape: Resource<Schema>, options: ReadOptions) {
    return this.#api.find(path, shape, options);
  }

  lacking(path: string) {
    return this.#api.lacking(path);
  }

  download(path: string, options: DownloadOptions) {
    return this.#api.download(path, options);
  }

  async create<Schema extends z.ZodMiniObject>(
    path: string,
    shape: Resource<Schema>,
    attributes: Attributes,
    options: CreateOptions,
  ) {
    const id = await this.#findWritten(path, shape, attributes, options);
    if (id === null) return this.#api.create(path, shape, attributes, options);
    return this.#api.find(`${path}/${id}`, shape, options).catch(() => null);
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
    if (options.method !== "GET") throw this.#unknown(path, options, "an action is not repeated");
    const read = { ...options, method: options.method };
    return "schema" in shape ? this.#api.act(path, shape, input, read) : this.#api.act(path, shape, input, read);
  }

  /**
   * The id of the record that an earlier send created; null when there is none among the newest.
   * @throws ApiError "unknown-outcome" where that cannot be told
   */
  async #findWritten(path: string, { type, schema }: Resource, attributes: Attributes, options: CreateOptions) {
    const wanted = Object.entries(attributes).filter(([, value]) => !isLeftEmpty(value));
    const shape = wanted.map(([name]) => [name, schema.shape[name] ?? z.unknown()] as const);
    const written = resource(type, { ...lenient(Object.fromEntries(shape)), insertedAt: z.unknown() });
    const { items } = await this.#api.list(path, written, { failure: options.failure }).catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === "unauthenticated") throw error;
      throw this.#unknown(path, options, "the records cannot be listed");
    });
    for (const { id, ...record } of items) {
      const found: Readonly<Record<string, unknown>> = record;
      const insertedAt = momentOf(record.insertedAt);
      if (insertedAt < this.#sentBefore.getTime() - clockSkew) continue;
      const different = wanted.filter(([name, value]) => !holds(found[name], value));
      if (different.length === 0 && !Number.isNaN(insertedAt)) return id;
      // Without its time, or with what the service does not show, it may be another one that says the same.
      if (different.every(([name]) => isLeftEmpty(found[name]))) throw this.#unknown(path, options, "one like it");
    }
    return null;
  }

  #unknown(path: string, { failure }: ListOptions, reason: string): ApiError {
    const call = { status: null, code: null, errorId: null, pointers: [], attempts: 0 };
    return new ApiError(failure, "unknown-outcome", { method: "POST", path, ...call, reason });
  }
}

/** Values as the app reads them; one that it cannot read is none. */
function lenient(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.catch(schema, undefined)]));
}

/**
 * Whether a value of a record is what was sent: services add members, trim texts, change their case, and write phone numbers in
 * their own way.
 */
function holds(found: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(found) && found.length === sent.length && sent.every((one, at) => holds(found[at], one));
  }
  if (!isObject(sent)) return textOf(found) === textOf(sent);
  const members = Object.entries(sent).filter(([, value]) => !isLeftEmpty(value));
  return isObject(found) && members.every(([name, value]) => holds(found[name], value));
}

function textOf(value: unknown): string {
  const text = String(value);
  if (/^\d+(\.\d+)?$/.test(text)) return String(Number(text));
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return String(Date.parse(text));
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function momentOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
