/** What people type about clients. The words are shown beside the field. */
import { z } from "zod";
import { givenDay } from "../engine/dates.ts";
import { normaliseEmail } from "../identity/email-address.ts";
import { lineOf } from "../identity/inputs.ts";

export const name = lineOf("Name");

/** An address, kept as it was typed. */
export const email = z
  .string()
  .trim()
  .refine((typed) => typed.length <= 254 && normaliseEmail(typed) !== null, "Invalid email");

/** A phone number in any spelling; empty is none. */
export const phoneNumber = z
  .string()
  .trim()
  .max(50, "Phone number must be at most 50 characters.")
  .regex(/^\P{Cc}*$/u, "Phone number must be one line of text.")
  .transform((typed) => (typed === "" ? null : typed))
  .nullable();

/** Short texts, each once, in the order given. @param label how one of them is called */
export function listOf(label: string, most: number) {
  return z
    .array(
      z
        .string()
        .trim()
        .min(1, `${label} must be at least 1 character.`)
        .max(100, `${label} must be at most 100 characters.`)
        .regex(/^\P{Cc}*$/u, `${label} must be one line of text.`),
    )
    .max(most, `At most ${most} can be kept.`)
    .transform((texts) => [...new Set(texts)]);
}

/** From which day to which a client is bound to the agency. */
export const agreement = z
  .object({
    startsOn: givenDay("The agreement's start must be a date."),
    endsOn: givenDay("The agreement's end must be a date."),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    path: ["endsOn"],
    message: "An agreement ends on the day that it starts, or later.",
  });
