import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { optionalText } from "../ui/form-values.ts";

/** A photo of a property. The first one is its cover, which lists show. */

export const photoAttributes = {
  packageId: z.nullable(z.string()),
  /** From 1. */
  position: z.number(),
  caption: z.nullable(z.string()),
  /** Of the picture, as the service names it. */
  url: z.string(),
  /** Whether it lost its end on the way, and is shown without. */
  isCutOff: z.nullable(z.boolean()),
};
export interface PackagePhoto extends Versioned, z.output<z.ZodMiniObject<typeof photoAttributes>> {}

/** As many photos as a property can have. */
export const mostPhotos = 30;

export const captionForm = z.object({ caption: optionalText(200) });

/** The initial texts of the form. */
export function typedCaption({ caption }: PackagePhoto) {
  return { caption: caption ?? "" };
}

export const photoMoveForm = z.object({ move: z.string() });

/** A photo to move, and the place that it moves to, from 1. Null for a text that `moveValue` does not write. */
export function readMove(text: string): { readonly id: string; readonly position: number } | null {
  const [, id, position] = /^(.+) ([1-9]\d?)$/s.exec(text) ?? [];
  return id === undefined ? null : { id, position: Number(position) };
}

/** The value of a button that moves a photo. */
export function moveValue(id: string, position: number): string {
  return `${id} ${position}`;
}
