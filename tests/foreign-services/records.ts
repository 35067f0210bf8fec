/** What every one of the foreign services holds when it starts. */

export type Word = "clients" | "buyer_profiles" | "packages" | "opportunities";

interface Kind {
  readonly attributes: readonly string[];
  /** The list that each relation leads to. */
  readonly relations: Readonly<Record<string, Word>>;
  /** What a new record must have. */
  readonly needed: readonly string[];
}

export const kinds: Readonly<Record<Word, Kind>> = {
  clients: {
    attributes: ["name", "email", "phone_number", "inserted_at", "updated_at"],
    relations: { buyer_profile: "buyer_profiles" },
    needed: ["name"],
  },
  buyer_profiles: {
    attributes: ["min_beds", "min_baths", "preferred_areas", "notes"],
    relations: {},
    needed: [],
  },
  packages: {
    attributes: ["street", "city", "state", "zip", "beds", "inserted_at", "updated_at"],
    relations: {},
    needed: ["street"],
  },
  opportunities: {
    attributes: ["stage", "rank", "inserted_at", "updated_at"],
    relations: { client: "clients", package: "packages" },
    needed: ["client", "package"],
  },
};

/** A record under names in snake case; a relation is the id that it leads to. */
export interface Held {
  readonly id: string;
  readonly values: Record<string, unknown>;
}

/** A new record gets these where it does not bring them. */
export const givenBySelf: Readonly<Partial<Record<Word, Readonly<Record<string, unknown>>>>> = {
  clients: { email: null, phone_number: null, buyer_profile: null },
  opportunities: { stage: "open", rank: "Medium" },
};

const number = (index: number) => String(index + 1).padStart(2, "0");
const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString();

/**
 * 40 clients, the last one the newest, each with a buyer profile; 20 properties; and 20 deals, of the 20 newest clients.
 * @param idOf the id of the record of a list with this number, from 0
 */
export function makeRecords(idOf: (word: Word, index: number) => string): Record<Word, Held[]> {
  const many = (word: Word, count: number, values: (index: number) => Record<string, unknown>): Held[] =>
    Array.from({ length: count }, (_, index) => ({ id: idOf(word, index), values: values(index) }));
  const times = (index: number) => ({ inserted_at: day(index), updated_at: day(index) });
  return {
    clients: many("clients", 40, (index) => ({
      name: `Client ${number(index)}`,
      email: `client${number(index)}@client.example`,
      phone_number: `+1 555 01${number(index)}`,
      ...times(index),
      buyer_profile: idOf("buyer_profiles", index),
    })),
    buyer_profiles: many("buyer_profiles", 40, (index) => ({
      min_beds: index % 5,
      min_baths: 1,
      preferred_areas: [`Area ${number(index)}`],
      notes: null,
    })),
    packages: many("packages", 20, (index) => ({
      street: `${index + 1} Alder Lane`,
      city: "Portland",
      state: "OR",
      zip: "97209",
      beds: index % 5,
      ...times(index),
    })),
    opportunities: many("opportunities", 20, (index) => ({
      stage: index % 2 === 0 ? "open" : "offer_sent",
      rank: "High",
      ...times(index),
      client: idOf("clients", 39 - index),
      package: idOf("packages", index),
    })),
  };
}
