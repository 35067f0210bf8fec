import { z } from "zod";
import { tidyPhone } from "../../../spelling/phone-number.server.ts";

/** What people type, as the calls about them take it. The words are shown beside the field. */

const maxCharacters = 200;

/** One line, which may be empty. @param label how the field is called on its page */
export function optionalLineOf(label: string) {
  return z
    .string()
    .trim()
    .max(maxCharacters, `${label} must be at most ${maxCharacters} characters.`)
    .regex(/^\P{Cc}*$/u, `${label} must be one line of text.`);
}

/** One line that has to say something. @param label how the field is called on its page */
export function lineOf(label: string) {
  return optionalLineOf(label).min(1, `${label} must be at least 1 character.`);
}

/** A phone number in any spelling, kept as it was typed; empty is none. */
export const phoneNumber = z
  .string()
  .overwrite(tidyPhone)
  .max(50, "Phone number must be at most 50 characters.")
  .regex(/^\P{Cc}*$/u, "Phone number must be one line of text.")
  .transform((typed) => (typed === "" ? null : typed))
  .nullable();

/** One line that may be left empty, which is none. */
export const optionalLine = (label: string, longest = 200) =>
  z
    .string()
    .trim()
    .max(longest, `${label} must be at most ${longest} characters.`)
    .regex(/^\P{Cc}*$/u, `${label} must be one line of text.`)
    .transform((typed) => (typed === "" ? null : typed))
    .nullable();

/** A page on the web. @param label whose it is, as in "A school's page" */
export const webAddress = (label: string) =>
  z
    .url({ protocol: /^https?$/, error: `${label} begins with http:// or https://.` })
    .max(2000, `${label} must have an address of at most 2,000 characters.`);
