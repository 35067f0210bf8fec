/** Where the bytes of files are kept: under a key, written once by a signed post, read in ranges, removed. */
import { Outage } from "../engine/refusal.ts";

/** An object that is going to be stored. */
export interface AnnouncedObject {
  readonly key: string;
  /** Bytes; the post is refused with any other number. */
  readonly size: number;
  /** The media type that the post has to name. It says nothing about the bytes. */
  readonly mime: string;
}

/** Everything that a post needs: `fields` first, unchanged, then the bytes as `file`. */
export interface UploadTicket {
  readonly uploadUri: string;
  readonly storageUri: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/** Bytes `first` to `last`, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ObjectStore {
  /** Signs a post. @param origin scheme, host and port under which the current user reaches the service */
  presignPost(object: AnnouncedObject, origin: string): Promise<UploadTicket>;
  /** The address of an object, the same from everywhere. It cannot be read there without a signature. */
  storageUri(key: string): string;
  /** Bytes of an object, or null when there is none. @throws StorageUnavailable */
  size(key: string): Promise<number | null>;
  /**
   * Opens an object, so that a missing one is known before anything is answered; the stream holds little in memory and
   * closes what it opened when it is cancelled.
   * @throws ObjectMissing
   * @throws StorageUnavailable
   */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Stores bytes of the service's own, as the demo's. @throws StorageUnavailable */
  put(key: string, mime: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object; a missing one counts as removed. @throws StorageUnavailable */
  remove(key: string): Promise<void>;
  /** Answers the posts that it signed; null where another server does. */
  readonly receiver: PostReceiver | null;
  /** Removes what interrupted posts left behind. */
  sweep(now: Date): Promise<void>;
}

/** Answers what arrives below `path`. */
export interface PostReceiver {
  /** With a slash at both ends, as in "/api/storage/". */
  readonly path: string;
  /** Never rejects. */
  fetch(request: Request): Promise<Response>;
}

/** There is no object under the key. */
export class ObjectMissing extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no such object.", options);
    this.name = "ObjectMissing";
  }
}

/** The store does not answer, or not as a store does. */
export class StorageUnavailable extends Outage {
  constructor(options?: ErrorOptions) {
    super("The object store cannot be used just now.", options);
    this.name = "StorageUnavailable";
  }
}

/** How long a signed post is good for. */
export const ticketSeconds = 3600;
