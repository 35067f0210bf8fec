import { makeZip } from "client-zip";
import type { RouterContextProvider } from "react-router";
import { noteExport } from "../audit-log/download-sheet.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/zip";
import type { Document, Folder } from "./document.ts";
import { allDocuments } from "./documents.server.ts";
import { BundledFiles, dispositionOf, openFile } from "./download.server.ts";
import { DistinctNames, documentName, downloadName } from "./download-name.ts";
import { allFolders } from "./folders.server.ts";
import { loadDocuments, loadPlaceOf } from "./load-document.server.ts";
import type { Place } from "./place.ts";

/** Everything at a place and in its folders as one zip, which is created while it is sent. The audit log notes it before. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { place, name } = await loadPlaceOf(context, url);
  const contents = await loadContents(context, place);
  await load(noteExport(context, "documents", name));
  return new Response(await zipFiles(context, contents), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": dispositionOf("attachment", `${downloadName(name)}.zip`),
      "Cache-Control": "no-store",
    },
  });
}

type Context = Readonly<RouterContextProvider>;

/**
 * Streams documents as a zip. They are fetched one after the other, so that little is held in memory and each permission is checked
 * at that time. Those that cannot be read by then are listed in a text file at the end. A download that breaks off in the middle of a
 * document breaks off the zip, so that nobody takes it for complete.
 * @throws 503 before anything is sent where not even the first can be read
 */
async function zipFiles(context: Context, contents: readonly Entry[]): Promise<ReadableStream<Uint8Array>> {
  const [first] = contents;
  const files = new BundledFiles((id) => openFile(context, id));
  const opened = first === undefined ? null : await files.open(first.document.fileId);
  if (files.outage !== null) await load(Promise.reject(files.outage));
  return makeZip(entriesOf(context, contents, files, opened), { buffersAreUTF8: true });
}

/** @throws 404 and such */
async function loadContents(context: Context, place: Place): Promise<readonly Entry[]> {
  const api = () => apiOf(context);
  const [folders, documents] = await loadDocuments(Promise.all([allFolders(api, place), allDocuments(api, place)]));
  return contentsOf(place, folders, documents);
}

interface Entry {
  readonly document: Document;
  /** The folders below the place, each with a slash at its end. */
  readonly path: string;
}

function contentsOf(place: Place, folders: readonly Folder[], documents: readonly Document[]): Entry[] {
  const folderNames = new DistinctNames();
  const foldersIn = Map.groupBy(folders, ({ parentId }) => parentId);
  const documentsIn = Map.groupBy(documents, ({ folderId }) => folderId);
  const below = (folderId: string | null, path: string): Entry[] => [
    ...(documentsIn.get(folderId) ?? []).map((document) => ({ document, path })),
    ...(foldersIn.get(folderId) ?? []).flatMap(({ id, name }) =>
      below(id, `${folderNames.distinct(path, downloadName(name))}/`),
    ),
  ];
  return below(place.folderId, "");
}

/** @param first the first document, opened already */
async function* entriesOf(context: Context, contents: readonly Entry[], files: BundledFiles, first: Bytes | null) {
  const names = new DistinctNames();
  const missing: string[] = [];
  for (const [index, { document, path }] of contents.entries()) {
    // Each document has its own time limit.
    context.get(requestSessionContext).restartClock();
    const name = names.distinct(path, documentName(document.label, document.label));
    const body = index === 0 ? first : await files.open(document.fileId);
    if (body === null) {
      missing.push(name);
      continue;
    }
    const reader = body.getReader();
    try {
      const lastModified = new Date(document.updatedAt ?? document.insertedAt ?? Date.now());
      yield { name, lastModified, input: piecesFrom(reader) };
    } finally {
      // client-zip does not when the download is aborted: the file or the connection would stay open.
      await reader.cancel().catch(() => {});
    }
  }
  if (missing.length === 0) return;
  const lines = ["These files couldn't be read when the download was created:", "", ...missing, ""];
  yield { name: names.distinct("", "Not included.txt"), lastModified: new Date(), input: lines.join("\r\n") };
}

type Bytes = ReadableStream<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function* piecesFrom(reader: Reader): AsyncGenerator<Uint8Array> {
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
