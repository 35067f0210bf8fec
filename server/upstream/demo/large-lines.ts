/** Makes up the clients, properties and tasks of the large demo: the same for every start. */
import type { Role } from "../engine/current-user.ts";
import type { DemoClient } from "./client-table.ts";
import { numbersFrom } from "./history.ts";
import {
  clientTags,
  firstNames,
  houseTypes,
  lastNames,
  leadSources,
  listingAgents,
  longNames,
  longStreet,
  packageTags,
  places,
  streets,
} from "./large-names.ts";
import type { DemoPackage } from "./package-table.ts";
import type { DemoTask } from "./task-lines.ts";

/** The roles that records are assigned to: most to the owner and the member. */
const agents: readonly Role[] = ["owner", "member", "owner", "manager", "member", "admin"];

/** Gives the entry at a place; after the end it starts again from the beginning. */
function at<Entry>(list: readonly Entry[], place: number): Entry {
  const entry = list[place % list.length];
  if (entry === undefined) throw new Error("An empty list has no entries.");
  return entry;
}

/** One of a list, by a number from 0 to 1. */
const pick = <Entry>(list: readonly Entry[], part: number): Entry => at(list, Math.floor(part * list.length));

/** None, one or two of a list, each once. */
function someOf(list: readonly string[], next: () => number): string[] {
  const count = Math.floor(next() * 2.5);
  return [...new Set(Array.from({ length: count }, () => pick(list, next())))];
}

/** Gives so many clients, the newest first. No two have the same email address; some have the same name, or no phone. */
export function largeClients(count: number): DemoClient[] {
  return Array.from({ length: count }, (_, index) => {
    const next = numbersFrom(1_000 + index);
    const name = nameAt(index);
    const hasProfile = next() < 0.4;
    const place = pick(places, next());
    const budget = String(300_000 + Math.floor(next() * 250) * 5_000);
    return {
      name,
      email: `${addressPart(name)}.${index + 1}@client.example`,
      phoneNumber: next() < 0.25 ? null : `(${next() < 0.5 ? 206 : 425}) 555-01${String(index % 100).padStart(2, "0")}`,
      budget: hasProfile ? { amount: budget, currency: "USD" } : null,
      minBeds: hasProfile ? 1 + Math.floor(next() * 5) : null,
      minBaths: hasProfile ? 1 + Math.floor(next() * 5) / 2 : null,
      minLotSize: null,
      minGarages: null,
      preferredAreas: hasProfile ? [...new Set([place[0], pick(places, next())[0]])] : [],
      propertyTypes: hasProfile ? [pick(houseTypes, next())] : [],
      agent: at(agents, index),
      portrait: null,
      household: [],
      notes: null,
      words: { leadSource: next() < 0.7 ? pick(leadSources, next()) : null, tags: someOf(clientTags, next) },
    };
  });
}

function nameAt(index: number): string {
  if (index % 300 === 150) return at(longNames, Math.floor(index / 300));
  // The lengths of the lists have no common factor, so a pair of names repeats only after all combinations.
  const [first, last] = [at(firstNames, index), at(lastNames, index)];
  if (index % 9 === 4) return `${first} and ${at(firstNames, index + 17)} ${last}`;
  return index % 41 === 7 ? "Maria García-López" : `${first} ${last}`;
}

/** The letters and digits of a name, without accents, at most so many as an address should have. */
function addressPart(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/[^A-Za-z ]/g, "")
    .toLowerCase();
  return plain.trim().replace(/ +/g, ".").slice(0, 40);
}

/**
 * Gives so many properties of the last 13 months, paired with clients so many times.
 * @param emails addresses of the clients, at least twice as many as pairs
 * @param houses names of the drawings
 */
