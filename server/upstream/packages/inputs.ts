import { z } from "zod";
import { email, listOf, mostTags, name, shortLineOf } from "../clients/inputs.ts";
import { givenMoment, timeZone } from "../engine/days.ts";
import { optionalLine, phoneNumber, webAddress } from "../engine/inputs.ts";
import { moneyOf } from "../engine/money.ts";

const wholeNumber = (label: string, most: number) =>
  z
    .int(`${label} must be a whole number.`)
    .min(0, `${label} must be 0 or more.`)
    .max(most, `${label} must be at most ${most.toLocaleString("en-US")}.`)
    .nullable();

const school = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Enter the school's name.")
    .max(200, "A school's name must be at most 200 characters.")
    .regex(/^\P{Cc}*$/u, "A school's name must be one line of text."),
  url: webAddress("A school's page")
    .nullish()
    .transform((url) => url ?? null),
});

const listingAgent = z.object({
  name,
  email: email.nullish().transform((typed) => typed ?? null),
  phoneNumber: phoneNumber.optional().transform((typed) => typed ?? null),
});

export const street = z
  .string()
  .trim()
  .min(1, "Address must be at least 1 character.")
  .max(200, "Address must be at most 200 characters.")
  .regex(/^\P{Cc}*$/u, "Address must be one line of text.");

/** What is undefined stays. */
export const facts = {
  city: optionalLine("City").optional(),
  state: optionalLine("State").optional(),
  zip: optionalLine("Zip").optional(),
  timeZone: timeZone.optional(),
  beds: wholeNumber("Beds", 999).optional(),
  baths: z
    .number("Baths must be a number.")
    .min(0, "Baths must be 0 or more.")
    .max(999, "Baths must be at most 999.")
    .multipleOf(0.5, "Baths must be in steps of 0.5.")
    .nullish(),
  sqft: wholeNumber("Sqft", 99_999_999).optional(),
  lotSize: z
    .number("Lot size must be a number.")
    .min(0, "Lot size must be 0 or more.")
    .max(9_999_999_999, "Lot size must be at most 9,999,999,999.")
    .multipleOf(0.01, "Lot size can have at most 2 decimals.")
    .nullish(),
  garages: wholeNumber("Garages", 999).optional(),
  yearBuilt: z
    .int("Year built must be a whole number.")
    .min(1500, "Year built must be from 1500 to 2200.")
    .max(2200, "Year built must be from 1500 to 2200.")
    .nullish(),
  mlsNumber: optionalLine("MLS number", 50).optional(),
  hoa: moneyOf("HOA").nullish(),
  remarks: z
    .string()
    .trim()
    .max(4000, "Remarks must be at most 4,000 characters.")
    .transform((typed) => (typed === "" ? null : typed.replaceAll("\r\n", "\n")))
    .nullish(),
  area: optionalLine("Area").optional(),
  houseType: shortLineOf("House type").optional(),
  tags: listOf("Tag", mostTags).optional(),
  schools: z.array(school).max(10, "Enter at most 10 schools.").optional(),
  listPrice: moneyOf("List price").nullish(),
  /** Replaces the value by comparables. */
  compOverride: moneyOf("Comp. value")
    .extend({
      note: z
        .string()
        .trim()
        .max(1000, "The note must be at most 1,000 characters.")
        .nullish()
        .transform((note) => note || null),
    })
    .nullish(),
  offerDueAt: givenMoment("Offers due must be a date and time.").nullish(),
  listingAgent: listingAgent.nullish(),
};
