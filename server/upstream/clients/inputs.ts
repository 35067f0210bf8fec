import { z } from "zod";
import { trimEmail } from "../../../spelling/email-address.ts";
import { givenDay } from "../engine/days.ts";
import { lineOf } from "../engine/inputs.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { writtenEmail } from "../identity/email-address.ts";

export const name = lineOf("Name");

/** In the owner's spelling. */
export const email = z
  .string()
  .max(1000, "Invalid email")
  .transform((typed, context) => {
    const address = writtenEmail(typed);
    if (address !== null) return address;
    context.addIssue({ code: "custom", message: "Invalid email" });
    return z.NEVER;
  });

/** Empty is null. */
export const optionalEmail = z
  .string()
  .transform((typed) => (trimEmail(typed) === "" ? null : typed))
  .pipe(email.nullable())
  .nullable();

interface Reachable {
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

export const unreachable = "Enter an email or a phone number.";

/** @throws Refusal 400 for a sample's address, since samples are not mailed */
export function refuseSampleAddress(email: string | null | undefined): void {
  if (email == null) return;
  throw invalidAttribute("email", "Sample clients have no email address. Add a client of your own instead.");
}

/** @throws Refusal 400 without email and phone number */
export function requireReachable({ email, phoneNumber }: Reachable): void {
  if (email === null && phoneNumber === null) throw invalidAttribute("email", unreachable);
}

/** Each once, in order. @param label of one */
export function listOf(label: string, most: number) {
  return z
    .array(lineOf(label, 100))
    .max(most, `At most ${most} can be kept.`)
    .transform((texts) => [...new Set(texts)]);
}

export const mostTags = 30;

/** All of them are mailed what is shared. */
export const maxPeople = 20;

const amountOf = (label: string) => z.number(`${label} must be a number.`).min(0, `${label} must be 0 or more.`);

/** A whole number from 0 to 99. @param label the field's name on its page */
export function countOf(label: string) {
  return z
    .int(`${label} must be a whole number.`)
    .min(0, `${label} must be 0 or more.`)
    .max(99, `${label} must be at most 99.`);
}

/** 0 to 99, in halves. */
export function bathsOf(label: string) {
  return amountOf(label).max(99, `${label} must be at most 99.`).multipleOf(0.5, `${label} must be in halves.`);
}

/** Square feet with two decimals at most. */
export function lotSizeOf(label: string) {
  return amountOf(label)
    .max(9_999_999_999, `${label} must be at most 9,999,999,999.`)
    .multipleOf(0.01, `${label} has at most two decimals.`);
}

export const agreement = z
  .object({
    startsOn: givenDay("The agreement's start must be a date."),
    endsOn: givenDay("The agreement's end must be a date."),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    path: ["endsOn"],
    message: "An agreement ends on the day that it starts, or later.",
  });
