import * as z from "zod/mini";
import { emailParts, trimEmail } from "../../spelling/email-address.ts";
import { plainDecimal } from "../../spelling/plain-decimal.ts";
import { isDay } from "./date-format.ts";
import { formatNumber } from "./number-format.ts";

/**
 * Schemas of what is typed into forms. They check and trim text, and refuse what no database column takes: NUL, other
 * control characters, and halves of surrogate pairs. An empty optional field is `null`.
 */

/** The message for what no page can show. */
export const undisplayable = "Remove the characters that can't be displayed.";

const controls = /[^\P{Cc}\t\n\r]/u;

function plainText(
  longest: number,
  tooLong = `Use at most ${formatNumber(longest)} characters.`,
  trim: z.core.$ZodCheck<string> = z.trim(),
) {
  return z.string().check(
    trim,
    z.maxLength(longest, tooLong),
    z.refine((text) => text.isWellFormed() && !controls.test(text), undisplayable),
  );
}

/** Text of 1 to `longest` characters after trimming; `message` when there is none. */
export function requiredText(message: string, longest = 200) {
  return plainText(longest).check(z.minLength(1, message));
}

/** Text up to `longest` characters after trimming, null when there is none. @param tooLong the message for more */
export function optionalText(longest = 200, tooLong?: string) {
  return z.pipe(
    plainText(longest, tooLong),
    z.transform((text) => (text === "" ? null : text)),
  );
}

/** Characters of an address on the web. */
const longestAddress = 2000;
const addressMessage = "Enter the address of a page on the web, as in https://example.com.";

/** The address of a page on the web in its one spelling, null when there is none. People may leave "https://" out. */
export function webAddress() {
  return z.pipe(
    optionalText(longestAddress).check(
      z.refine((typed) => typed === null || spellingOf(typed) !== null, addressMessage),
    ),
    z.transform((typed) => (typed === null ? null : spellingOf(typed))),
  );
}

/** @returns null for what is no page on the web, names no site, or has a user's name or password in it */
function spellingOf(typed: string): string | null {
  const url = URL.parse(
    /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]*:\d+(\/|$)/.test(typed) ? typed : `https://${typed}`,
  );
  if (url === null || !["http:", "https:"].includes(url.protocol) || /\s/.test(typed)) return null;
  const isSite =
    url.hostname.includes(".") && !url.hostname.endsWith(".") && url.username === "" && url.password === "";
  return isSite && url.href.length <= longestAddress ? url.href : null;
}

/** The id of a picked record, just as its service writes it; null when there is none. */
export function optionalId() {
  return z.pipe(
    z.string().check(z.maxLength(1000)),
    z.transform((id) => (id === "" ? null : id)),
  );
}

const emailText = () => plainText(254, undefined, z.overwrite(trimEmail));

/** An e-mail address in form, at most 254 characters (RFC 5321). */
export function email(message = "Invalid email") {
  return emailText().check(z.refine((text) => emailParts(text) !== null, message));
}

/** An e-mail address in form, null when there is none. */
export function optionalEmail(message = "Invalid email") {
  return z.pipe(
    emailText().check(z.refine((text) => text === "" || emailParts(text) !== null, message)),
    z.transform((text) => (text === "" ? null : text)),
  );
}

type NumberRule = { min?: number; max?: number; whole?: boolean; message: string };

/** A number typed as text, null when there is none; `message` for everything that is not one within the rule. */
export function optionalNumber({ min = 0, max = 1_000_000_000, whole = false, message }: NumberRule) {
  const inRule = (text: string) => {
    if (text === "") return true;
    const value = toNumber(text);
    return value >= min && value <= max && (!whole || Number.isInteger(value));
  };
  return z.pipe(
    plainText(32).check(z.refine(inRule, message)),
    z.transform((text) => (text === "" ? null : toNumber(text))),
  );
}

function toNumber(text: string): number {
  return Number(plainDecimal(text) ?? Number.NaN);
}

/** Whether a number is a whole one of its `parts`-th parts: 2.5 is one of halves. */
export function hasStep(value: number | null, parts: number): boolean {
  return value === null || Number.isInteger(Number((value * parts).toFixed(6)));
}

/** A number as it stands in its field at first. */
export function typedNumber(value: number | null): string {
  return value === null ? "" : String(value);
}

/** A day of the calendar, as a field for dates sends it: "2026-03-02". @param message for what is none */
export function requiredDay(message: string) {
  return plainText(10).check(z.refine(isDay, message));
}

/** The same where it may be left empty, which is null. */
export function optionalDay(message: string) {
  return z.pipe(
    plainText(10).check(z.refine((typed) => typed === "" || isDay(typed), message)),
    z.transform((typed) => (typed === "" ? null : typed)),
  );
}

/** A list typed into one field, by commas or lines: trimmed, without empty and double entries. */
export function textList({ longest = 60, most = 30 }: { longest?: number; most?: number } = {}) {
  return z.pipe(
    plainText(longest * most).check(
      z.refine(
        (text) => splitList(text).every((item) => item.length <= longest),
        `Each may have ${longest} characters at most.`,
      ),
      z.refine((text) => splitList(text).length <= most, `Enter ${most} at most.`),
    ),
    z.transform(splitList),
  );
}

/** The entries of a typed list, in their order. */
export function splitList(text: string): string[] {
  const items = text.split(/[,\n\r]+/).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ""))];
}

/** How a list is shown in the field that it is typed into. */
export function joinList(items: readonly string[]): string {
  return items.join("\n");
}

/** A single checkbox: true when it is ticked; whatever no checkbox sends is an error. */
export function checkbox() {
  return z.pipe(
    z
      .optional(z.string())
      .check(z.refine((value = "") => ["", "off", "on"].includes(value), "Select the checkbox, or clear it.")),
    z.transform((value) => value === "on"),
  );
}

/** One of known values, from a select or radio buttons; nothing chosen is an error too. */
export function choice<const Value extends string>(values: readonly Value[], message = "Choose from the list.") {
  const isKnown = (value: string): value is Value => values.some((known) => known === value);
  return z.pipe(
    z.catch(z.string(), ""),
    z.transform((given, context) => {
      if (isKnown(given)) return given;
      context.issues.push({ code: "custom", message, input: given });
      return z.NEVER;
    }),
  );
}

/** Any number of known values, from checkboxes or a multiple select; unknown ones are an error. */
export function choices<const Value extends string>(values: readonly Value[], message = "Choose from the list.") {
  const isKnown = (value: string): value is Value => values.some((known) => known === value);
  return z.pipe(
    z.optional(z.union([z.string(), z.array(z.string())])),
    z.transform((given, context) => {
      const list = given === undefined || given === "" ? [] : typeof given === "string" ? [given] : given;
      if (!list.every(isKnown)) context.issues.push({ code: "custom", message, input: given });
      return list.filter(isKnown);
    }),
  );
}
