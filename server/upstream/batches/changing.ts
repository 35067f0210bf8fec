/** Changes of batches, by the rules for single records, and their undo. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { announceAgent } from "../assignments/assignment-routes.ts";
import { handOver } from "../assignments/handover.ts";
import { client } from "../clients/client.ts";
import { mostTags } from "../clients/inputs.ts";
import { type ArchivableResource, setArchived } from "../engine/archival.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvents, type WriteContext } from "../engine/history.ts";
import type { WireRecord } from "../engine/record.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { decide, type FindingState, setDismissed, stateOf, undecide } from "../inspections/finding-routes.ts";
import { packageResource } from "../packages/package.ts";
import { packageKeysWith } from "../packages/search-keys.ts";
import { mayOn } from "../permissions.ts";
import { type BatchAction, type BatchKind, clients, packages } from "../tables.ts";
import { complete, reopen } from "../tasks/completion.ts";
import { inOrder } from "../used-words/spelling.ts";

export interface BatchWrite extends WriteContext, Pick<RecordWrite, "afterCommit" | "now"> {
  readonly currentUser: Member;
  readonly partOf: string;
  readonly kind: BatchKind;
  readonly value: string | null;
}

/** "same": it is so already. */
export type Left = "same" | "forbidden" | "full" | "accepted" | "dismissed";

interface Changed {
  readonly id: string;
  readonly before: unknown;
}

interface Change {
  /** Why a record is left alone; null: it is not. */
  readonly against: (write: BatchWrite, record: WireRecord) => Left | null;
  readonly before: (record: WireRecord) => unknown;
  /** @param records locked, and none is left alone */
  readonly apply: (write: BatchWrite, records: readonly WireRecord[]) => Promise<void>;
  /** @param rows of locked records that nobody changed since */
  readonly undo: (write: BatchWrite, rows: readonly Changed[], records: readonly WireRecord[]) => Promise<void>;
  /** The action in `meta.can`; null where `against` decides. */
  readonly needs: string | null;
}

const assigned = z.object({ assigned_account_id: z.string().nullable() });
const agentOf = (record: WireRecord) => assigned.parse(record.attributes).assigned_account_id;
const tagged = z.object({ tags: z.array(z.string()) });
const tagsOf = (record: WireRecord) => tagged.parse(record.attributes).tags;
const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

function assignedKind({ kind }: BatchWrite) {
  if (kind === "task" || kind === "finding") throw new Error(`A ${kind} has no agent.`);
  return kind;
}

function archivable({ kind }: BatchWrite): ArchivableResource {
  return kind === "client" ? client : packageResource;
}

async function assign(write: BatchWrite, moves: readonly { id: string; from: string | null; to: string | null }[]) {
  const kind = assignedKind(write);
  for (const [, group] of Map.groupBy(moves, ({ from, to }) => `${from} ${to}`)) {
    const [{ from = null, to = null } = {}] = group;
    const moved = await handOver({ write, from, to }, kind, sql`id in ${idsOf(group)}`);
    if (kind === "client" && to !== null) await announceAgent(write, moved, to);
  }
}

/** Regardless of case and blanks. */
const keyOf = (tag: string) => tag.trim().toLowerCase();

interface Retagged {
  readonly record: WireRecord;
  readonly tags: readonly string[];
}

async function writeTags(write: BatchWrite, retagged: readonly Retagged[]) {
  const { database, kind } = write;
  const given = JSON.stringify(
    retagged.map(({ record, tags }) => ({ id: record.id, tags, ...wordsOf(kind, record, tags) })),
  );
  const ids = retagged.map(({ record }) => record.id);
  const changes = new Map(
    retagged.map(({ record, tags }) => [record.id, [{ field: "tags", before: tagsOf(record), after: tags }]]),
  );
  if (kind === "package") {
    await database.execute(sql`
      update ${packages} set tags = given.tags, search_text = given.words, version = version + 1, updated_at = now()
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, tags text[], words text) where ${packages.id} = given.id`);
    await recordEvents(write, packageResource, "updated", ids, changes);
  } else {
    await database.execute(sql`
      update ${clients} set tags = given.tags, version = version + 1, updated_at = now()
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, tags text[]) where ${clients.id} = given.id`);
    await recordEvents(write, client, "updated", ids, changes);
  }
}

