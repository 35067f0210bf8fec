/** Where bytes of files are: written once by a signed post, read in ranges, removed. */
import { Outage } from "../engine/refusal.ts";

export interface AnnouncedObject {
  readonly key: string;
  /** Any other number is refused. */
  readonly size: number;
  /** That of the post; it says nothing about the bytes. */
  readonly mime: string;
}

/** `fields` unchanged and first, then the bytes as `file`. */
export interface UploadTicket {
  readonly uploadUri: string;
  readonly storageUri: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/** Both included, from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ObjectStore {
  /** @param origin of the service as its caller reaches it */
  presignPost(object: AnnouncedObject, origin: string): Promise<UploadTicket>;
  /** Not readable without a signature. */
  storageUri(key: string): string;
  /** Null when there is none. @throws StorageUnavailable */
  size(key: string): Promise<number | null>;
  /** Opens an object; the stream closes it when it is cancelled. @throws ObjectMissing, StorageUnavailable */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** For the service's own bytes. @throws StorageUnavailable */
  put(key: string, mime: string, bytes: Uint8Array): Promise<void>;
  /** A missing object counts as removed. @throws StorageUnavailable */
  remove(key: string): Promise<void>;
  /** Receives its posts; null where another server does. */
  readonly receiver: PostReceiver | null;
  sweep(now: Date): Promise<void>;
}

export interface PostReceiver {
  readonly path: string;
  fetch(request: Request): Promise<Response>;
}

export class ObjectMissing extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no such object.", options);
    this.name = "ObjectMissing";
  }
}

/** The store does not answer as a store does. */
export class StorageUnavailable extends Outage {
  constructor(options?: ErrorOptions) {
    super("The object store cannot be used just now.", options);
    this.name = "StorageUnavailable";
  }
}

export const ticketSeconds = 3600;
