import { type DeclaredField, namesOf, type ValuesOf } from "./declared-fields.ts";

/**
 * What is kept of what a client looks for: each field once, in the order of the form. The attributes, forms, facts, files, merges
 * and what the portal suggests follow from here.
 */

/** What clients see themselves in the portal, and may suggest changes of. */
export const wishFields = {
  budget: { kind: "money", label: "Budget" },
  minBeds: { kind: "count", label: "Min. beds", suffix: "+" },
  minBaths: { kind: "halves", label: "Min. baths", suffix: "+" },
  minLotSize: { kind: "squareFeet", label: "Min. lot size", unit: "sqft", suffix: " sqft", fact: "Min. Lot Size" },
  minGarages: { kind: "count", label: "Min. garages", fact: "Min. Garages" },
  preferredAreas: {
    kind: "words",
    label: "Preferred areas",
    fact: "Preferred Areas",
    hint: "One per line, or separated by commas.",
  },
  propertyTypes: {
    kind: "words",
    label: "House types",
    hint: "One per line, e.g. Townhouse or Condominium.",
    most: 20,
  },
} as const satisfies Readonly<Record<string, DeclaredField>>;
export type WishName = keyof typeof wishFields;

export const profileFields = { ...wishFields, notes: { kind: "lines", label: "Buyer notes" } } as const;
export type ProfileName = keyof typeof profileFields;

export const wishNames = namesOf(wishFields);
export const profileNames = namesOf(profileFields);

/** Headings of columns that an import reads, besides the label. */
export const profileHeadings: Readonly<Record<ProfileName, readonly string[]>> = {
  budget: ["max budget", "budget max", "maximum budget", "max price", "price range"],
  minBeds: ["beds", "bedrooms", "min bedrooms"],
  minBaths: ["baths", "bathrooms", "min bathrooms"],
  minLotSize: ["min lot size", "lot size", "lot size sqft"],
  minGarages: ["garages"],
  preferredAreas: ["areas", "neighborhoods"],
  propertyTypes: ["house type", "property types", "property type"],
  notes: ["notes", "background", "agent notes", "note", "comments"],
};

/** For the file to fill in. */
export const sampleProfile: ValuesOf<typeof profileFields> = {
  budget: { amount: "450000", currency: "USD" },
  minBeds: 3,
  minBaths: 1.5,
  minLotSize: 4000,
  minGarages: 1,
  preferredAreas: ["Ballard", "Fremont"],
  propertyTypes: ["Townhouse", "Condominium"],
  notes: "Needs a home office.",
};
