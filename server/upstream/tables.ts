/** The tables as queries see them; the migrations make them. */
import type { BuildColumns } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  type PgTableWithColumns,
  pgSchema,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Estimate } from "../../arithmetic/costs/estimate.ts";
import { severities } from "./inspections/severities.ts";
import { type Topic, topics } from "./notifications/kinds.ts";
import type { Point } from "./summaries/point.ts";
import { readingStates } from "./texts/text-reading.ts";

export const upstream = pgSchema("upstream");

/** A Date would lose microseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

const momentAsDate = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

const day = (name: string) => date(name, { mode: "string" });

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Columns of records that belong to a workspace. */
const ofWorkspace = {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
};

/** Columns of records that change. */
const versioned = {
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
};

const versionedByDate = {
  insertedAt: momentAsDate("inserted_at").notNull().defaultNow(),
  updatedAt: momentAsDate("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
};

export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

// People and workspaces

export interface Picture {
  readonly url?: string;
  readonly file_id: string;
}

export const accounts = upstream.table("accounts", {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull().default(""),
  phoneNumber: text("phone_number"),
  address: text(),
  profilePicture: jsonb("profile_picture").$type<Picture>(),
  passwordHash: text("password_hash"),
  verifiedAt: momentAsDate("verified_at"),
  ...versionedByDate,
});

export const workspaces = upstream.table("workspaces", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  handle: text().notNull(),
  description: text(),
  timeZone: text("time_zone").notNull().default("America/New_York"),
  websiteUrl: text("website_url"),
  phoneNumber: text("phone_number"),
  brokerage: text(),
  licenseNumber: text("license_number"),
  privacyUrl: text("privacy_url"),
  termsUrl: text("terms_url"),
  logo: jsonb().$type<Picture>(),
  plan: text({ enum: ["free", "standard"] })
    .notNull()
    .default("free"),
  /** The workspace's id in the API. */
  apiWorkspaceId: text("api_workspace_id"),
  requiresSecondStep: boolean("requires_second_step").notNull().default(false),
  allowsTrustedBrowsers: boolean("allows_trusted_browsers").notNull().default(true),
  /** When a deleted workspace is purged; null: not deleted. */
  purgeAt: momentAsDate("purge_at"),
  /** When something was last erased in it. */
  erasedAt: moment("erased_at"),
  ...versionedByDate,
});

export const handles = upstream.table("handles", {
  handle: text().primaryKey(),
  workspaceId: uuid("workspace_id"),
  email: text(),
  heldUntil: momentAsDate("held_until"),
});

export const memberships = upstream.table("memberships", {
  ...ofWorkspace,
  accountId: uuid("account_id").notNull(),
  role: text({ enum: ["owner", "admin", "manager", "member", "instructor"] }).notNull(),
  notes: text(),
  putAwaySteps: text("put_away_steps").array().notNull().default([]),
  lastSeenAt: momentAsDate("last_seen_at"),
  ...versionedByDate,
});

export const sessions = upstream.table("sessions", {
  id: uuid().primaryKey().defaultRandom(),
  kind: text({ enum: ["account", "client"] }).notNull(),
  accountId: uuid("account_id"),
  clientEmail: text("client_email"),
  device: text(),
  /** Whether an OpenID provider has asked for a second factor. */
  isVouched: boolean("is_vouched").notNull().default(false),
  tokenHash: bytes("token_hash").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
  revokedAt: momentAsDate("revoked_at"),
  insertedAt: momentAsDate("inserted_at").notNull().defaultNow(),
});

export const mailedLinks = upstream.table("mailed_links", {
  id: uuid().primaryKey().defaultRandom(),
  purpose: text({ enum: ["sign_in", "registration", "password_reset", "invitation", "shared_property"] }).notNull(),
  kind: text({ enum: ["account", "client"] })
    .notNull()
    .default("account"),
  email: text().notNull(),
  tokenHash: bytes("token_hash").notNull(),
  codeHash: text("code_hash"),
  isFromKnownDevice: boolean("is_from_known_device").notNull().default(false),
  tries: integer().notNull().default(0),
  insertedAt: momentAsDate("inserted_at").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
  usedAt: momentAsDate("used_at"),
});

