import { makeZip } from "client-zip";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { textsOf } from "../client-pages/texts/texts.ts";
import { dispositionOf } from "../documents/download.server.ts";
import { DistinctNames, documentName, downloadName } from "../documents/download-name.ts";
import type { Api, Download } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { CopyPage, type CopyReading } from "./copy-page.tsx";
import { type CopiedFile, type CopySections, sectionsSchema } from "./person-copy.ts";

type Context = Readonly<RouterContextProvider>;

const personCopy = resource("person_copy", { name: z.string(), sections: sectionsSchema });
const failure = "Failed to make the copy";

export interface PersonCopy {
  readonly name: string;
  readonly sections: CopySections;
}

/** The copy of the person who is signed in to the portal. */
export function findOwnCopy(api: Api): Promise<PersonCopy> {
  return api.find("/portal/copy", personCopy, { failure });
}

/** Opens a file that this copy names. */
export function openOwnCopyFile(api: Api, id: string): Promise<Download> {
  return api.download(path`/portal/copy/files/${id}`, { failure });
}

/**
 * Makes the copy for a client, or for somebody of the household, which the history notes.
 * @throws ApiError "forbidden" for others than owners and admins, "missing"
 */
export async function makeCopyFor(api: Api, clientId: string, clientPersonId: string | null): Promise<PersonCopy> {
  const given = { clientPersonId };
  const made = await api.create(path`/clients/${clientId}/copies`, personCopy, given, { failure });
  if (made === null) throw new Error("The service answered no copy.");
  return made;
}

const documents = z.catch(
  z.array(z.looseObject({ file_id: z.string(), label: z.string(), name: z.string(), kept_since: z.string() })),
  [],
);

/**
 * Answers a copy as a zip: `data.json`, a readable `index.html` and the files. They are fetched one after the other, so that little is
 * held in memory; those that are gone by then are listed in a text file at the end.
 * @param open opens a file by its id
 */
export function answerCopy(
  context: Context,
  { method }: Request,
  { name, sections }: PersonCopy,
  reading: CopyReading,
  open: (id: string) => Promise<Download>,
): Response {
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": dispositionOf("attachment", `${downloadName(name)}.zip`),
    "Cache-Control": "no-store",
  };
  if (method === "HEAD") return new Response(null, { headers });
  const names = new DistinctNames();
  for (const taken of ["data.json", "index.html"]) names.distinct("", taken);
  const files: CopiedFile[] = documents.parse(sections.documents).map(({ file_id: id, kept_since, label, name }) => ({
    id,
    keptSince: kept_since,
    name: names.distinct("files/", documentName(label, name)),
  }));
  const named = {
    ...sections,
    documents: (sections.documents ?? []).map((document, index) => ({ ...document, file: files[index]?.name ?? null })),
  };
  const page = renderToStaticMarkup(
    <CopyPage name={name} sections={named} madeAt={new Date().toISOString()} {...reading} />,
  );
  const texts = [
    { name: "index.html", input: `<!doctype html>${page}` },
    { name: "data.json", input: JSON.stringify(named, null, 2) },
  ];
  return new Response(makeZip(entriesOf(context, texts, files, open, reading), { buffersAreUTF8: true }), { headers });
}

async function* entriesOf(
  context: Context,
  texts: readonly { readonly name: string; readonly input: string }[],
  files: readonly CopiedFile[],
  open: (id: string) => Promise<Download>,
  { language }: CopyReading,
) {
  for (const text of texts) yield { ...text, lastModified: new Date() };
  const missing: string[] = [];
  for (const { id, name, keptSince } of files) {
    // Each file has its own time limit.
    context.get(requestSessionContext).restartClock();
    const body = await openBody(open, id);
    if (body === null) {
      missing.push(name);
      continue;
    }
    try {
      yield { name, lastModified: new Date(keptSince), input: body };
    } finally {
      // client-zip does not when the download is aborted: the file or the connection would stay open.
      if (!body.locked) await body.cancel().catch(() => {});
    }
  }
  if (missing.length === 0) return;
  const { copy } = textsOf(language);
  yield { name: copy.missingName, lastModified: new Date(), input: [copy.missing, "", ...missing, ""].join("\r\n") };
}

/** Null for a file that cannot be read now. */
async function openBody(open: (id: string) => Promise<Download>, id: string) {
  try {
    const { body } = await open(id);
    return body ?? new Blob().stream();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
