import { z } from "zod";
import { email, listOf, mostTags, name } from "../clients/inputs.ts";
import { givenMoment, timeZone } from "../engine/days.ts";
import { lineOf, optionalLine, optionalLineOf, phoneNumber, textOf, webAddress } from "../engine/inputs.ts";
import { moneyOf } from "../engine/money.ts";

const wholeNumber = (label: string, most: number) =>
  z
    .int(`${label} must be a whole number.`)
    .min(0, `${label} must be 0 or more.`)
    .max(most, `${label} must be at most ${most.toLocaleString("en-US")}.`)
    .nullable();

const school = z.object({
  name: optionalLineOf("A school's name").min(1, "Enter the school's name."),
  url: webAddress("A school's page")
    .nullish()
    .transform((url) => url ?? null),
});

const listingAgent = z.object({
  name,
  email: email.nullish().transform((typed) => typed ?? null),
  phoneNumber: phoneNumber.optional().transform((typed) => typed ?? null),
  profilePhotoUrl: webAddress("The listing agent's photo")
    .nullish()
    .transform((url) => url ?? null),
});

export const street = lineOf("Address");

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
    .multipleOf(0.25, "Baths must be in steps of 0.25.")
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
  remarks: textOf("Remarks", 4000)
    .transform((typed) => (typed === "" ? null : typed.replaceAll("\r\n", "\n")))
    .nullish(),
  area: optionalLine("Area").optional(),
  houseType: optionalLine("House type", 100).optional(),
  tags: listOf("Tag", mostTags).optional(),
  schools: z.array(school).max(10, "Enter at most 10 schools.").optional(),
  listPrice: moneyOf("List price").nullish(),
  /** Replaces the value by comparables. */
  compOverride: moneyOf("Comp. value")
    .extend({
      note: textOf("The note", 1000)
        .nullish()
        .transform((note) => note || null),
    })
    .nullish(),
  offerDueAt: givenMoment("Offers due must be a date and time.").nullish(),
  listingAgent: listingAgent.nullish(),
};