export const registrations = upstream.table("registrations", {
  id: uuid().primaryKey(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  phoneNumber: text("phone_number"),
  workspaceName: text("workspace_name").notNull(),
  workspaceHandle: text("workspace_handle").notNull(),
  timeZone: text("time_zone"),
});

export const memberInvitations = upstream.table("member_invitations", {
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id"),
  role: text({ enum: ["owner", "admin", "manager", "member", "instructor"] }).notNull(),
  workspaceHandle: text("workspace_handle"),
  apiWorkspaceId: text("api_workspace_id"),
});

/** What becomes of the public page when the workspace has another owner. */
export const publicPageChoices = ["kept", "face", "anew"] as const;

export const workspaceConfirmations = upstream.table("workspace_confirmations", {
  ...ofWorkspace,
  kind: text({ enum: ["transfer", "deletion"] }).notNull(),
  requestedBy: uuid("requested_by").notNull(),
  confirmedBy: uuid("confirmed_by").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  insertedAt: momentAsDate("inserted_at").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
  publicPage: text("public_page", { enum: publicPageChoices }),
});

export const members = upstream.table("members", {
  workspaceId: uuid("workspace_id").notNull(),
  id: uuid().notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  fullName: text("full_name").notNull(),
  email: text().notNull(),
  phoneNumber: text("phone_number"),
  address: text(),
  profilePicture: jsonb("profile_picture"),
  notes: text(),
  verifiedAt: momentAsDate("verified_at"),
  role: text().notNull(),
  insertedAt: momentAsDate("inserted_at").notNull(),
  lastSeenAt: momentAsDate("last_seen_at"),
  version: integer().notNull(),
  nameKey: text("name_key").notNull(),
  searchText: text("search_text").notNull(),
  roleRank: integer("role_rank").notNull(),
  seenKey: momentAsDate("seen_key").notNull(),
});

export const colleagueInvitations = upstream.table("colleague_invitations", {
  ...ofWorkspace,
  email: text().notNull(),
  role: text({ enum: ["admin", "manager", "member", "instructor"] }).notNull(),
  linkId: uuid("link_id"),
  mailId: uuid("mail_id").notNull(),
  mailsThatDay: integer("mails_that_day").notNull().default(1),
  invitedByAccountId: uuid("invited_by_account_id"),
  sentAt: momentAsDate("sent_at").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
  acceptedAt: momentAsDate("accepted_at"),
  revokedAt: momentAsDate("revoked_at"),
  ...versionedByDate,
});

export const emailChanges = upstream.table("email_changes", {
  id: uuid().primaryKey().defaultRandom(),
  accountId: uuid("account_id").notNull(),
  oldEmail: text("old_email").notNull(),
  newEmail: text("new_email").notNull(),
  oldConfirmedAt: momentAsDate("old_confirmed_at"),
  newConfirmedAt: momentAsDate("new_confirmed_at"),
  changedAt: momentAsDate("changed_at"),
  stoppedAt: momentAsDate("stopped_at"),
  insertedAt: momentAsDate("inserted_at").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
});
export type EmailChange = typeof emailChanges.$inferSelect;

export const emailChangeLinks = upstream.table("email_change_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  changeId: uuid("change_id").notNull(),
  purpose: text({ enum: ["confirm_old", "confirm_new", "stop"] }).notNull(),
  email: text().notNull(),
  insertedAt: momentAsDate("inserted_at").notNull(),
});
export type EmailChangePurpose = (typeof emailChangeLinks.$inferSelect)["purpose"];

const period = (name: string) => bigint(name, { mode: "number" });

export const secondSteps = upstream.table("second_steps", {
  accountId: uuid("account_id").primaryKey(),
  sealedSecret: bytes("sealed_secret").notNull(),
  lastPeriod: period("last_period").notNull(),
  refusedPeriod: period("refused_period"),
  tries: integer().notNull().default(0),
  triesSince: momentAsDate("tries_since").notNull(),
  enabledAt: momentAsDate("enabled_at").notNull(),
});

export const recoveryCodes = upstream.table("recovery_codes", {
  codeHash: bytes("code_hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  usedAt: momentAsDate("used_at"),
});

export const trustedBrowsers = upstream.table("trusted_browsers", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
});

