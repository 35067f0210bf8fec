import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { moment, text } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, refuseDuplicate, removeRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { savedReplies } from "../tables.ts";
import { replyBody, replyName } from "./inputs.ts";

const table = savedReplies;

const savedReply = defineTable({
  type: "saved_reply",
  path: "/saved_replies",
  table,
  history: {
    topic: "workspace",
    labels: { added: "Saved reply added", updated: "Saved reply changed", removed: "Saved reply removed" },
    summary: ["name"],
  },
  attributes: {
    name: text(table.name),
    body: text(table.body),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => inWorkspace(table, currentUser),
  can: (currentUser) => (mayAny(currentUser, "records.share") ? ["update", "remove"] : []),
});

const list: ListRules = { sorts: { name: { column: table.nameKey, as: "text" } }, defaultSort: "name", filters: {} };

const creation = z.object({ name: replyName, body: replyBody });
const change = creation.partial();

const nameTaken = () =>
  conflict("name_taken", "There is a saved reply of this name already.", { pointer: "/data/attributes/name" });

function add(write: Write<z.output<typeof creation>>): Promise<string> {
  const { attributes, currentUser } = write;
  const values = { ...attributes, nameKey: fold(attributes.name), workspaceId: currentUser.workspaceId };
  return refuseDuplicate(createRecord(write, savedReply, "added", values), "saved_replies_name", nameTaken);
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { attributes, record } = write;
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const values = { ...attributes, ...(attributes.name !== undefined && { nameKey: fold(attributes.name) }) };
  await refuseDuplicate(changeRecord(write, savedReply, "updated", values, changes), "saved_replies_name", nameTaken);
}

export const savedReplyRoutes: readonly Route[] = [
  listRoute(savedReply, list, "Saved replies, by name"),
  findRoute(savedReply, "A saved reply"),
  createRoute(savedReply, {
    summary: "Add a saved reply",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.share"),
    run: add,
  }),
  changeRoute(savedReply, { summary: "Change a saved reply", input: change, run: update }),
  removeRoute(savedReply, {
    summary: "Remove a saved reply",
    run: (write) => removeRecord(write, savedReply, "removed"),
  }),
];
