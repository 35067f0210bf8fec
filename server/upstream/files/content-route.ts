import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { notFound } from "../engine/refusal.ts";
import { type ByteRange, ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { documents, type FileMetadata, portalRequests } from "../tables.ts";
import { isShown, servedType } from "./content-type.ts";
import { file } from "./file.ts";
import { contentDisposition } from "./file-name.ts";

interface StoredContent {
  /** Its bytes never change. */
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly storageKey: string;
  readonly metadata: FileMetadata | null;
}

const kept = z.object({
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  storage_key: z.string(),
  metadata: z.record(z.string(), z.string()).nullable(),
});

/** The only way to the bytes; the permission is checked each time. */
export function contentRoute(store: ObjectStore): Route {
  return action({
    method: "GET",
    path: "/files/:id/content",
    summary:
      "The bytes of a file; `download=true` has them saved where they would be shown. Honours Range and If-Range",
    access: "workspace",
    parameters: z.object({ download: z.enum(["true", "false"]).optional() }),
    answers: { status: 200, of: null, ranges: true },
    async run({ database, currentUser, id, request, parameters }) {
      const { record } = await readOne(database, file, currentUser, id());
      await noteOpenedByStaff(database, record.id);
      const { storage_key: storageKey, ...shown } = kept.parse(record.attributes);
      const content = { id: record.id, storageKey, ...shown };
      return answerContent(store, request, content, parameters.download === "true");
    },
  });
}

/** Notes that staff have opened a file that a client sent: from then on it can't be taken back. */
export async function noteOpenedByStaff(database: Queries, fileId: string): Promise<void> {
  await database
    .update(portalRequests)
    .set({ openedAt: sql`clock_timestamp()` })
    .where(sql`${portalRequests.openedAt} is null and ${portalRequests.documentId} in
      (select ${documents.id} from ${documents} where ${documents.fileId} = ${fileId})`);
}

/** Answers with bytes; the caller has checked the permission. @param isSaved as a download, as in any case for what could run */
export async function answerContent(
  store: Pick<ObjectStore, "read">,
  request: Request,
  { id, name, mime, size, storageKey, metadata }: StoredContent,
  isSaved: boolean,
): Promise<Answer> {
  const tag = `"${id}"`;
  const headers = new Headers({
    "Content-Type": servedType(mime, metadata?.charset ?? null),
    "Content-Disposition": contentDisposition(isShown(mime) && !isSaved ? "inline" : "attachment", name),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Accept-Ranges": "bytes",
    // Asked each time, since the permission may be gone.
    "Cache-Control": "private, no-cache",
    ETag: tag,
  });
  if (isKnown(request.headers, tag)) return raw(304, headers, null);
  const range = partOf(request, tag, size);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    return raw(416, headers, null);
  }
  const part = range ?? { first: 0, last: size - 1 };
  headers.set("Content-Length", String(part.last - part.first + 1));
  if (range !== null) headers.set("Content-Range", `bytes ${part.first}-${part.last}/${size}`);
  const body = request.method === "HEAD" ? null : await open(store, storageKey, part);
  return raw(range === null ? 200 : 206, headers, body);
}

/** With another ETag or date, the whole is answered. */
function partOf({ method, headers }: Request, tag: string, size: number): ByteRange | "unsatisfiable" | null {
  const condition = headers.get("if-range");
  if (method === "HEAD" || (condition !== null && condition.trim() !== tag)) return null;
  return readRange(headers.get("range"), size);
}

function isKnown(headers: Headers, tag: string): boolean {
  const known = headers.get("if-none-match")?.split(",") ?? [];
  return known.some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === tag);
}

async function open(store: Pick<ObjectStore, "read">, key: string, range: ByteRange) {
  try {
    return await store.read(key, range);
  } catch (error) {
    throw error instanceof ObjectMissing ? notFound() : error;
  }
}

function raw(status: number, headers: Headers, body: BodyInit | null): Answer {
  return { kind: "raw", response: new Response(body, { status, headers }) };
}

/** Reads a Range header. @returns null for the whole: no header, another unit, several ranges, or nonsense; "unsatisfiable" behind the end */
export function readRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const [, from = "", to = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Number(to);
    return length === 0 ? "unsatisfiable" : { first: Math.max(0, size - length), last: size - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first >= size) return "unsatisfiable";
  return { first, last: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
