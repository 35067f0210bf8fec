import type * as z from "zod/mini";
import type { Page } from "./page.ts";
import type { Query } from "./query.ts";
import type { Resource } from "./resource.ts";

/** What every call needs: the app's own sentence for when it fails. It is all that people get to read of it. */
export interface CallOptions {
  readonly failure: string;
  readonly query?: Query;
}

export interface ReadOptions extends CallOptions {
  /** What the read is asked with besides the session, by lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WriteOptions extends CallOptions {
  /**
   * The form's key. With it the write may be sent again after a failure, if the service is known to keep keys. Leave it
   * out where a repeated write would do harm all the same, as when a one-time token is used up.
   */
  readonly key?: string | undefined;
}

export interface VersionedWriteOptions extends WriteOptions {
  /** The record's etag: refused as "stale" when the record has changed since. */
  readonly etag?: string | null | undefined;
}

export interface ActionOptions extends VersionedWriteOptions {
  /** POST unless said otherwise. GET and DELETE carry no input. */
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
}

export interface DownloadOptions extends CallOptions {
  /** GET unless said otherwise. */
  readonly method?: "GET" | "HEAD";
  /** Conditions and ranges as the browser sent them, by their lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bytes that the service keeps, opened and not yet read: read them to the end or cancel them. */
export interface Download {
  /** 200 or another success; 206 for a part, 304 for what the current user has already, 416 for a part that there is not. */
  readonly status: number;
  /** A header's value by its lower-case name; null when it was not sent. */
  readonly header: (name: string) => string | null;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Names and values as the app has them; how names are written on the wire is the connection's matter. */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * The calls to one JSON:API service on behalf of one request of a browser. Paths start below the API's root; write
 * values into them with `path`. Every failure is an `ApiError`.
 */
export interface Api {
  /** One page of a list; without other wishes the newest 15, counted. */
  list<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    options: CallOptions,
  ): Promise<Page<z.output<Schema>>>;

  find<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    options: ReadOptions,
  ): Promise<z.output<Schema>>;

  /** Opens bytes of any length, such as a file's. What the service says of them in headers is its word, not ours. */
  open(path: string, options: DownloadOptions): Promise<Download>;

  create<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    attributes: Attributes,
    options: WriteOptions,
  ): Promise<z.output<Schema>>;

  update<Schema extends z.ZodMiniObject>(
    path: string,
    resource: Resource<Schema>,
    id: string,
    attributes: Attributes,
    options: VersionedWriteOptions,
  ): Promise<z.output<Schema>>;

  remove(path: string, options: VersionedWriteOptions): Promise<void>;

  /**
   * An action that is not one of the above: `input` goes out under `data`. A resource reads the record that is answered;
   * any other schema reads whichever of the shapes in use for actions comes back (bare JSON, `result`, a record's
   * attributes, `{"success": true}`; undefined for nothing at all).
   */
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
}
