import { createContext } from "react-router";
import type { ResumableUploads } from "./resumable.server.ts";

/** What the server gives to uploads: a folder to keep bytes in while they are under way, and the way to the store. */
export interface Uploads {
  /** Absolute path. Shared by all servers, so that an upload goes on with any of them. */
  readonly folder: string;
  readonly postFile: PostFile;
  /** What arrives in parts. */
  readonly resumable: ResumableUploads;
}

/** A file that lies in the spool, and the signed post that takes it to the store. */
export interface FilePost {
  /** Where to, as the service named it. */
  readonly uri: string;
  /** The signed fields, which go before the bytes as they are. */
  readonly fields: Readonly<Record<string, string>>;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
}

/**
 * Sends a file to the store. It may take as long as it likes while bytes go out.
 * @throws PostFailed
 */
export type PostFile = (post: FilePost) => Promise<void>;

/** The store did not take a file: it refused it, or nobody knows because it failed or did not answer. */
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

/** Where the server leaves them for loaders and actions. */
export const uploadsContext = createContext<Uploads>();
