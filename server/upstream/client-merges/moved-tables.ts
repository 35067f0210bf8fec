/**
 * What comes along when a client is merged into another, table by table. A test compares the names with the tables that
 * refer to clients: one that is added later has to be named here, too.
 */

interface MovedTable {
  readonly table: string;
  /** The column that tells its rows apart; "id" when not given. */
  readonly key?: string;
  /** SQL of when the client that stays has such a row already, `theirs` beside `own`; the moved one is kept for the undo alone. */
  readonly unless?: string;
}

/** Moved as they are, in this order. */
export const movedTables: readonly MovedTable[] = [
  {
    table: "client_people",
    // The address of the client's own contact is no second person.
    unless:
      "own.email_key = theirs.email_key or exists (select from upstream.clients c where c.id = own.client_id and c.email_key = theirs.email_key)",
  },
  { table: "opportunities" },
  { table: "activities" },
  { table: "folders" },
  { table: "documents" },
  {
    table: "share_links",
    unless: "own.package_id = theirs.package_id and own.revoked_at is null and theirs.revoked_at is null",
  },
  { table: "tasks" },
  // Before the invitations: one that is kept for the undo keeps its calendar.
  { table: "portal_calendars" },
  { table: "portal_invitations", unless: "own.email_key = theirs.email_key" },
  {
    table: "portal_openings",
    unless: "own.email = theirs.email and (own.package_id = theirs.package_id or own.document_id = theirs.document_id)",
  },
  {
    table: "portal_requests",
    unless:
      "own.email = theirs.email and own.kind = theirs.kind and own.kind <> 'document' and own.settled_at is null and theirs.settled_at is null",
  },
  { table: "contact_requests" },
  { table: "record_shares", unless: "own.account_id = theirs.account_id" },
  { table: "messages" },
  { table: "message_mails", key: "email_key", unless: "own.email_key = theirs.email_key" },
  { table: "notifications" },
  { table: "reply_addresses" },
  { table: "inbound_mails" },
  // Clients that were merged into this one before.
  { table: "client_merges" },
];

/** Made one by code of their own: chosen fields, and what a thread has once for each reader. */
export const joinedTables: readonly string[] = ["buyer_profiles", "message_threads", "message_reads", "message_drafts"];

/** Neither moved nor joined: staff open the view again, and readers of events begin anew. */
export const endedTables: readonly string[] = ["portal_views", "message_events"];
