import { createContext } from "react-router";
import type { ResumableUploads } from "./resumable.server.ts";

/** What the server provides for uploads: the spool folder, and the connection to the file store. */
export interface Uploads {
  /** An absolute path. Shared by all servers, so that an upload can be resumed at any of them. */
  readonly folder: string;
  readonly postFile: PostFile;
  readonly resumable: ResumableUploads;
}

export interface FilePost {
  /** Where to post it, as the service said. */
  readonly uri: string;
  /** The signed fields, which are sent unchanged before the bytes. */
  readonly fields: Readonly<Record<string, string>>;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
}

/**
 * Sends a file to the store, without a time limit while bytes are sent.
 * @throws PostFailed
 */
export type PostFile = (post: FilePost) => Promise<void>;

/** The store did not accept a file: it refused it, or it failed or did not answer. */
export class PostFailed extends Error {
  override readonly name = "PostFailed";
  readonly kind: "refused" | "unavailable";
  /** The store's HTTP status; null without an answer. */
  readonly status: number | null;

  constructor(kind: PostFailed["kind"], status: number | null, options?: ErrorOptions) {
    super(kind === "refused" ? "The store refused the file." : "The store did not take the file.", options);
    this.kind = kind;
    this.status = status;
  }
}

export const uploadsContext = createContext<Uploads>();
