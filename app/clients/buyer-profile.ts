import * as z from "zod/mini";
import type { Versioned } from "../json-api/record.ts";
import { joinList, optionalAmount, optionalNumber, optionalText, textList } from "../ui/form-values.ts";
import { formatMoney, formatNumber } from "../ui/number-format.ts";

/** What a client is looking for. */

/** Decimals of some services arrive as text, so that no digit is lost. */
const figure = z.nullable(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
    z.transform((value) => Number(value)),
  ),
);

const budget = z.object({
  /** A decimal number, as text. */
  amount: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
  /** ISO 4217. */
  currency: z.string(),
});

const list = z.pipe(
  z.nullable(z.array(z.string())),
  z.transform((items) => [...new Set(items ?? [])]),
);

/** What a service says about a profile beside its id; members that it leaves out arrive as null. */
export const buyerProfileAttributes = {
  budget: z.nullable(budget),
  minBeds: figure,
  minBaths: figure,
  /** Square feet. */
  minLotSize: figure,
  minGarages: figure,
  preferredAreas: list,
  propertyTypes: list,
  notes: z.nullable(z.string()),
};

export interface BuyerProfile extends Versioned, z.output<z.ZodMiniObject<typeof buyerProfileAttributes>> {}

/** The currencies that are offered first; a profile may have any other of ISO 4217. */
const currencies = ["USD", "CAD", "MXN", "EUR", "GBP", "CHF", "AUD", "NZD", "JPY", "CNY", "HKD", "SGD", "INR", "AED"];

/** Whole numbers that a household can mean. */
function countOf(label: string) {
  return optionalNumber({ max: 99, whole: true, message: `${label} must be a whole number from 0 to 99.` });
}

const bathsMessage = "Min. baths must be a number from 0 to 99, in halves.";
const lotMessage = "Min. lot size must be a number of square feet, with two decimals at most.";

/** Whether a number is a whole one of its `parts`-th parts: 2.5 is one of halves. */
function hasStep(value: number | null, parts: number): boolean {
  return value === null || Number.isInteger(Number((value * parts).toFixed(6)));
}

/** What is typed about a profile. Each empty field means that the buyer has no such wish. */
export const buyerProfileForm = z.object({
  budget: z.pipe(
    z.object({
      amount: optionalAmount("Budget must be an amount, as in 850,000."),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, "Choose a currency from the list.")),
    }),
    z.transform(({ amount, currency }) => (amount === null ? null : { amount, currency })),
  ),
  minBeds: countOf("Min. beds"),
  minBaths: optionalNumber({ max: 99, message: bathsMessage }).check(
    z.refine((baths) => hasStep(baths, 2), bathsMessage),
  ),
  minLotSize: optionalNumber({ message: lotMessage }).check(z.refine((size) => hasStep(size, 100), lotMessage)),
  minGarages: countOf("Min. garages"),
  preferredAreas: textList({ longest: 100 }),
  propertyTypes: textList({ longest: 100, most: 20 }),
  notes: optionalText(10_000),
});
export type BuyerProfileWishes = z.output<typeof buyerProfileForm>;

/** How a profile stands in its form at first. */
export function typedProfile(profile: BuyerProfile) {
  return {
    budget: { amount: profile.budget?.amount ?? "", currency: profile.budget?.currency ?? "USD" },
    minBeds: typedNumber(profile.minBeds),
    minBaths: typedNumber(profile.minBaths),
    minLotSize: typedNumber(profile.minLotSize),
    minGarages: typedNumber(profile.minGarages),
    preferredAreas: joinList(profile.preferredAreas),
    propertyTypes: joinList(profile.propertyTypes),
    notes: profile.notes ?? "",
  };
}

function typedNumber(value: number | null): string {
  return value === null ? "" : String(value);
}

/** The currencies to choose from, the profile's own included. */
export function currencyChoices({ budget }: BuyerProfile): { value: string; label: string }[] {
  const all = budget === null ? currencies : [...currencies, budget.currency];
  return [...new Set(all)].map((value) => ({ value, label: value }));
}

/** A line of the profile as people read it; null where the buyer has no such wish. */
export interface Wish {
  readonly label: string;
  readonly value: string | null;
  /** The value has a line of its own. */
  readonly long?: boolean;
}

/** The profile in the order and words of the specification; house types only where there are any. */
export function wishesOf(profile: BuyerProfile | null): Wish[] {
  const types = listed(profile?.propertyTypes);
  return [
    { label: "Budget", value: profile?.budget ? formatMoney(profile.budget.currency, profile.budget.amount) : null },
    { label: "Beds & Baths", value: showRooms(profile) },
    ...(types === null ? [] : [{ label: "House types", value: types }]),
    { label: "Min. Lot Size", value: showFigure(profile?.minLotSize, " sqft") },
    { label: "Min. Garages", value: showFigure(profile?.minGarages) },
    { label: "Preferred Areas", value: listed(profile?.preferredAreas) },
    { label: "Buyer notes", value: profile?.notes ?? null, long: true },
  ];
}

function listed(items: readonly string[] | undefined): string | null {
  return items === undefined || items.length === 0 ? null : items.join(", ");
}

/** "3+ / 2.5+"; a dash for the one that does not matter. */
function showRooms(profile: BuyerProfile | null): string | null {
  if (profile === null || (profile.minBeds === null && profile.minBaths === null)) return null;
  return `${showFigure(profile.minBeds, "+") ?? "—"} / ${showFigure(profile.minBaths, "+") ?? "—"}`;
}

function showFigure(value: number | null | undefined, unit = ""): string | null {
  return value === null || value === undefined ? null : formatNumber(value) + unit;
}
