/** What people say about a link. The words are shown beside the field. */
import { z } from "zod";
import { givenMoment } from "../engine/dates.ts";
import { lineOf } from "../engine/inputs.ts";
import { invalidAttribute } from "../engine/refusal.ts";

const minCharacters = 6;
const tooShort = `Passcode must be at least ${minCharacters} characters.`;

export const label = lineOf("Label");

/** As typed, without spaces around it; null: none. */
export const passcode = z
  .string()
  .trim()
  .min(minCharacters, tooShort)
  .max(128, "Passcode must be at most 128 characters.")
  .nullable();

/** A moment, or null for a link that does not end by itself. */
export const expiresAt = givenMoment("Expiry must be a date and a time.").nullable();

export const folderIds = z
  .array(z.uuid("A folder is named by its id."))
  .max(100, "Choose up to 100 folders.")
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

/** @throws Refusal 400 for an end that has passed */
export function checkEnd(expiresAt: string | null | undefined, now: Date): void {
  if (typeof expiresAt !== "string" || new Date(expiresAt) > now) return;
  throw invalidAttribute("expires_at", "Expiry must be in the future.");
}