export const secondStepSetups = upstream.table("second_step_setups", {
  sessionId: uuid("session_id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  sealedSecret: bytes("sealed_secret"),
  sealedCodes: bytes("sealed_codes"),
  expiresAt: momentAsDate("expires_at").notNull(),
});

export const waitingSignIns = upstream.table("waiting_sign_ins", {
  id: uuid().primaryKey().defaultRandom(),
  accountId: uuid("account_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  expiresAt: momentAsDate("expires_at").notNull(),
});

export const openIdIdentities = upstream.table("openid_identities", {
  accountId: uuid("account_id").primaryKey(),
  /** Null: unlinked. */
  issuer: text(),
  subject: text(),
  email: text(),
  linkedAt: momentAsDate("linked_at"),
});

export const planRequests = upstream.table("plan_requests", {
  ...ofWorkspace,
  plan: text({ enum: ["free", "standard"] }).notNull(),
  state: text({ enum: ["pending", "granted", "declined", "withdrawn"] })
    .notNull()
    .default("pending"),
  requestedBy: uuid("requested_by"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  settledAt: moment("settled_at"),
});

export type PlanRequest = typeof planRequests.$inferSelect;

export interface ImportEntry {
  readonly row: number;
}

/** Why a row cannot be imported, or what of it is left out. */
export interface EntryProblem {
  readonly row: number;
  readonly name: string;
  readonly detail: string;
}

/** What a row says of a record that is there already, and what became of that. */
export interface ImportChange {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly state: "offered" | "chosen" | "applied" | "skipped" | "undone" | "kept";
  readonly fields: readonly {
    readonly field: string;
    readonly label: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** A row whose record is in an earlier row, or exists already, under an id of another name. */
export interface DuplicateEntry {
  readonly row: number;
  readonly name: string;
  readonly same_as_row: number | null;
}

export const clients = upstream.table("clients", {
  ...ofWorkspace,
  assignedAccountId: uuid("assigned_account_id"),
  name: text().notNull(),
  email: text(),
  phoneNumber: text("phone_number"),
  profileImageUrl: text("profile_image_url"),
  tags: text().array().notNull().default([]),
  leadSource: text("lead_source"),
  greetedAs: text("greeted_as"),
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
  contactKey: moment("contact_key").notNull().generatedAlwaysAs(""),
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
  ...ofWorkspace,
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
  ...versioned,
});

const importColumns = () => ({
  ...ofWorkspace,
  accountId: uuid("account_id"),
  fileName: text("file_name").notNull(),
  state: text().notNull().default("checked"),
  entries: jsonb().$type<readonly ImportEntry[]>().notNull(),
  ready: integer().notNull(),
  problems: jsonb().$type<readonly EntryProblem[]>().notNull(),
  doubles: jsonb().$type<readonly DuplicateEntry[]>().notNull(),
  imported: integer().notNull().default(0),
  position: integer().notNull().default(0),
  ignoredColumns: text("ignored_columns").array().notNull().default([]),
  remarks: jsonb().$type<readonly EntryProblem[]>().notNull().default([]),
  changes: jsonb().$type<readonly ImportChange[]>().notNull().default([]),
  rest: jsonb().$type<readonly ImportEntry[]>().notNull().default([]),
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

export type ImportTable = PgTableWithColumns<{
  name: string;
  schema: "upstream";
  dialect: "pg";
  columns: BuildColumns<string, ReturnType<typeof importColumns>, "pg">;
}>;

export const clientImports = upstream.table("client_imports", importColumns());

export const clientPeople = upstream.table("client_people", {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  name: text().notNull(),
  email: text(),
  emailKey: text("email_key"),
  phoneNumber: text("phone_number"),
  ...versioned,
});

/** Keys of moved rows, by table. */
export type MovedRows = Readonly<Record<string, readonly string[]>>;

/** An overwritten value, which returns if nobody changed it since. */
export interface Overwritten {
  readonly before: unknown;
  readonly after: unknown;
}

interface ThreadState {
  readonly needsReplySince: string | null;
  readonly version: number;
}

interface ReadState {
  readonly account_id: string | null;
  readonly email: string | null;
  readonly last_read_number: number;
  readonly is_unread: boolean;
  readonly read_at: string | null;
}

/** For undoing a merge. */
export interface BeforeMerge {
  /** Columns of the client that stays, and of the buyer profile. */
  readonly client: Readonly<Record<string, Overwritten>>;
  readonly profile: Readonly<Record<string, Overwritten>>;
  /** People added to the household. */
  readonly addedPeople: readonly string[];
  readonly renamed: readonly { readonly named: "document" | "folder"; readonly id: string; readonly name: string }[];
  /** Links to one property: the old address leads to the other. */
  readonly links: readonly { readonly from: string; readonly to: string; readonly tokens: readonly string[] }[];
  /** Opportunities that ended because the other one of the property goes on. */
  readonly endedDeals: readonly { readonly id: string; readonly moveId: string }[];
  readonly numbers: readonly { readonly id: string; readonly number: number }[];
  readonly thread: ThreadState | null;
  readonly threadVersion: number | null;
  readonly reads: { readonly before: readonly ReadState[]; readonly after: readonly ReadState[] };
  readonly drafts: readonly {
    readonly account_id: string | null;
    readonly email: string | null;
    readonly body: string;
    readonly package_id: string | null;
    readonly document_ids: readonly string[];
    readonly version: number;
  }[];
  readonly joinedDrafts?: BeforeMerge["drafts"];
}

export const clientMerges = upstream.table("client_merges", {
  /** Of the merged client. */
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  name: text().notNull(),
  mergedByName: text("merged_by_name"),
  mergedAt: moment("merged_at").notNull().defaultNow(),
  moved: jsonb().$type<MovedRows>().notNull().default({}),
  before: jsonb().$type<BeforeMerge | null>(),
  version: integer().notNull().default(1),
});

/** Without a rating, which would be an opinion and in places against the law. */
export interface School {
  readonly name: string;
  readonly url: string | null;
}

export const packages = upstream.table("packages", {
  ...ofWorkspace,
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
  listingAgentProfilePhotoUrl: text("listing_agent_profile_photo_url"),
  /** The first photo. */
  photoUrl: text("photo_url"),
  isSample: boolean("is_sample").notNull().default(false),
  archivedAt: moment("archived_at"),
  isArchived: boolean("is_archived").notNull().generatedAlwaysAs(true),
  ...versioned,
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
  ...ofWorkspace,
  packageId: uuid("package_id").notNull(),
  amount: numeric(),
  currency: text(),
  changedAt: moment("changed_at").notNull().defaultNow(),
  actorName: text("actor_name"),
});

export const comparables = upstream.table("comparables", {
  ...ofWorkspace,
  packageId: uuid("package_id").notNull(),
  address: text().notNull(),
  soldPriceAmount: numeric("sold_price_amount").notNull(),
  soldPriceCurrency: text("sold_price_currency").notNull(),
  sqft: integer().notNull(),
  soldOn: day("sold_on").notNull(),
  url: text(),
  ...versioned,
});

export const packagePhotos = upstream.table("package_photos", {
  ...ofWorkspace,
  packageId: uuid("package_id").notNull(),
  position: integer().notNull(),
  caption: text(),
  url: text().notNull(),
  isCutOff: boolean("is_cut_off").notNull().default(false),
  ...versioned,
});

export const packageCounts = upstream.table("package_counts", {
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  isArchived: boolean("is_archived").notNull(),
  total: integer().notNull(),
});

export const packageImports = upstream.table("package_imports", {
  ...importColumns(),
  created: uuid().array().notNull().default([]),
});

/** What a move did to an offer, a suggestion, a showing, a day or a task. */
export interface Effect {
  readonly on:
    | "offer"
    | "showing"
    | "showing_time"
    | "suggestion"
    | "task"
    | "task_due_on"
    | "removed_task"
    | "inspections_due_on"
    | "closing_on";
  readonly id: string;
  /** The state, time or day before, or a removed task as JSON; null: made by the move. */
  readonly before: string | null;
}

export const opportunities = upstream.table("opportunities", {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  packageId: uuid("package_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  stage: text().notNull().default("open"),
  rank: text().notNull().default("Medium"),
  clientRank: text("client_rank"),
  rankKey: smallint("rank_key").notNull().generatedAlwaysAs(2),
  isActive: boolean("is_active").notNull().generatedAlwaysAs(true),
  stageSince: moment("stage_since").notNull().defaultNow(),
  inspectionsDueOn: day("inspections_due_on"),
  closingOn: day("closing_on"),
  nextDueKey: integer("next_due_key").notNull().generatedAlwaysAs(0),
  latestMoveId: uuid("latest_move_id"),
  stageBefore: text("stage_before"),
  sinceBefore: moment("since_before"),
  ...versioned,
});

export const opportunityCounts = upstream.table("opportunity_counts", {
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  stage: text().notNull(),
  total: integer().notNull(),
});

export const opportunityMoves = upstream.table("opportunity_moves", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  fromStage: text("from_stage").notNull(),
  toStage: text("to_stage").notNull(),
  showingAt: moment("showing_at"),
  priceAmount: numeric("price_amount"),
  priceCurrency: text("price_currency"),
  expiresAt: moment("expires_at"),
  acceptedOn: day("accepted_on"),
  deadlineOn: day("deadline_on"),
  closedOn: day("closed_on"),
  terms: text(),
  reason: text(),
  reasonText: text("reason_text"),
  effects: jsonb().$type<readonly Effect[]>().notNull().default([]),
  undoesId: uuid("undoes_id"),
  actorAccountId: uuid("actor_account_id"),
  actorName: text("actor_name").notNull(),
  occurredAt: moment("occurred_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/** One thing done after closing, for its undo. */
export interface TidiedPart {
  readonly on: "task" | "deal" | "next_step";
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** The latest one of each opportunity. */
export const afterClosings = upstream.table("after_closings", {
  opportunityId: uuid("opportunity_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  id: uuid().notNull().defaultRandom(),
  parts: jsonb().$type<readonly TidiedPart[]>().notNull(),
  doneAt: moment("done_at").notNull().defaultNow(),
  undoneAt: moment("undone_at"),
  kept: jsonb().$type<readonly string[]>().notNull().default([]),
});

export const offers = upstream.table("offers", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  state: text().notNull().default("sent"),
  priceAmount: numeric("price_amount").notNull(),
  priceCurrency: text("price_currency").notNull(),
  expiresAt: moment("expires_at"),
  expiresKey: moment("expires_key").notNull().generatedAlwaysAs(""),
  sentAt: moment("sent_at").notNull().defaultNow(),
  answeredAt: moment("answered_at"),
  acceptedPriceAmount: numeric("accepted_price_amount"),
  acceptedPriceCurrency: text("accepted_price_currency"),
  acceptedOn: day("accepted_on"),
  version: integer().notNull().default(1),
});

export const offerSuggestions = upstream.table("offer_suggestions", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  state: text({ enum: ["current", "replaced", "undone"] })
    .notNull()
    .default("current"),
  priceAmount: numeric("price_amount").notNull(),
  priceCurrency: text("price_currency").notNull(),
  expiresAt: moment("expires_at"),
  terms: text(),
  termsEs: text("terms_es"),
  suggestedByAccountId: uuid("suggested_by_account_id"),
  suggestedByName: text("suggested_by_name").notNull(),
  isCounter: boolean("is_counter").notNull().default(false),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const showings = upstream.table("showings", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  state: text().notNull(),
  startsAt: moment("starts_at").notNull(),
  durationMinutes: integer("duration_minutes").notNull().default(30),
  note: text(),
  requestedByName: text("requested_by_name"),
  requestedByEmail: text("requested_by_email"),
  requestId: uuid("request_id"),
  isTimeGuessed: boolean("is_time_guessed").notNull().default(false),
  sequence: integer().notNull().default(0),
  ...versioned,
});

export const comments = upstream.table("comments", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  authorAccountId: uuid("author_account_id"),
  authorName: text("author_name").notNull(),
  body: text().notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  editedAt: moment("edited_at"),
  version: integer().notNull().default(1),
});

export const answerKinds = ["interest", "rating", "offer", "repair"] as const;

export const answerChoices = [
  "interested",
  "not_interested",
  "approved",
  "changes",
  "declined",
  "repair",
  "credit",
  "leave",
] as const;

/** For an open offer, and for showings to come, when the client is not interested anymore. */
export const openChoices = ["drop", "keep"] as const;

export const portalAnswers = upstream.table("portal_answers", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
  kind: text({ enum: answerKinds }).notNull(),
  choice: text({ enum: answerChoices }),
  rating: smallint(),
  reasons: text().array().notNull().default([]),
  remark: text(),
  offer: text({ enum: openChoices }),
  showings: text({ enum: openChoices }),
  suggestionId: uuid("suggestion_id"),
  findingId: uuid("finding_id"),
  isLatest: boolean("is_latest").notNull().default(true),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  notedAt: moment("noted_at"),
  notedByName: text("noted_by_name"),
  version: integer().notNull().default(1),
});

export const portalQuestions = upstream.table("portal_questions", {
  ...ofWorkspace,
  opportunityId: uuid("opportunity_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
  body: text().notNull(),
  answer: text(),
  answeredByName: text("answered_by_name"),
  answeredAt: moment("answered_at"),
  answerMessageId: uuid("answer_message_id"),
  ...versioned,
});

export const opportunityDates = ["offer_expires_on", "accepted_on", "inspections_due_on", "closing_on"] as const;
export type OpportunityDate = (typeof opportunityDates)[number];

export const tasks = upstream.table("tasks", {
  ...ofWorkspace,
  title: text().notNull(),
  dueOn: day("due_on"),
  assigneeAccountId: uuid("assignee_account_id"),
  assignedByAccountId: uuid("assigned_by_account_id"),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  opportunityId: uuid("opportunity_id"),
  documentId: uuid("document_id"),
  repeat: text().notNull().default("none"),
  repeatsFrom: day("repeats_from"),
  followsId: uuid("follows_id"),
  templateId: uuid("template_id"),
  dueFrom: text("due_from", { enum: opportunityDates }),
  dueInDays: integer("due_in_days"),
  isVisibleToClient: boolean("is_visible_to_client").notNull().default(false),
  doneAt: moment("done_at"),
  doneByAccountId: uuid("done_by_account_id"),
  doneByName: text("done_by_name"),
  isDone: boolean("is_done").notNull().generatedAlwaysAs(false),
  dueKey: integer("due_key").notNull().generatedAlwaysAs(0),
  doneKey: moment("done_key").notNull().generatedAlwaysAs(""),
  ...versioned,
});

export const taskTemplates = upstream.table("task_templates", {
  ...ofWorkspace,
  stage: text(),
  dueFrom: text("due_from", { enum: opportunityDates }),
  startKey: text("start_key").notNull().generatedAlwaysAs(""),
  title: text().notNull(),
  dueInDays: integer("due_in_days").notNull(),
  isVisibleToClient: boolean("is_visible_to_client").notNull().default(false),
  ...versioned,
});

export const taskDigests = upstream.table("task_digests", {
  workspaceId: uuid("workspace_id").primaryKey(),
  sentFor: day("sent_for").notNull(),
});

export type FileMetadata = Readonly<Partial<Record<"announced_mime" | "charset" | "is_cut_off", string>>>;

const byteCount = (name: string) => bigint(name, { mode: "number" });

export const objects = upstream.table("objects", {
  storageKey: text("storage_key").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  size: byteCount("size").notNull(),
  expiresAt: moment("expires_at").notNull(),
  id: uuid().notNull().defaultRandom(),
  name: text(),
});

export const files = upstream.table("files", {
  ...ofWorkspace,
  accountId: uuid("account_id"),
  storageKey: text("storage_key").notNull(),
  uri: text().notNull(),
  name: text().notNull(),
  mime: text().notNull(),
  kind: text({ enum: ["pdf", "image", "text", "other"] }).notNull(),
  size: byteCount("size").notNull(),
  metadata: jsonb().$type<FileMetadata>(),
  excerpt: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const storageUsage = upstream.table("storage_usage", {
  workspaceId: uuid("workspace_id").primaryKey(),
  bytes: byteCount("bytes").notNull(),
});

export const documentTexts = upstream.table("document_texts", {
  fileId: uuid("file_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  state: text({ enum: ["queued", ...readingStates] })
    .notNull()
    .default("queued"),
  pages: text().array().notNull().default([]),
  pageCount: integer("page_count").notNull().default(0),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  finishedAt: moment("finished_at"),
});

const documentColumns = {
  ...ofWorkspace,
  packageId: uuid("package_id"),
  clientId: uuid("client_id"),
  accountId: uuid("account_id"),
  trashedAt: moment("trashed_at"),
  isTrashed: boolean("is_trashed").notNull().generatedAlwaysAs(true),
  trashedWith: uuid("trashed_with"),
  ...versioned,
};

export const folders = upstream.table("folders", {
  ...documentColumns,
  parentId: uuid("parent_id"),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  kind: text({ enum: ["inspection_reports", "buyers_guide"] }),
  isClientVisible: boolean("is_client_visible").notNull().default(false),
});

export const documents = upstream.table("documents", {
  ...documentColumns,
  folderId: uuid("folder_id"),
  label: text().notNull(),
  labelKey: text("label_key").notNull(),
  fileId: uuid("file_id").notNull(),
  versionNumber: integer("version_number").notNull().default(1),
  mime: text().notNull(),
  kind: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  isCutOff: boolean("is_cut_off").notNull().default(false),
  isClientVisible: boolean("is_client_visible").notNull().default(false),
  isKeptOnDevices: boolean("is_kept_on_devices").notNull().default(false),
  searchText: text("search_text").notNull(),
});

export const documentVersions = upstream.table("document_versions", {
  ...ofWorkspace,
  documentId: uuid("document_id").notNull(),
  number: integer().notNull(),
  fileId: uuid("file_id").notNull(),
  name: text().notNull(),
  mime: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  actorName: text("actor_name"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const documentSummaries = upstream.table("document_summaries", {
  ...ofWorkspace,
  documentId: uuid("document_id").notNull(),
  versionNumber: integer("version_number").notNull(),
  fileId: uuid("file_id").notNull(),
  state: text({ enum: ["queued", "ready", "failed"] })
    .notNull()
    .default("queued"),
  method: text({ enum: ["extract", "model"] }),
  points: jsonb().$type<readonly Point[]>().notNull().default([]),
  pageCount: integer("page_count"),
  pagesRead: integer("pages_read"),
  failure: text(),
  isFinal: boolean("is_final").notNull().default(false),
  month: text().notNull(),
  requestedAt: moment("requested_at").notNull().defaultNow(),
  finishedAt: moment("finished_at"),
  approvedAt: moment("approved_at"),
  approvedByName: text("approved_by_name"),
  version: integer().notNull().default(1),
});

export const summaryMonths = upstream.table("summary_months", {
  workspaceId: uuid("workspace_id").notNull(),
  month: text().notNull(),
  used: integer().notNull(),
});

export const decisions = ["repair", "credit", "accept", "verify"] as const;

export const inspectionReports = upstream.table("inspection_reports", {
  ...ofWorkspace,
  packageId: uuid("package_id").notNull(),
  documentId: uuid("document_id"),
  documentLabel: text("document_label").notNull(),
  versionNumber: integer("version_number").notNull(),
  fileId: uuid("file_id"),
  state: text({ enum: ["queued", "ready", "failed"] })
    .notNull()
    .default("queued"),
  method: text({ enum: ["extract", "model"] }),
  pageCount: integer("page_count"),
  pagesRead: integer("pages_read"),
  failure: text(),
  isFinal: boolean("is_final").notNull().default(false),
  requestedAt: moment("requested_at").notNull().defaultNow(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const findings = upstream.table("findings", {
  ...ofWorkspace,
  packageId: uuid("package_id").notNull(),
  inspectionReportId: uuid("inspection_report_id"),
  system: text().notNull(),
  severity: text({ enum: severities }).notNull(),
  severityKey: smallint("severity_key").notNull().generatedAlwaysAs(0),
  title: text().notNull(),
  page: integer(),
  quote: text(),
  lowCost: numeric("low_cost"),
  highCost: numeric("high_cost"),
  currency: text(),
  decision: text({ enum: decisions }),
  isProposed: boolean("is_proposed").notNull().default(false),
  isClientAsked: boolean("is_client_asked").notNull().default(false),
  dismissedAt: moment("dismissed_at"),
  decidedByName: text("decided_by_name"),
  decidedAt: moment("decided_at"),
  ...versioned,
});

const costColumns = {
  ...ofWorkspace,
  inputs: jsonb().$type<unknown>().notNull(),
  ...versioned,
};

export const costEstimates = upstream.table("cost_estimates", {
  ...costColumns,
  packageId: uuid("package_id").notNull(),
  lines: jsonb().$type<Estimate["lines"]>().notNull(),
  totals: jsonb().$type<Estimate["totals"]>().notNull(),
  warnings: jsonb().$type<Estimate["warnings"]>().notNull(),
});

export const costTemplates = upstream.table("cost_templates", {
  ...costColumns,
  accountId: uuid("account_id"),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
});

export const shareLinks = upstream.table("share_links", {
  ...ofWorkspace,
  packageId: uuid("package_id").notNull(),
  clientId: uuid("client_id"),
  accountId: uuid("account_id"),
  label: text().notNull(),
  includesUnfiled: boolean("includes_unfiled").notNull().default(false),
  includesReleased: boolean("includes_released").notNull().default(false),
  allowsDownload: boolean("allows_download").notNull(),
  passcodeHash: text("passcode_hash"),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
  fetchedCount: integer("fetched_count").notNull().default(0),
  openedCount: integer("opened_count").notNull().default(0),
  lastOpenedAt: moment("last_opened_at"),
  tries: integer().notNull().default(0),
  triesSince: moment("tries_since").notNull().default("-infinity"),
  ...versioned,
});

export const shareLinkFolders = upstream.table("share_link_folders", {
  shareLinkId: uuid("share_link_id").notNull(),
  folderId: uuid("folder_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
});

export const shareTokens = upstream.table("share_tokens", {
  tokenHash: bytes("token_hash").primaryKey(),
  shareLinkId: uuid("share_link_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  /** For the limit of mails; one mail has several links. */
  emailKey: text("email_key"),
  addressee: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const shareViewings = upstream.table("share_viewings", {
  tokenHash: bytes("token_hash").primaryKey(),
  shareLinkId: uuid("share_link_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true, mode: "date" }).notNull(),
});

export const portalInvitations = upstream.table("portal_invitations", {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  emailKey: text("email_key").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  earlierTokenHash: bytes("earlier_token_hash"),
  mailId: uuid("mail_id").notNull(),
  mailsThatDay: integer("mails_that_day").notNull().default(1),
  invitedByAccountId: uuid("invited_by_account_id"),
  sentAt: moment("sent_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  acceptedAt: moment("accepted_at"),
  revokedAt: moment("revoked_at"),
  lastSeenAt: moment("last_seen_at"),
  visitBeforeAt: moment("visit_before_at"),
  ...versioned,
});

export const portalPeople = upstream.table("portal_people", {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  language: text({ enum: languages }),
  ...versioned,
});

/** A view: who may enter which client's portal. */
export const portalAccess = upstream.table("portal_access", {
  invitationId: uuid("invitation_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  email: text().notNull(),
  acceptedAt: moment("accepted_at"),
  lastSeenAt: moment("last_seen_at"),
  isArchived: boolean("is_archived").notNull(),
  clientPersonId: uuid("client_person_id"),
  name: text().notNull(),
  phoneNumber: text("phone_number"),
});

export const portalPriorities = upstream.table("portal_priorities", {
  opportunityId: uuid("opportunity_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
  priority: text({ enum: ["High", "Medium", "Low"] }).notNull(),
  chosenAt: moment("chosen_at").notNull().defaultNow(),
});

export const portalViews = upstream.table("portal_views", {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  accountId: uuid("account_id").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  expiresAt: moment("expires_at").notNull(),
});

export const portalReleases = upstream.table("portal_releases", {
  packageId: uuid("package_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  costs: boolean().notNull().default(false),
  findings: boolean().notNull().default(false),
  comparables: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

const portalPersonColumns = {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
};

export const portalOpenings = upstream.table("portal_openings", {
  ...portalPersonColumns,
  packageId: uuid("package_id"),
  documentId: uuid("document_id"),
  versionNumber: integer("version_number"),
  firstOpenedAt: moment("first_opened_at").notNull().defaultNow(),
  lastOpenedAt: moment("last_opened_at").notNull().defaultNow(),
});

export const portalRequestKinds = ["document", "deletion", "buyer_profile"] as const;

export const outcomes = ["accepted", "partly", "dismissed", "withdrawn"] as const;

export const portalRequests = upstream.table("portal_requests", {
  ...portalPersonColumns,
  kind: text({ enum: portalRequestKinds }).notNull(),
  documentId: uuid("document_id"),
  suggestion: jsonb(),
  settledAt: moment("settled_at"),
  settledByName: text("settled_by_name"),
  outcome: text({ enum: outcomes }),
  openedAt: moment("opened_at"),
  ...versioned,
});

export const portalCalendars = upstream.table("portal_calendars", {
  id: uuid().notNull().defaultRandom(),
  invitationId: uuid("invitation_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const sectionsSchema = z.record(z.string(), z.array(z.record(z.string(), z.json())));

export type CopySections = z.output<typeof sectionsSchema>;

export const retainableParts = ["details", "messages", "answers", "documents"] as const;
export type RetainablePart = (typeof retainableParts)[number];

export const retainedData = upstream.table("retained_data", {
  ...ofWorkspace,
  part: text({ enum: retainableParts }).notNull(),
  reason: text().notNull(),
  keepUntil: day("keep_until").notNull(),
  keptByName: text("kept_by_name").notNull(),
  content: jsonb().$type<CopySections>().notNull(),
  fileIds: uuid("file_ids").array().notNull().default([]),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

interface Testimonial {
  readonly text: string;
  readonly name: string;
  readonly place: string | null;
  /** In Spanish. */
  readonly text_es?: string | null;
}

interface Question {
  readonly question: string;
  readonly answer: string;
  readonly question_es?: string | null;
  readonly answer_es?: string | null;
}

export const portalSettings = upstream.table("portal_settings", {
  id: uuid().primaryKey(),
  introduction: text(),
  introductionEs: text("introduction_es"),
  shownAccountId: uuid("shown_account_id"),
  quotesMessages: boolean("quotes_messages").notNull().default(true),
  takesRegistrations: boolean("takes_registrations").notNull().default(true),
  testimonials: jsonb().$type<readonly Testimonial[]>().notNull().default([]),
  questions: jsonb().$type<readonly Question[]>().notNull().default([]),
  ...versioned,
});

export const requestKinds = ["message", "registration"] as const;

export const contactRequests = upstream.table("contact_requests", {
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id"),
  kind: text({ enum: requestKinds }).notNull(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  phoneNumber: text("phone_number"),
  message: text(),
  isKnown: boolean("is_known").notNull().default(false),
  /** Beyond the day's limit, until somebody has looked at it. */
  isHeld: boolean("is_held").notNull().default(false),
  tokenHash: bytes("token_hash"),
  expiresAt: moment("expires_at"),
  confirmedAt: moment("confirmed_at"),
  outcome: text({ enum: ["accepted", "dismissed"] }),
  settledAt: moment("settled_at"),
  ...versioned,
});

export const messageKinds = ["message", "note", "announcement"] as const;
export const messageSources = ["workspace", "portal", "email", "contact_form", "question"] as const;

export const messages = upstream.table("messages", {
  id: uuid().primaryKey().defaultRandom(),
  number: bigint({ mode: "number" }).notNull().generatedByDefaultAsIdentity(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  kind: text({ enum: messageKinds }).notNull(),
  source: text({ enum: messageSources }).notNull(),
  isFromClient: boolean("is_from_client").notNull(),
  authorAccountId: uuid("author_account_id"),
  authorEmail: text("author_email"),
  authorName: text("author_name").notNull(),
  body: text().notNull(),
  searchText: text("search_text").notNull(),
  packageId: uuid("package_id"),
  emailMessageId: text("email_message_id"),
  original: text(),
  isVerified: boolean("is_verified").notNull().default(true),
  paymentWarning: text("payment_warning").array().notNull().default([]),
  questionId: uuid("question_id"),
  editedAt: moment("edited_at"),
  deletedAt: moment("deleted_at"),
  ...versioned,
});

export const messageAttachments = upstream.table("message_attachments", {
  messageId: uuid("message_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  documentId: uuid("document_id").notNull(),
  position: smallint().notNull(),
});

/** A thread has the id of its client. */
export const messageThreads = upstream.table("message_threads", {
  id: uuid("client_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  lastNumber: bigint("last_number", { mode: "number" }).notNull().default(0),
  lastAt: moment("last_at").notNull().defaultNow(),
  lastKind: text("last_kind", { enum: messageKinds }).notNull().default("message"),
  lastWords: text("last_words").notNull().default(""),
  lastFrom: text("last_from", { enum: ["staff", "client"] })
    .notNull()
    .default("staff"),
  lastName: text("last_name").notNull().default(""),
  needsReply: boolean("needs_reply").notNull().default(false),
  needsReplySince: moment("needs_reply_since"),
  version: integer().notNull().default(1),
});

export const messageReads = upstream.table("message_reads", {
  clientId: uuid("client_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  email: text(),
  name: text().notNull(),
  lastReadNumber: bigint("last_read_number", { mode: "number" }).notNull().default(0),
  isUnread: boolean("is_unread").notNull().default(false),
  readAt: moment("read_at"),
});

export const messageDrafts = upstream.table("message_drafts", {
  clientId: uuid("client_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  email: text(),
  body: text().notNull().default(""),
  packageId: uuid("package_id"),
  documentIds: uuid("document_ids").array().notNull().default([]),
  submissionKey: uuid("submission_key").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const savedReplies = upstream.table("saved_replies", {
  ...ofWorkspace,
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  body: text().notNull(),
  ...versioned,
});

export const replyAddresses = upstream.table("reply_addresses", {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  accountId: uuid("account_id"),
  email: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

const mailStates = ["queued", "waiting", "added", "dismissed", "ignored", "refused"] as const;

export const inboundMails = upstream.table("inbound_mails", {
  ...ofWorkspace,
  clientId: uuid("client_id").notNull(),
  replyAddressId: uuid("reply_address_id").notNull(),
  storageKey: text("storage_key").notNull(),
  sender: text().notNull(),
  state: text({ enum: mailStates }).notNull().default("queued"),
  reason: text(),
  authorName: text("author_name"),
  fromAddress: text("from_address"),
  body: text(),
  original: text(),
  mailKey: text("mail_key"),
  attachmentNames: text("attachment_names").array().notNull().default([]),
  messageId: uuid("message_id"),
  settledAt: moment("settled_at"),
  ...versioned,
});

export const notifications = upstream.table("notifications", {
  ...ofWorkspace,
  accountId: uuid("account_id").notNull(),
  kind: text().notNull(),
  topic: text().notNull(),
  activityId: uuid("activity_id"),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  opportunityId: uuid("opportunity_id"),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  subjectName: text("subject_name"),
  actorName: text("actor_name"),
  joinKey: text("join_key"),
  times: integer().notNull().default(1),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  unreadSince: moment("unread_since").notNull().defaultNow(),
  readAt: moment("read_at"),
  isRead: boolean("is_read").notNull().generatedAlwaysAs(false),
  mailedAt: moment("mailed_at"),
  version: integer().notNull().default(1),
});

export const mailChoices = ["each", "daily", "none"] as const;
export type MailChoice = (typeof mailChoices)[number];

export const staffMailChoices = upstream.table("staff_mail_choices", {
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  choices: jsonb().$type<Readonly<Partial<Record<Topic, MailChoice>>>>().notNull().default({}),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const clientMailChoices = upstream.table("client_mail_choices", {
  workspaceId: uuid("workspace_id").notNull(),
  emailKey: text("email_key").notNull(),
  choice: text({ enum: mailChoices }).notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export interface AttributeChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export const activities = upstream.table("activities", {
  ...ofWorkspace,
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  opportunityId: uuid("opportunity_id"),
  kind: text().notNull(),
  topic: text().notNull(),
  label: text().notNull(),
  actorAccountId: uuid("actor_account_id"),
  actorName: text("actor_name"),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  changes: jsonb().$type<readonly AttributeChange[]>().notNull().default([]),
  occurredAt: moment("occurred_at").notNull().defaultNow(),
  /** False again once it was undone. */
  isContact: boolean("is_contact").notNull().default(false),
  partOf: uuid("part_of"),
  device: text(),
  network: text(),
});

export const recordShares = upstream.table("record_shares", {
  ...ofWorkspace,
  accountId: uuid("account_id").notNull(),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const batchKinds = ["client", "package", "opportunity", "task", "finding"] as const;
export type BatchKind = (typeof batchKinds)[number];

export const batchActions = [
  "assign",
  "add_tag",
  "remove_tag",
  "archive",
  "restore",
  "complete",
  "decide",
  "dismiss",
] as const;
export type BatchAction = (typeof batchActions)[number];

export const batches = upstream.table("batches", {
  ...ofWorkspace,
  accountId: uuid("account_id").notNull(),
  kind: text({ enum: batchKinds }).notNull(),
  action: text({ enum: batchActions }).notNull(),
  value: text(),
  valueName: text("value_name"),
  state: text({ enum: ["running", "done", "undoing", "undone"] }).notNull(),
  total: integer().notNull(),
  missing: integer().notNull().default(0),
  seenAt: moment("seen_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  completedAt: moment("completed_at"),
  undoneAt: moment("undone_at"),
  version: integer().notNull().default(1),
});

export const batchRecords = upstream.table("batch_records", {
  batchId: uuid("batch_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  recordId: uuid("record_id").notNull(),
  place: integer().notNull(),
  state: text({ enum: ["waiting", "changed", "same", "left", "undone", "kept"] })
    .notNull()
    .default("waiting"),
  reason: text(),
  before: jsonb(),
  seenAt: moment("seen_at"),
  versionAfter: integer("version_after"),
});

export type StoredBatch = typeof batches.$inferSelect;

export const savedViews = upstream.table("saved_views", {
  ...ofWorkspace,
  accountId: uuid("account_id"),
  list: text().notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  parameters: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
  createdByAccountId: uuid("created_by_account_id"),
  ...versioned,
});

/** Triggers fill the table. */
export const searchWords = upstream.table("search_words", {
  workspaceId: uuid("workspace_id").notNull(),
  word: text().notNull(),
});

export const trashedKinds = ["client", "package", "opportunity", "task"] as const;
export type TrashedKind = (typeof trashedKinds)[number];

export const trashedRecords = upstream.table("trashed_records", {
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  kind: text({ enum: trashedKinds }).notNull(),
  name: text().notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  trashedByName: text("trashed_by_name"),
  trashedAt: moment("trashed_at").notNull().defaultNow(),
  counts: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  version: integer().notNull().default(1),
});

export const staffCalendars = upstream.table("staff_calendars", {
  ...ofWorkspace,
  accountId: uuid("account_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const workspaceExports = upstream.table("workspace_exports", {
  ...ofWorkspace,
  requestedBy: uuid("requested_by"),
  state: text({ enum: ["queued", "ready", "failed"] })
    .notNull()
    .default("queued"),
  attempt: uuid(),
  filesDone: integer("files_done").notNull().default(0),
  filesTotal: integer("files_total"),
  filesMissing: integer("files_missing").notNull().default(0),
  size: bigint({ mode: "number" }),
  pieceSize: integer("piece_size"),
  failure: text(),
  requestedAt: moment("requested_at").notNull().defaultNow(),
  progressAt: moment("progress_at").notNull().defaultNow(),
  readyAt: moment("ready_at"),
  expiresAt: moment("expires_at").notNull(),
});

export const pushKeys = upstream.table("push_keys", {
  isOnly: boolean("is_only").primaryKey().default(true),
  publicKey: text("public_key").notNull(),
  sealedPrivateKey: bytes("sealed_private_key").notNull(),
});

export const pushSubscriptions = upstream.table("push_subscriptions", {
  ...ofWorkspace,
  sessionId: uuid("session_id").notNull(),
  accountId: uuid("account_id"),
  clientEmail: text("client_email"),
  endpoint: text().notNull(),
  browserKey: text("browser_key").notNull(),
  authSecret: text("auth_secret").notNull(),
  topics: text({ enum: topics }).array().notNull(),
  showsNames: boolean("shows_names").notNull(),
  quietFrom: smallint("quiet_from"),
  quietUntil: smallint("quiet_until"),
  version: integer().notNull().default(1),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const pushDeliveries = upstream.table("push_deliveries", {
  subscriptionId: uuid("subscription_id").notNull(),
  aboutId: uuid("about_id").notNull(),
  dueAt: momentAsDate("due_at").notNull(),
  tries: smallint().notNull().default(0),
  isHeld: boolean("is_held").notNull().default(false),
});
