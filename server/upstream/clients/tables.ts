/** The tables of clients as queries see them; migrations 09-clients, 71-found-by, 126-clients-without-email and 164-import-columns make them. */
import { boolean, integer, jsonb, numeric, text, uuid } from "drizzle-orm/pg-core";
import { day, moment, upstream } from "../engine/columns.ts";
import { languages } from "../engine/current-user.ts";

/** A row of an import's file that can become a client. */
export interface Entry {
  readonly row: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly tags: string[];
  readonly areas: string[];
  readonly notes: string;
  readonly houseTypes: string[];
  readonly budget: { readonly amount: string; readonly currency: string } | null;
  readonly minBeds: number | null;
  readonly minBaths: number | null;
  readonly minLotSize: number | null;
  readonly minGarages: number | null;
  readonly agreement: { readonly startsOn: string; readonly endsOn: string } | null;
  readonly people: EntryPerson[];
  readonly leadSource: string | null;
}

/** A person of the household. */
interface EntryPerson {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** A row, and in sentences why it cannot be imported, or what of it is kept elsewhere or left out. */
export interface EntryProblem {
  readonly row: number;
  readonly name: string;
  readonly detail: string;
}

/** A row whose client exists already, or is in an earlier row. */
export interface DuplicateEntry {
  readonly row: number;
  readonly name: string;
  readonly client_id: string | null;
  readonly same_as_row: number | null;
}

export const clients = upstream.table("clients", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  name: text().notNull(),
  email: text(),
  phoneNumber: text("phone_number"),
  profileImageUrl: text("profile_image_url"),
  tags: text().array().notNull().default([]),
  leadSource: text("lead_source"),
  language: text({ enum: languages }),
  agreementStartsOn: day("agreement_starts_on"),
  agreementEndsOn: day("agreement_ends_on"),
  importId: uuid("import_id"),
  isSample: boolean("is_sample").notNull().default(false),
  archivedAt: moment("archived_at"),
  isArchived: boolean("is_archived").notNull().generatedAlwaysAs(true),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  lastActivityAt: moment("last_activity_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
  nameKey: text("name_key").notNull(),
  emailKey: text("email_key"),
  phoneKey: text("phone_key"),
  searchText: text("search_text").notNull(),
  foundBy: text("found_by").notNull().generatedAlwaysAs(""),
});

export const clientCounts = upstream.table("client_counts", {
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  isArchived: boolean("is_archived").notNull(),
  total: integer().notNull(),
});

export const buyerProfiles = upstream.table("buyer_profiles", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  budgetAmount: numeric("budget_amount"),
  budgetCurrency: text("budget_currency"),
  minBeds: integer("min_beds"),
  minBaths: numeric("min_baths", { mode: "number" }),
  minLotSize: numeric("min_lot_size", { mode: "number" }),
  minGarages: integer("min_garages"),
  preferredAreas: text("preferred_areas").array().notNull().default([]),
  propertyTypes: text("property_types").array().notNull().default([]),
  notes: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const clientImports = upstream.table("client_imports", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  fileName: text("file_name").notNull(),
  state: text().notNull().default("checked"),
  entries: jsonb().$type<readonly Entry[]>().notNull(),
  ready: integer().notNull(),
  problems: jsonb().$type<readonly EntryProblem[]>().notNull(),
  doubles: jsonb().$type<readonly DuplicateEntry[]>().notNull(),
  imported: integer().notNull().default(0),
  ignoredColumns: text("ignored_columns").array().notNull().default([]),
  remarks: jsonb().$type<readonly EntryProblem[]>().notNull().default([]),
  encoding: text(),
  headings: text().array().notNull().default([]),
  columns: text().array().notNull().default([]),
  shape: text(),
  leavesOut: boolean("leaves_out").notNull().default(false),
  source: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  completedAt: moment("completed_at"),
  undoneAt: moment("undone_at"),
  version: integer().notNull().default(1),
});

export const clientPeople = upstream.table("client_people", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  name: text().notNull(),
  email: text(),
  emailKey: text("email_key"),
  phoneNumber: text("phone_number"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
