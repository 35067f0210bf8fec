import type { ReactNode } from "react";

/** A photo as pages show it. */
export interface ShownPhoto {
  readonly id: string;
  readonly caption: string | null;
  /** Whether it lost its end on the way, and is shown without. */
  readonly isCutOff: boolean | null;
  /** A path on our own server, for a tile. */
  readonly picture: string;
  /** The same photo as large as it is kept. */
  readonly full: string;
}

/** What a photo is called: by its caption, else by its place. @param index from 0 */
export function photoName({ caption }: Pick<ShownPhoto, "caption">, index: number): string {
  return caption ?? `Photo ${index + 1}`;
}

/** Photos side by side, in their order; each child is a `PhotoTile`. */
export function PhotoTiles({ children }: { children: ReactNode }) {
  return (
    <ol className="files" aria-label="Photos">
      {children}
    </ol>
  );
}

/** What is said below a photo of those who look after it. @param index from 0 */
export function noteOfPhoto({ caption, isCutOff }: Pick<ShownPhoto, "caption" | "isCutOff">, index: number): string {
  // Without a caption its place is its name.
  const place = index === 0 ? "Cover" : caption === null ? "" : photoName({ caption: null }, index);
  return [place, isCutOff === true ? "The last part of this picture is missing" : ""].filter(Boolean).join(" · ");
}

/** A photo with its name; opens the photo itself. */
export function PhotoTile({ photo, index, note }: { photo: ShownPhoto; index: number; note?: string }) {
  const name = photoName(photo, index);
  return (
    <a href={photo.full} data-reload="">
      <span className="file-pic">
        <img src={photo.picture} width={320} height={240} loading="lazy" alt="" />
      </span>
      <b>{name}</b>
      {note === undefined || note === "" ? null : <span className="muted small">{note}</span>}
    </a>
  );
}