export function largePackages(
  count: number,
  pairs: number,
  emails: readonly string[],
  houses: readonly string[],
): DemoPackage[] {
  return Array.from({ length: count }, (_, index) => {
    const next = numbersFrom(5_000 + index);
    const [area, city, zip] = pick(places, next());
    // Most of them are of the last months.
    const ageInDays = 36 + Math.floor(354 * next() ** 2);
    const sqft = 600 + Math.floor(next() * 320) * 10;
    const asked = Math.round((sqft * (380 + next() * 180)) / 5_000) * 5_000;
    const price = (amount: number, days: number) => ({ amount: String(amount), ageInDays: days });
    const isLowered = next() < 0.2;
    const first = Math.floor((index * pairs) / count);
    const after = Math.floor(((index + 1) * pairs) / count);
    return {
      street: streetAt(index),
      city,
      zip,
      beds: index % 23 === 11 ? null : 1 + Math.floor(next() * 5),
      baths: index % 23 === 11 ? null : 1 + Math.floor(next() * 6) / 2,
      sqft: index % 23 === 11 ? null : sqft,
      lotSize: next() < 0.6 ? 2_000 + Math.floor(next() * 90) * 100 : null,
      garages: Math.floor(next() * 4),
      area: index % 31 === 5 ? null : area,
      schools: [],
      prices:
        index % 37 === 9
          ? []
          : [price(asked, ageInDays), ...(isLowered ? [price(asked - 20_000, Math.floor(ageInDays / 3))] : [])],
      dueInDays: ageInDays < 90 && next() < 0.5 ? 1 + Math.floor(next() * 40) : null,
      lister: pick(listingAgents, next()),
      agent: at(agents, index),
      house: next() < 0.65 ? pick(houses, next()) : null,
      clients: Array.from({ length: after - first }, (_, pair) => at(emails, (first + pair) * 2)),
      ageInDays,
      words: {
        houseType: next() < 0.6 ? pick(houseTypes, next()) : null,
        tags: [...(isLowered ? ["Price reduced"] : []), ...someOf(packageTags, next)],
        mlsNumber: String(2_100_000 + index * 211),
        yearBuilt: 1908 + ((index * 31) % 115),
        hoa: null,
        remarks: null,
      },
    };
  });
}

function streetAt(index: number): string {
  const number = 101 + ((index * 37) % 9_700);
  if (index % 90 === 45) return `${number} ${longStreet} Road, Building C, Unit ${index}`;
  const kind = at(["Street", "Avenue N", "Avenue NE", "Lane", "Court"], Math.floor(index / streets.length) + index);
  return `${number} ${at(streets, index)} ${kind}${index % 12 === 6 ? `, Unit ${1 + (index % 40)}` : ""}`;
}

const titles: Readonly<Record<"client" | "package" | "opportunity", readonly string[]>> = {
  client: [
    "Ask for the pre-approval letter",
    "Call about the new listings",
    "Send the monthly market report",
    "Renew the buyer agreement",
    "Say happy birthday",
    "Find out whether they've sold their condo",
  ],
  package: [
    "Photograph the front",
    "Look through the comparables",
    "Ask the seller's agent about the roof",
    "Measure the rooms",
    "Order the title report",
  ],
  opportunity: [
    "Confirm the showing",
    "Ask how the viewing went",
    "Write the offer",
    "Book the inspector",
    "Send the disclosures",
    "Get the keys",
  ],
};

/** Gives so many tasks: two of three are done; those that are not are due in the next weeks, some of them overdue. */
export function largeTasks(count: number): DemoTask[] {
  return Array.from({ length: count }, (_, index) => {
    const next = numbersFrom(9_000 + index);
    const about = at(["client", "opportunity", "client", "package"] as const, index);
    const line = { title: at(titles[about], Math.floor(index / 4)), agent: at(agents, Math.floor(index / 2)), about };
    if (index % 3 !== 0) {
      const doneDaysAgo = 1 + Math.floor(next() * 330);
      const wasLate = Math.floor(next() * 5) - 3;
      return { ...line, dueInDays: wasLate - doneDaysAgo, doneDaysAgo, madeDaysAgo: doneDaysAgo + 7 };
    }
    const dueInDays = next() < 0.08 ? null : Math.floor(next() ** 2 * 120) - 6;
    return { ...line, dueInDays, madeDaysAgo: 8 + Math.floor(next() * 20) };
  });
}
