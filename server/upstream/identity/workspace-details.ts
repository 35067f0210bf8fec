/** What a workspace says about itself to clients, as the calls take it. The words are shown beside the field. */
import { z } from "zod";
import { optionalLine, phoneNumber, webAddress } from "../engine/inputs.ts";

/** The address of a page on the web in its one spelling; null for none. @param label how the page is called */
const page = (label: string) =>
  webAddress(label)
    .transform((typed) => new URL(typed).href)
    .pipe(z.string().max(2000, `${label} must have an address of at most 2,000 characters.`))
    .nullable();

/** None of them has to be given; null takes one away. */
export const workspaceDetails = {
  description: z
    .string()
    .trim()
    .max(500, "Description must be at most 500 characters.")
    .transform((typed) => (typed === "" ? null : typed))
    .nullable()
    .optional(),
  websiteUrl: page("The website").optional(),
  phoneNumber: phoneNumber.optional(),
  brokerage: optionalLine("Brokerage").optional(),
  licenseNumber: optionalLine("License number").optional(),
  privacyUrl: page("The privacy page").optional(),
  termsUrl: page("The terms page").optional(),
};

export const detailNames = [
  "description",
  "websiteUrl",
  "phoneNumber",
  "brokerage",
  "licenseNumber",
  "privacyUrl",
  "termsUrl",
] as const;
