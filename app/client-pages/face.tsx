import { createContext, useContext } from "react";
import { href } from "react-router";
import { initialsOf } from "../ui/avatar.tsx";

/** The logo of a workspace and the photo of an agent. The name stands beside each, so neither is read aloud. */

/** Path of a logo or a photo, which everybody may open. */
export function facePath(pictureId: string): string {
  return `${href("/client-portal/faces/:pictureId", { pictureId })}?size=small`;
}

/** Whose page it is. */
export interface Brand {
  /** Of the workspace. */
  readonly name: string;
  /** Null where it has none. */
  readonly logoId: string | null;
}

type FaceProps = {
  name: string;
  photoId?: string | null | undefined;
  /** `sm` beside lines of text, `xl` on the page about an agent. */
  size?: "sm" | "xl";
};

/** The photo of an agent, or initials, which lie below it. @param photoId null or undefined where there is none */
export function Face({ name, photoId, size }: FaceProps) {
  return (
    <span className={size === undefined ? "face" : `face ${size}`} aria-hidden="true">
      {initialsOf(name)}
      {photoId == null ? null : <img src={facePath(photoId)} alt="" width={40} height={40} />}
    </span>
  );
}

type BrandLineProps = {
  brand: Brand;
  /** A second line below the name. */
  detail?: string | undefined;
};

/** Logo or initials, and the name of a workspace. */
export function BrandLine({ brand: { name, logoId }, detail }: BrandLineProps) {
  return (
    <>
      {logoId === null ? (
        <span className="mark" aria-hidden="true">
          {initialsOf(name)}
        </span>
      ) : (
        <img className="mark" src={facePath(logoId)} alt="" width={40} height={40} />
      )}
      <span>
        {name}
        {detail === undefined ? null : <small>{detail}</small>}
      </span>
    </>
  );
}

const BrandContext = createContext<Brand | null>(null);

/** Says to the pages below whose they are; null where no workspace is known. */
export const BrandProvider = BrandContext.Provider;

/** Whose pages these are. */
export function useBrand(): Brand | null {
  return useContext(BrandContext);
}
