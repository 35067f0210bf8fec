import { z } from "zod";

/** Of a place, or UTC: no offsets, and none of the abbreviations that mean several clocks. */
const placeName = /^(?:UTC|[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]+){1,2})$/;

/** A time zone by its IANA name, as in "America/Denver"; former names are accepted, since lists of zones differ. */
export const timeZone = z.string().refine((name) => placeName.test(name) && isKnown(name), "Choose a time zone.");

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
