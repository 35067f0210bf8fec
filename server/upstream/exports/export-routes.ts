import { and, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { created, listed } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import { insertOne } from "../engine/writing.ts";
import { answerContent, readRange } from "../files/content-route.ts";
import { lockWorkspace, workspaceHistory } from "../identity/workspaces.ts";
import { may } from "../permissions.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { workspaceExports as table } from "../tables.ts";
import { exportQueue, keptDays } from "./making.ts";
import { readPieces } from "./pieces.ts";

const moment = z.iso.datetime();
const count = z.int();

const exportType = recordType(
  "workspace_export",
  z.object({
    state: z.enum(["queued", "ready", "failed"]),
    files_done: count,
    files_total: count.nullable().describe("Null until they are counted"),
    files_missing: count.describe("Files that could not be read; README.txt in the archive names them"),
    size: count.nullable().describe("Bytes, once it is ready"),
    failure: z.string().nullable(),
    requested_by: z.string().nullable(),
    requested_at: moment,
    ready_at: moment.nullable(),
    expires_at: moment.describe("When it is deleted"),
  }),
);

function checkPermission(currentUser: Member): void {
  if (!may(currentUser, "workspace.export")) throw forbidden("Owners and admins can export the workspace.");
}

const isoOf = (text: string) => new Date(text).toISOString();

async function readExports(database: Queries, workspaceId: string, now: Date) {
  const rows = await database
    .select({ row: table, name: sql<string | null>`${nameOf(table.requestedBy)}` })
    .from(table)
    .where(and(eq(table.workspaceId, workspaceId), gt(table.expiresAt, now.toISOString())))
    .orderBy(desc(table.requestedAt), desc(table.id))
    .limit(10);
  return rows.map(({ row, name }) => ({
    id: row.id,
    attributes: {
      state: row.state,
      files_done: row.filesDone,
      files_total: row.filesTotal,
      files_missing: row.filesMissing,
      size: row.size,
      failure: row.failure,
      requested_by: name,
      requested_at: isoOf(row.requestedAt),
      ready_at: row.readyAt === null ? null : isoOf(row.readyAt),
      expires_at: isoOf(row.expiresAt),
    },
  }));
}

const day = 86_400_000;

/** Starts an export, or gives the one under way. */
async function requestExport(database: Queries, currentUser: Member, now: Date) {
  const { workspaceId, accountId } = currentUser;
  await lockWorkspace(database, workspaceId, accountId);
  const isQueued = and(eq(table.workspaceId, workspaceId), eq(table.state, "queued"));
  const [queued] = await database.select({ id: table.id }).from(table).where(isQueued);
  if (queued) return { id: queued.id, isNew: false };
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + keptDays * day).toISOString();
  const given = { workspaceId, requestedBy: accountId, requestedAt: at, progressAt: at, expiresAt };
  const id = await insertOne(database, table, given);
  await recordEvent({ database, currentUser }, workspaceHistory, "export_requested", workspaceId);
  return { id, isNew: true };
}

export const exportRoutes = (store: ObjectStore): readonly Route[] => [
  action({
    method: "GET",
    path: "/workspace_exports",
    summary: "The workspace's exports of the last days, newest first",
    access: "workspace",
    answers: { status: 200, of: exportType, many: true },
    async run({ database, currentUser, now }) {
      checkPermission(currentUser);
      return listed(exportType, await readExports(database, currentUser.workspaceId, now));
    },
  }),
  action({
    method: "POST",
    path: "/workspace_exports",
    summary: "Start an export of the whole workspace; gives the present one while it is being made",
    access: "workspace",
    answers: { status: 201, of: exportType },
    async run({ database, currentUser, now, afterCommit }) {
      checkPermission(currentUser);
      const { id, isNew } = await requestExport(database, currentUser, now);
      if (isNew) await afterCommit(exportQueue, id);
      const record = (await readExports(database, currentUser.workspaceId, now)).find((one) => one.id === id);
      if (record === undefined) throw notFound();
      return created(exportType, record);
    },
  }),
  action({
    method: "GET",
    path: "/workspace_exports/:id/content",
    summary: "The bytes of the archive, a zip. Honours Range and If-Range",
    access: "workspace",
    answers: { status: 200, of: null, ranges: true },
    async run({ database, currentUser, id, request, now }) {
      checkPermission(currentUser);
      const { workspaceId } = currentUser;
      const isIt = and(eq(table.id, id()), eq(table.workspaceId, workspaceId), eq(table.state, "ready"));
      const [row] = await database
        .select()
        .from(table)
        .where(and(isIt, gt(table.expiresAt, now.toISOString())));
      const { size, pieceSize, attempt } = row ?? {};
      if (!row || size == null || pieceSize == null || attempt == null) throw notFound();
      const set = { workspaceId, exportId: row.id, attempt, pieceSize };
      const pieces = {
        read: (_key: string, range = { first: 0, last: size - 1 }) => readPieces(store, set, range),
      };
      const content = {
        id: row.id,
        name: "workspace.zip",
        mime: "application/zip",
        size,
        storageKey: attempt,
        metadata: null,
      };
      const answer = await answerContent(pieces, request, content, true);
      if (beginsDownload(request, answer.kind === "raw" ? answer.response.status : 0, size))
        await database.transaction((transaction) =>
          recordEvent({ database: transaction, currentUser }, workspaceHistory, "exported", workspaceId),
        );
      return answer;
    },
  }),
];

/** Later parts of a download add no event. */
function beginsDownload({ method, headers }: Request, status: number, size: number): boolean {
  if (method !== "GET") return false;
  if (status === 200) return true;
  const range = readRange(headers.get("range"), size);
  return status === 206 && range !== null && range !== "unsatisfiable" && range.first === 0;
}
