import { createContext } from "react-router";

/** The widths in CSS pixels that pictures are scaled to. */
export const pictureWidths = [200, 350, 640] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Pixels of the sides of icons. */
export const iconSides = [192, 512] as const;
export type IconSide = (typeof iconSides)[number];

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: "image/avif" | "image/webp";
}

/**
 * Pictures that the upstream names, on any host. The browser gets them from a signed path on our own server, so that no one
 * can make this server fetch other URLs.
 */
export interface Pictures {
  /** Gives the path of `source` for people of `workspaceId`. */
  pathOf(source: string, width: PictureWidth, workspaceId: string): string;
  /**
   * Gives the picture behind a path: "pending" while it is fetched and scaled, which goes on in the background. Null when the
   * signature is not ours for this workspace, or there is no such picture, or it is not one that can be read.
   */
  read(request: PictureRequest): Promise<Picture | "pending" | null>;
  /** Draws a square PNG with the whole picture on white. Null for unreadable bytes. */
  drawIcon(bytes: Uint8Array, side: IconSide): Promise<Uint8Array<ArrayBuffer> | null>;
}

export interface PictureRequest {
  readonly width: number;
  readonly signature: string;
  readonly source: string;
  readonly workspaceId: string;
  /** The workspace as the service that keeps the picture calls it, where that is another id. */
  readonly recordsWorkspaceId?: string;
  readonly acceptsAvif: boolean;
  readonly token: string | null;
}

export const picturesContext = createContext<Pictures>();
