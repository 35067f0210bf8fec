/** The table of merged clients as queries see it; migration 57-kept-rows makes it. */
import { integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

/** The keys of the rows that were moved, by their tables. */
export type MovedRows = Readonly<Record<string, readonly string[]>>;

/** A value that was written over: it comes back if it still is what was written. */
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

/** What an undo needs besides the moved rows. */
export interface BeforeMerge {
  /** Columns of the client that stays, and of their buyer profile. */
  readonly client: Readonly<Record<string, Overwritten>>;
  readonly profile: Readonly<Record<string, Overwritten>>;
  /** People who were added to the household: the contact that was no longer the client's own. */
  readonly addedPeople: readonly string[];
  /** Names of documents and folders that were taken. */
  readonly renamed: readonly { readonly named: "document" | "folder"; readonly id: string; readonly name: string }[];
  /** Links to one property: the addresses of the one lead to the other. */
  readonly links: readonly { readonly from: string; readonly to: string; readonly tokens: readonly string[] }[];
  /** Deals that ended because the other one of their property goes on. */
  readonly endedDeals: readonly { readonly id: string; readonly moveId: string }[];
  /** Messages whose place in the thread changed. */
  readonly numbers: readonly { readonly id: string; readonly number: number }[];
  /** Null where there was no thread. */
  readonly thread: ThreadState | null;
  /** The thread's version once it was one. */
  readonly threadVersion: number | null;
  /** Of the client that stays, and as they were once the threads were one. */
  readonly reads: { readonly before: readonly ReadState[]; readonly after: readonly ReadState[] };
  /** Of the client that stays. */
  readonly drafts: readonly {
    readonly account_id: string | null;
    readonly email: string | null;
    readonly body: string;
    readonly package_id: string | null;
    readonly document_ids: readonly string[];
    readonly version: number;
  }[];
  /** As they were right after the merge. */
  readonly joinedDrafts?: BeforeMerge["drafts"];
}

export const clientMerges = upstream.table("client_merges", {
  /** Of the client that is no more. */
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
