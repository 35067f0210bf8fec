/** Tables and columns in a workspace's archive. A test fails for a table without a decision. */
import { type SQL, sql } from "drizzle-orm";
import { isRetained } from "../files/sweep.ts";

export interface ExportedTable {
  /** Secrets, and what only lists and searches need. */
  readonly without?: readonly string[];
  readonly only?: readonly string[];
  /** SQL of the workspace's rows `t`; by default those with its `workspace_id`. */
  readonly rows?: (workspaceId: string) => SQL;
}

/** Why a table is left out, for people. */
interface LeftOutTable {
  readonly leftOut: string;
}

type TableDecision = ExportedTable | LeftOutTable;

const all: ExportedTable = {};
const keys: LeftOutTable = { leftOut: "keys, links and codes that let somebody in" };
const derived: LeftOutTable = { leftOut: "counters, search words and previews, which are made from the rest" };
const personal: LeftOutTable = {
  leftOut: "what belongs to one person: sign-ins, unsent drafts, what they have read, notifications",
};
const retained: LeftOutTable = { leftOut: "what has to be kept of people who were deleted" };
const bookkeeping: LeftOutTable = { leftOut: "the bookkeeping of the server: emails sent, files stored, exports" };
const ownRow = (workspaceId: string) => sql`t.id = ${workspaceId}`;

export const exportedTables: Readonly<Record<string, TableDecision>> = {
  workspaces: { rows: ownRow },
  // Members, as in their list.
  accounts: {
    only: ["id", "email", "first_name", "last_name", "phone_number"],
    rows: (workspaceId) =>
      sql`t.id in (select account_id from upstream.memberships where workspace_id = ${workspaceId})`,
  },
  memberships: { without: ["put_away_steps"] },
  colleague_invitations: { without: ["link_id", "mail_id"] },
  workspace_confirmations: { without: ["token_hash"] },
  plan_requests: all,
  record_shares: all,
  clients: { without: ["name_key", "email_key", "phone_key", "search_text", "around_text", "found_by", "contact_key"] },
  client_people: { without: ["email_key"] },
  client_imports: { without: ["source", "shape"] },
  client_merges: all,
  batches: bookkeeping,
  batch_records: bookkeeping,
  buyer_profiles: all,
  packages: {
    without: [
      "street_key",
      "area_key",
      "search_text",
      "offer_due_key",
      "list_price_key",
      "beds_key",
      "baths_key",
      "sqft_key",
      "comp_key",
      "found_by",
    ],
  },
  package_imports: { without: ["source", "shape"] },
  package_photos: all,
  list_prices: all,
  comparables: all,
  opportunities: { without: ["rank_key", "next_due_key"] },
  opportunity_moves: all,
  after_closings: bookkeeping,
  offers: { without: ["expires_key"] },
  offer_suggestions: all,
  showings: all,
  comments: all,
  activities: all,
  pictures: { without: ["bytes", "small"] },
  files: {
    without: ["storage_key", "uri", "excerpt"],
    rows: (workspaceId) => sql`t.workspace_id = ${workspaceId} and not ${isRetained(sql`t.id`)}`,
  },
  folders: { without: ["name_key"] },
  documents: { without: ["label_key", "search_text"] },
  document_versions: all,
  document_summaries: all,
  inspection_reports: all,
  findings: { without: ["severity_key"] },
  cost_estimates: all,
  cost_templates: { without: ["name_key"] },
  share_links: { without: ["passcode_hash", "tries", "tries_since"] },
  share_link_folders: all,
  task_templates: { without: ["start_key"] },
  // For everybody: views of a person are left out.
  saved_views: {
    without: ["name_key", "account_id"],
    rows: (workspaceId) => sql`t.workspace_id = ${workspaceId} and t.account_id is null`,
  },
  tasks: { without: ["due_key", "done_key"] },
  portal_settings: { rows: ownRow },
  portal_invitations: { without: ["token_hash", "earlier_token_hash", "mail_id"] },
  portal_priorities: all,
  portal_releases: all,
  portal_answers: all,
  portal_questions: all,
  portal_openings: all,
  portal_requests: all,
  contact_requests: { without: ["email_key", "token_hash"] },
  messages: { without: ["search_text"] },
  message_attachments: all,
  message_threads: all,
  saved_replies: { without: ["name_key"] },
  client_mail_choices: all,
  inbound_mails: { without: ["storage_key", "mail_key"] },
  trashed_records: all,
  // The trash, without the columns that its tables leave out.
  kept_rows: all,
  kept_links: all,

  email_change_links: keys,
  idempotency_keys: keys,
  mailed_links: keys,
  member_invitations: keys,
  portal_calendars: keys,
  portal_views: keys,
  recovery_codes: keys,
  registrations: keys,
  reply_addresses: keys,
  second_step_setups: keys,
  second_steps: keys,
  sessions: keys,
  share_tokens: keys,
  share_viewings: keys,
  staff_calendars: keys,
  trusted_browsers: keys,
  waiting_sign_ins: keys,

  client_counts: derived,
  document_texts: derived,
  handles: derived,
  message_counters: derived,
  message_events: derived,
  opportunity_counts: derived,
  package_counts: derived,
  package_numbers: derived,
  search_words: derived,
  storage_usage: derived,
  summary_months: derived,
  thumbnails: derived,
  wanted_areas: derived,

  access_events: personal,
  email_changes: personal,
  message_drafts: personal,
  message_reads: personal,
  openid_identities: personal,
  notifications: personal,
  portal_people: personal,
  staff_mail_choices: personal,
  push_keys: keys,
  push_subscriptions: keys,
  push_deliveries: personal,

  retained_data: retained,

  message_mails: bookkeeping,
  objects: bookkeeping,
  task_digests: bookkeeping,
  workspace_exports: bookkeeping,
};

/** Null for a table that is left out. */
export function exportedTable(name: string): ExportedTable | null {
  const decision = exportedTables[name];
  return decision === undefined || "leftOut" in decision ? null : decision;
}

export const leftOut: readonly string[] = [keys, derived, personal, retained, bookkeeping].map(
  (reason) => reason.leftOut,
);

/** @param columns of the table */
export function exportedColumns({ without = [], only }: ExportedTable, columns: readonly string[]): string[] {
  return columns.filter((name) => only?.includes(name) ?? !without.includes(name));
}
