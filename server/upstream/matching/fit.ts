/**
 * How well a property fits what a client looks for.
 *
 * Each thing that is known of both is compared and is met, nearly met or missed. What either side does not say counts neither
 * for nor against. A property fits when nothing is missed, at most one thing is only nearly met, and at least two things
 * that together weigh 40 of 100 are known of both: the price and one more, or area and beds.
 *
 * | thing      | weight | met                       | nearly met         |
 * | ---------- | ------ | ------------------------- | ------------------ |
 * | price      | 40     | half the budget to all    | up to 5% over it   |
 * | area       | 25     | one of the preferred ones |                    |
 * | beds       | 15     | as many as wanted, or more | one too few       |
 * | baths      | 8      | as many as wanted, or more | half a bath too few |
 * | house type | 6      | one of the wanted ones    |                    |
 * | lot        | 3      | as large as wanted        | up to 10% smaller  |
 * | garages    | 3      | as many as wanted, or more | one too few       |
 *
 * The score is the weight of what is met, and half of what is nearly met, in percent of the weight of what is known. A price
 * in another currency than the budget's is not compared, as if it were not known: nothing is converted. The reasons say so.
 */
import { fold } from "../../../spelling/folding.ts";

interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Null and empty are unknown. */
export interface Wishes {
  readonly budget: Money | null;
  readonly minBeds: number | null;
  readonly minBaths: number | null;
  readonly minLotSize: number | null;
  readonly minGarages: number | null;
  readonly preferredAreas: readonly string[];
  readonly propertyTypes: readonly string[];
}

/** Null is unknown. */
export interface Property {
  readonly listPrice: Money | null;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly lotSize: number | null;
  readonly garages: number | null;
  readonly area: string | null;
  readonly houseType: string | null;
}

export interface Fit {
  readonly fits: boolean;
  /** From 0 to 100. */
  readonly score: number;
  /** The weightiest first: "4% over budget", "Ballard", "3 of 3 beds". */
  readonly reasons: readonly string[];
}

interface Comparison {
  readonly outcome: "met" | "near" | "missed" | "incomparable";
  readonly weight: number;
  readonly reason: string;
}

/** Parts of the budget, also for the search of candidates. */
export const priceRange = { least: 0.5, most: 1.05 } as const;
export const bedsShort = 1;

const least = { things: 2, weight: 40 };
const counted = new Intl.NumberFormat("en-US");

/** Compares a property with what a client looks for. */
export function fitOf(wishes: Wishes, property: Property): Fit {
  const all = [
    comparePrice(wishes.budget, property.listPrice),
    compareArea(wishes.preferredAreas, property.area),
    compareCount(wishes.minBeds, property.beds, { weight: 15, short: bedsShort, noun: "bed" }),
    compareCount(wishes.minBaths, property.baths, { weight: 8, short: 0.5, noun: "bath" }),
    compareHouseType(wishes.propertyTypes, property.houseType),
    compareLot(wishes.minLotSize, property.lotSize),
    compareCount(wishes.minGarages, property.garages, { weight: 3, short: 1, noun: "garage" }),
  ].filter((comparison) => comparison !== null);
  const compared = all.filter(({ outcome }) => outcome !== "incomparable");
  const known = weightOf(compared);
  const of = (outcome: Comparison["outcome"]) => compared.filter((comparison) => comparison.outcome === outcome);
  const near = of("near");
  return {
    fits: of("missed").length === 0 && near.length <= 1 && compared.length >= least.things && known >= least.weight,
    score: known === 0 ? 0 : Math.round((100 * (weightOf(of("met")) + weightOf(near) / 2)) / known),
    reasons: all.map(({ reason }) => reason),
  };
}

function weightOf(compared: readonly Comparison[]): number {
  return compared.reduce((sum, { weight }) => sum + weight, 0);
}

function comparePrice(budget: Money | null, price: Money | null): Comparison | null {
  if (budget === null || price === null) return null;
  const weight = 40;
  if (budget.currency !== price.currency)
    return { weight, outcome: "incomparable", reason: `priced in ${price.currency}, budget in ${budget.currency}` };
  const [most, asked] = [Number(budget.amount), Number(price.amount)];
  if (asked > most) {
    const over = most === 0 ? "over budget" : `${percentOf(asked - most, most)} over budget`;
    return { weight, outcome: asked <= most * priceRange.most ? "near" : "missed", reason: over };
  }
  const outcome = asked >= most * priceRange.least ? "met" : "missed";
  return { weight, outcome, reason: asked === most ? "on budget" : `${percentOf(most - asked, most)} under budget` };
}

/** Less than one percent is not none. */
function percentOf(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  return percent === 0 ? "less than 1%" : `${counted.format(percent)}%`;
}

function keyOf(name: string): string {
  return fold(name).replaceAll(" ", "");
}

function compareArea(wanted: readonly string[], area: string | null): Comparison | null {
  if (wanted.length === 0 || area === null) return null;
  const isWanted = wanted.some((name) => keyOf(name) === keyOf(area));
  return { weight: 25, outcome: isWanted ? "met" : "missed", reason: isWanted ? area : `in ${area}` };
}

function compareHouseType(wanted: readonly string[], type: string | null): Comparison | null {
  if (wanted.length === 0 || type === null) return null;
  return { weight: 6, outcome: wanted.some((name) => keyOf(name) === keyOf(type)) ? "met" : "missed", reason: type };
}

/** @param rule.short how much may be missing for "nearly" */
function compareCount(
  wanted: number | null,
  has: number | null,
  { weight, short, noun }: { readonly weight: number; readonly short: number; readonly noun: string },
): Comparison | null {
  if (wanted === null || has === null) return null;
  const outcome = has >= wanted ? "met" : has >= wanted - short ? "near" : "missed";
  const things = (count: number) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const reason = has > wanted ? `${things(has)}, ${wanted} wanted` : `${has} of ${things(wanted)}`;
  return { weight, outcome, reason };
}

function compareLot(wanted: number | null, has: number | null): Comparison | null {
  if (wanted === null || has === null) return null;
  const outcome = has >= wanted ? "met" : has >= wanted * 0.9 ? "near" : "missed";
  return { weight: 3, outcome, reason: `lot of ${counted.format(has)} sqft, ${counted.format(wanted)} wanted` };
}
