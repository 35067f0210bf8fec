import { createContext } from "react-router";

/** The widths, in CSS pixels, that pictures are made in: the specification's two for photos in lists. */
export const pictureWidths = [200, 350] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** A picture ready to be sent. */
export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: "image/avif" | "image/webp";
}

/**
 * Pictures that the upstream names, on whatever host. The browser only ever sees our own address of them, signed, so that nobody
 * can make this server fetch an address of their choice.
 */
export interface Pictures {
  /** Gives the path of `source` for people of `workspaceId`. */
  pathOf(source: string, width: PictureWidth, workspaceId: string): string;
  /**
   * Gives the picture behind a path, or null when the signature is not ours for this workspace, or there is no such picture,
   * or it is not one that can be read.
   */
  read(request: PictureRequest): Promise<Picture | null>;
}

export interface PictureRequest {
  readonly width: number;
  /** As they stand in the path, unchecked. */
  readonly signature: string;
  readonly source: string;
  readonly workspaceId: string;
  readonly acceptsAvif: boolean;
  /** The bearer with which the upstream is asked for pictures that it keeps itself. */
  readonly token: string | null;
}

/** Where the server leaves its pictures for loaders. */
export const picturesContext = createContext<Pictures>();