function wordsOf(kind: BatchKind, { attributes }: WireRecord, tags: readonly string[]) {
  return kind === "package" ? { words: packageKeysWith(attributes, { tags }).searchText } : {};
}

function tagChange(change: (tags: readonly string[], tag: string) => readonly string[]): Change {
  return {
    needs: "update",
    against({ value }, record) {
      const [before, after] = [tagsOf(record), change(tagsOf(record), value ?? "")];
      if (after.length > mostTags) return "full";
      return after.length === before.length ? "same" : null;
    },
    before: tagsOf,
    apply: (write, records) =>
      writeTags(
        write,
        records.map((record) => ({ record, tags: change(tagsOf(record), write.value ?? "") })),
      ),
    undo(write, rows, records) {
      const earlier = new Map(rows.map(({ id, before }) => [id, z.array(z.string()).parse(before)]));
      return writeTags(
        write,
        records.map((record) => ({ record, tags: earlier.get(record.id) ?? [] })),
      );
    },
  };
}

function archival(isArchived: boolean): Change {
  return {
    needs: "archive",
    against: (_write, { attributes }) => ((attributes.archived_at !== null) === isArchived ? "same" : null),
    before: () => null,
    apply: (write, records) => setArchived(write, archivable(write), idsOf(records), isArchived),
    undo: (write, rows) => setArchived(write, archivable(write), idsOf(rows), !isArchived),
  };
}

function earlierStates(rows: readonly Changed[]): ReadonlyMap<string, FindingState> {
  return new Map(
    rows.map(({ id, before }) => [id, stateOf({ attributes: z.record(z.string(), z.unknown()).parse(before) })]),
  );
}

/** It was accepted or dismissed. */
function againstSuggestion({ attributes }: WireRecord): Left | null {
  if (attributes.dismissed_at !== null) return "dismissed";
  return attributes.is_proposed === true ? null : "accepted";
}

export const changes: Readonly<Record<BatchAction, Change>> = {
  assign: {
    needs: null,
    against({ currentUser, value }, record) {
      if (!mayOn(currentUser, "records.reassign", agentOf(record))) return "forbidden";
      return agentOf(record) === value ? "same" : null;
    },
    before: agentOf,
    apply: (write, records) =>
      assign(
        write,
        records.map((record) => ({ id: record.id, from: agentOf(record), to: write.value })),
      ),
    undo: (write, rows) =>
      assign(
        write,
        rows.map(({ id, before }) => ({ id, from: write.value, to: z.string().nullable().parse(before) })),
      ),
  },
  add_tag: tagChange((tags, tag) => (tags.some((one) => keyOf(one) === keyOf(tag)) ? tags : inOrder([...tags, tag]))),
  remove_tag: tagChange((tags, tag) => tags.filter((one) => keyOf(one) !== keyOf(tag))),
  archive: archival(true),
  restore: archival(false),
  complete: {
    needs: "complete",
    against: (_write, { attributes }) => (attributes.done_at === null ? null : "same"),
    before: () => null,
    // Each repeating task is followed by its next.
    async apply(write, records) {
      for (const record of records) await complete({ ...write, attributes: {}, record });
    },
    async undo(write, _rows, records) {
      for (const record of records) await reopen({ ...write, attributes: {}, record });
    },
  },
  decide: {
    needs: "update",
    against({ value }, record) {
      const against = againstSuggestion(record);
      if (against !== "accepted") return against;
      return stateOf(record).decision === value ? "same" : null;
    },
    before: stateOf,
    apply: (write, records) => decide(write, records, write.value),
    undo: (write, rows, records) => undecide(write, records, earlierStates(rows)),
  },
  dismiss: {
    needs: "remove",
    against: (_write, record) => againstSuggestion(record),
    before: () => null,
    apply: (write, records) => setDismissed(write, records, true),
    undo: (write, _rows, records) => setDismissed(write, records, false),
  },
};
