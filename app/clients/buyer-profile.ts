import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { figure, money } from "../json-api/values.ts";
import { hasStep, optionalNumber, optionalText, textList } from "../ui/form-values.ts";
import { optionalMoney } from "../ui/money-values.ts";
import { otherWord, tickedWords, withMore } from "../used-words/used-words.ts";
import { type DeclaredField, eachField, textsOf, typedValues } from "./declared-fields.ts";
import { type ProfileName, profileFields, profileNames, wishFields } from "./profile-fields.ts";

/** What a client is looking for. */

const list = z.pipe(
  z.nullable(z.array(z.string())),
  z.transform((items) => [...new Set(items ?? [])]),
);

const attributeKinds = {
  money: () => z.nullable(money),
  count: () => figure,
  halves: () => figure,
  squareFeet: () => figure,
  words: () => list,
  lines: () => z.nullable(z.string()),
};

/** What a buyer wishes, and sees in the portal; missing ones are null. */
export const wishAttributes = eachField(wishFields, attributeKinds);

/** Attributes of a buyer profile: the wishes, and the agent's notes. */
export const buyerProfileAttributes = eachField(profileFields, attributeKinds);

export interface BuyerProfile extends Versioned, z.output<z.ZodMiniObject<typeof buyerProfileAttributes>> {}

/** Schemas of what is typed, by kinds. @param message for what is none */
export const typedKinds = {
  count: (message: string) => optionalNumber({ max: 99, whole: true, message }),
  halves: (message: string) =>
    optionalNumber({ max: 99, message }).check(z.refine((value) => hasStep(value, 2), message)),
  squareFeet: (message: string) => optionalNumber({ message }).check(z.refine((value) => hasStep(value, 100), message)),
  words: ({ most = 30 }: DeclaredField) => textList({ longest: 100, most }),
};

/** Each empty field means that it doesn't matter to the buyer. */
export const buyerProfileForm = z.object({
  ...eachField(profileFields, {
    money: ({ label }) => optionalMoney(`${label} must be an amount, as in 850,000.`),
    count: ({ label }) => typedKinds.count(`${label} must be a whole number from 0 to 99.`),
    halves: ({ label }) => typedKinds.halves(`${label} must be a number from 0 to 99, in halves.`),
    squareFeet: ({ label }) =>
      typedKinds.squareFeet(`${label} must be square feet from 0 to 1,000,000,000, with two decimals at most.`),
    words: typedKinds.words,
    lines: () => optionalText(10_000),
  }),
  usedAreas: tickedWords(),
  otherArea: otherWord(),
  usedTypes: tickedWords(),
  otherType: otherWord(),
});
type TypedProfile = z.output<typeof buyerProfileForm>;
export type BuyerProfileInput = Pick<TypedProfile, ProfileName>;

/** What was typed, with all areas in one list, and all house types. */
export function profileInput(typed: TypedProfile): BuyerProfileInput {
  const { usedAreas, otherArea, usedTypes, otherType, ...rest } = typed;
  const preferredAreas = withMore(rest.preferredAreas, usedAreas, otherArea);
  return { ...rest, preferredAreas, propertyTypes: withMore(rest.propertyTypes, usedTypes, otherType) };
}

/** A profile as its form shows it. */
export function typedProfile(profile: BuyerProfile) {
  return typedValues(profileFields, profile);
}

/** A line of the profile; null where it doesn't matter to the buyer. */
export interface ProfileLine {
  readonly label: string;
  readonly value: string | null;
  /** The value has a line of its own. */
  readonly long?: boolean;
}

/** Lines that stand before all others; house types only where there are any. */
const firstLines: ReadonlySet<ProfileName> = new Set(["budget", "minBeds", "minBaths", "propertyTypes"]);

/** The profile's lines in the order and words of the specification. */
export function describeProfile(profile: BuyerProfile | null): ProfileLine[] {
  const texts = textsOf(profileFields, profile);
  const { budget, minBeds, minBaths, propertyTypes } = texts;
  const rooms = minBeds === null && minBaths === null ? null : `${minBeds ?? "—"} / ${minBaths ?? "—"}`;
  const others = profileNames.filter((name) => !firstLines.has(name));
  return [
    { label: "Budget", value: budget },
    { label: "Beds & Baths", value: rooms },
    ...(propertyTypes === null ? [] : [{ label: "House types", value: propertyTypes }]),
    ...others.map((name) => {
      const { kind, label, fact = label }: DeclaredField = profileFields[name];
      return { label: fact, value: texts[name], ...(kind === "lines" ? { long: true } : {}) };
    }),
  ];
}
