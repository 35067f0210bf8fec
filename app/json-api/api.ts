import type * as z from "zod/mini";
import type { Page } from "./page.ts";
import type { Query } from "./query.ts";
import type { Resource } from "./resource.ts";
import type { Service } from "./service.ts";

/**
 * `failure` is the app's own sentence for a failed call, the only text about it that a page shows; without it, that data could not be
 * fetched, or saved.
 */
interface CallOptions {
  readonly failure?: string;
  readonly query?: Query;
}

export type ListOptions = CallOptions;

export interface ReadOptions extends CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

interface WriteOptions extends CallOptions {
  /**
   * The form's idempotency key. With it the write is retried after a failure, if the service is known to honor keys. Leave
   * it out where a repeated write does harm, such as one that uses up a one-time token.
   */
  readonly key?: string | undefined;
}

export interface VersionedWriteOptions extends WriteOptions {
  /** Of the record that is written, or that the new one is about: refused as "stale" when that has changed since. */
  readonly etag?: string | null | undefined;
}

export interface CreateOptions extends VersionedWriteOptions {
  /** Attributes that are sent as null, too: without them the service would choose a value of its own. */
  readonly nulls?: readonly string[];
}

export interface ActionOptions extends VersionedWriteOptions {
  /** POST by default. GET and DELETE have no input. */
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** The type of the document that is sent; the resource's where it is not given. */
  readonly type?: string;
}

/** An action that answers no resource: what is sent still is of a type. */
export type PlainActionOptions = ActionOptions & ({ readonly method: "GET" | "DELETE" } | { readonly type: string });

export interface DownloadOptions extends CallOptions {
  /** GET by default. */
  readonly method?: "GET" | "HEAD";
  /** Conditions and ranges of the browser's request, by lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response whose body has not been read: read it to the end or cancel it. */
export interface Download {
  /** 200 or another success; 206 for a part, 304 for an unchanged file, 416 for a range that does not exist. */
  readonly status: number;
  /** A header's value by its lower-case name; null when it was not sent. */
  readonly header: (name: string) => string | null;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** By the app's names; the connection decides how they are written on the wire. */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * The calls to one JSON:API service for one request of a browser. Paths start below the API's root; insert values with
 * `path`. Every failure is an `ApiError`; calls that the service does not have are "not-offered" without being made.
 */
export interface Api {
  /** What the service is like: what pages offer follows from it. */
  readonly service: Service;

  /** How long a page waits for a part that it can do without, in milliseconds. */
  readonly patience: number;

  /** Aborting the signal cancels reads. Writes go through. */
  withSignal(signal: AbortSignal): Api;

  /**
   * One page of a list; by default the newest 15, with a total. Includes, orders, `fields[…]` and `page[count]` that the service does
   * not obey are left out. A filter decides which records are right: with one that is not obeyed, the list is "not-offered".
   */
  list<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    options?: ListOptions,
  ): Promise<Page<z.output<Schema>>>;

  find<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    options?: ReadOptions,
  ): Promise<z.output<Schema>>;

  /** Downloads a body of any length, such as a file. Its headers are the service's: do not trust them. */
  download(path: string, options: DownloadOptions): Promise<Download>;

  /**
   * Creates a record; attributes that were left empty are not sent.
   * @returns null where the service created it without saying more
   */
  create<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    attributes: Attributes,
    options: CreateOptions,
  ): Promise<z.output<Schema> | null>;

  /**
   * Changes a record; without attributes there is nothing to send.
   * @returns null where the service changed it without saying more, and where nothing was sent
   */
  update<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ): Promise<z.output<Schema> | null>;

  remove(path: string, options: VersionedWriteOptions): Promise<void>;

  /**
   * Any other action: `input` is sent as the attributes of a document. With a resource, the response is read as a record, and an empty one as null;
   * with another schema, as any of the shapes that actions respond with (bare JSON, `result`, a record's attributes,
   * `{"success": true}`; undefined for an empty one).
   */
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
}
