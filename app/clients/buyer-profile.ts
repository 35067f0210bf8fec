import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { figure, money } from "../json-api/values.ts";
import { hasStep, joinList, optionalNumber, optionalText, textList, typedNumber } from "../ui/form-values.ts";
import { optionalMoney, typedMoney } from "../ui/money-values.ts";
import { formatMoneyWithCode, formatNumber } from "../ui/number-format.ts";
import { otherWord, withMore } from "../used-words/used-words.ts";

/** What a client is looking for. */

const list = z.pipe(
  z.nullable(z.array(z.string())),
  z.transform((items) => [...new Set(items ?? [])]),
);

/** What a buyer wishes, and sees in the portal; missing ones are null. */
export const wishAttributes = {
  budget: z.nullable(money),
  minBeds: figure,
  minBaths: figure,
  /** Square feet. */
  minLotSize: figure,
  minGarages: figure,
  preferredAreas: list,
  propertyTypes: list,
};

/** Attributes of a buyer profile: the wishes, and the agent's notes. */
export const buyerProfileAttributes = { ...wishAttributes, notes: z.nullable(z.string()) };

export interface BuyerProfile extends Versioned, z.output<z.ZodMiniObject<typeof buyerProfileAttributes>> {}

/** A whole number from 0 to 99. */
function countOf(label: string) {
  return optionalNumber({ max: 99, whole: true, message: `${label} must be a whole number from 0 to 99.` });
}

const bathsMessage = "Min. baths must be a number from 0 to 99, in halves.";
const lotMessage = "Min. lot size must be square feet from 0 to 1,000,000,000, with two decimals at most.";

/** Each empty field means that it doesn't matter to the buyer. */
export const buyerProfileForm = z.object({
  budget: optionalMoney("Budget must be an amount, as in 850,000."),
  minBeds: countOf("Min. beds"),
  minBaths: optionalNumber({ max: 99, message: bathsMessage }).check(
    z.refine((baths) => hasStep(baths, 2), bathsMessage),
  ),
  minLotSize: optionalNumber({ message: lotMessage }).check(z.refine((size) => hasStep(size, 100), lotMessage)),
  minGarages: countOf("Min. garages"),
  preferredAreas: textList({ longest: 100 }),
  otherArea: otherWord(),
  propertyTypes: textList({ longest: 100, most: 20 }),
  otherType: otherWord(),
  notes: optionalText(10_000),
});
type TypedProfile = z.output<typeof buyerProfileForm>;
export type BuyerProfileInput = Omit<TypedProfile, "otherArea" | "otherType">;

/** What was typed, with all areas in one list, and all house types. */
export function profileInput({ otherArea, otherType, ...typed }: TypedProfile): BuyerProfileInput {
  const preferredAreas = withMore(typed.preferredAreas, undefined, otherArea);
  return { ...typed, preferredAreas, propertyTypes: withMore(typed.propertyTypes, undefined, otherType) };
}

/** A profile as its form shows it. */
export function typedProfile(profile: BuyerProfile) {
  return {
    budget: typedMoney(profile.budget),
    minBeds: typedNumber(profile.minBeds),
    minBaths: typedNumber(profile.minBaths),
    minLotSize: typedNumber(profile.minLotSize),
    minGarages: typedNumber(profile.minGarages),
    preferredAreas: joinList(profile.preferredAreas),
    propertyTypes: joinList(profile.propertyTypes),
    notes: profile.notes ?? "",
  };
}

/** A line of the profile; null where it doesn't matter to the buyer. */
export interface ProfileLine {
  readonly label: string;
  readonly value: string | null;
  /** The value has a line of its own. */
  readonly long?: boolean;
}

/** The profile's lines in the order and words of the specification; house types only where there are any. */
export function describeProfile(profile: BuyerProfile | null): ProfileLine[] {
  const types = joinItems(profile?.propertyTypes);
  return [
    {
      label: "Budget",
      value: profile?.budget ? formatMoneyWithCode(profile.budget.currency, profile.budget.amount) : null,
    },
    { label: "Beds & Baths", value: formatRooms(profile) },
    ...(types === null ? [] : [{ label: "House types", value: types }]),
    { label: "Min. Lot Size", value: formatFigure(profile?.minLotSize, " sqft") },
    { label: "Min. Garages", value: formatFigure(profile?.minGarages) },
    { label: "Preferred Areas", value: joinItems(profile?.preferredAreas) },
    { label: "Buyer notes", value: profile?.notes ?? null, long: true },
  ];
}

/** The wishes one by one, as text; null where it doesn't matter. */
export function wishTexts(wishes: z.output<z.ZodMiniObject<typeof wishAttributes>>) {
  return {
    budget: wishes.budget && formatMoneyWithCode(wishes.budget.currency, wishes.budget.amount),
    minBeds: formatFigure(wishes.minBeds, "+"),
    minBaths: formatFigure(wishes.minBaths, "+"),
    minLotSize: formatFigure(wishes.minLotSize, " sqft"),
    minGarages: formatFigure(wishes.minGarages),
    preferredAreas: joinItems(wishes.preferredAreas),
    propertyTypes: joinItems(wishes.propertyTypes),
  };
}

function joinItems(items: readonly string[] | undefined): string | null {
  return items === undefined || items.length === 0 ? null : items.join(", ");
}

/** "3+ / 2.5+"; a dash for the one that does not matter. */
function formatRooms(profile: BuyerProfile | null): string | null {
  if (profile === null || (profile.minBeds === null && profile.minBaths === null)) return null;
  return `${formatFigure(profile.minBeds, "+") ?? "—"} / ${formatFigure(profile.minBaths, "+") ?? "—"}`;
}

function formatFigure(value: number | null | undefined, unit = ""): string | null {
  return value === null || value === undefined ? null : formatNumber(value) + unit;
}
