/** The tables of packages as queries see them; migrations 10-packages, 22-package-photos and 158-cut-pictures make them. */
import { boolean, integer, jsonb, numeric, text, uuid } from "drizzle-orm/pg-core";
import { day, moment, upstream } from "../engine/columns.ts";

/** A school near a property. Never a rating: ratings are opinions, and in places against the law. */
export interface School {
  readonly name: string;
  /** The school's own page; null when none is known. */
  readonly url: string | null;
}

export const packages = upstream.table("packages", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  number: integer().notNull(),
  street: text().notNull(),
  city: text(),
  state: text(),
  zip: text(),
  timeZone: text("time_zone").notNull(),
  beds: integer(),
  baths: numeric({ mode: "number" }),
  sqft: integer(),
  lotSize: numeric("lot_size", { mode: "number" }),
  garages: integer(),
  yearBuilt: integer("year_built"),
  mlsNumber: text("mls_number"),
  hoaAmount: numeric("hoa_amount"),
  hoaCurrency: text("hoa_currency"),
  remarks: text(),
  area: text(),
  houseType: text("house_type"),
  tags: text().array().notNull().default([]),
  schools: jsonb().$type<readonly School[]>().notNull().default([]),
  listPriceAmount: numeric("list_price_amount"),
  listPriceCurrency: text("list_price_currency"),
  offerDueAt: moment("offer_due_at"),
  listingAgentName: text("listing_agent_name"),
  listingAgentEmail: text("listing_agent_email"),
  listingAgentPhoneNumber: text("listing_agent_phone_number"),
  /** The cover: the URL of the first photo. */
  photoUrl: text("photo_url"),
  isSample: boolean("is_sample").notNull().default(false),
  archivedAt: moment("archived_at"),
  isArchived: boolean("is_archived").notNull().generatedAlwaysAs(true),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
  streetKey: text("street_key").notNull(),
  areaKey: text("area_key").notNull(),
  searchText: text("search_text").notNull(),
  offerDueKey: moment("offer_due_key").notNull().generatedAlwaysAs("now()"),
  listPriceKey: numeric("list_price_key").notNull().generatedAlwaysAs("0"),
  bedsKey: integer("beds_key").notNull().generatedAlwaysAs(0),
  bathsKey: numeric("baths_key").notNull().generatedAlwaysAs("0"),
  sqftKey: integer("sqft_key").notNull().generatedAlwaysAs(0),
  compAmount: numeric("comp_amount"),
  compCurrency: text("comp_currency"),
  compCount: integer("comp_count").notNull().default(0),
  compAsOf: day("comp_as_of"),
  compOverrideAmount: numeric("comp_override_amount"),
  compOverrideCurrency: text("comp_override_currency"),
  compOverrideNote: text("comp_override_note"),
  compOverrideOn: day("comp_override_on"),
  compKey: numeric("comp_key").notNull().generatedAlwaysAs("0"),
  foundBy: text("found_by").notNull().generatedAlwaysAs(""),
});

export const packageNumbers = upstream.table("package_numbers", {
  workspaceId: uuid("workspace_id").primaryKey(),
  last: integer().notNull(),
});

export const listPrices = upstream.table("list_prices", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id").notNull(),
  amount: numeric(),
  currency: text(),
  changedAt: moment("changed_at").notNull().defaultNow(),
  actorName: text("actor_name"),
});

export const comparables = upstream.table("comparables", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id").notNull(),
  address: text().notNull(),
  soldPriceAmount: numeric("sold_price_amount").notNull(),
  soldPriceCurrency: text("sold_price_currency").notNull(),
  sqft: integer().notNull(),
  soldOn: day("sold_on").notNull(),
  url: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const packagePhotos = upstream.table("package_photos", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id").notNull(),
  position: integer().notNull(),
  caption: text(),
  url: text().notNull(),
  isCutOff: boolean("is_cut_off").notNull().default(false),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const packageCounts = upstream.table("package_counts", {
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  isArchived: boolean("is_archived").notNull(),
  total: integer().notNull(),
});
