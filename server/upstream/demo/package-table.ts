/** Reads the demo's tables of packages. */
import type { Role } from "../engine/current-user.ts";
import type { School } from "../tables.ts";
import { cellsOf, listOf, numberOf, roleOf } from "./cells.ts";
import { type PackageWords, wordsOfPackage } from "./demo-words.ts";

export interface DemoPackage {
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly beds: number | null;
  readonly baths: number | null;
  readonly sqft: number | null;
  readonly lotSize: number | null;
  readonly garages: number | null;
  readonly area: string | null;
  readonly schools: readonly School[];
  /** Oldest first. */
  readonly prices: readonly DemoPrice[];
  readonly dueInDays: number | null;
  readonly lister: string | null;
  /** The role of the account that the package is assigned to. */
  readonly agent: Role;
  /** Which drawing is its photo. */
  readonly house: string | null;
  /** Email addresses. */
  readonly clients: readonly string[];
  readonly ageInDays: number;
  readonly words: PackageWords;
}

export interface DemoPrice {
  readonly amount: string;
  readonly ageInDays: number;
}

/** @throws Error for a line that is not one package */
export function readPackages(table: string): DemoPackage[] {
  return cellsOf(table).map(readPackage);
}

function readPackage(cells: readonly string[]): DemoPackage {
  if (cells.length !== 17)
    throw new Error(`The demo's table has a line of ${cells.length} cells: ${cells.join(" | ")}`);
  const [street = "", city = "", zip = "", beds, baths, sqft, lot, garages, area, schools, prices, ...rest] = cells;
  const [due, lister, agent, house, clients, age] = rest;
  return {
    street,
    city,
    zip,
    beds: numberOf(beds),
    baths: numberOf(baths),
    sqft: numberOf(sqft),
    lotSize: numberOf(lot),
    garages: numberOf(garages),
    area: area || null,
    schools: listOf(schools).map((name) => ({ name, url: `https://${slugOf(name)}.schools.example/` })),
    prices: listOf(prices).map(readPrice),
    dueInDays: numberOf(due),
    lister: lister || null,
    agent: roleOf(agent),
    house: house || null,
    clients: listOf(clients).map((name) => `${name}@client.example`),
    ageInDays: numberOf(age) ?? 0,
    words: wordsOfPackage(street),
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** "865000@4": asked four days ago. */
function readPrice(text: string): DemoPrice {
  const [amount = "0", age] = text.split("@");
  return { amount, ageInDays: numberOf(age) ?? 0 };
}
