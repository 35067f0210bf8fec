import { makeZip } from "client-zip";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { clockOf, dayOf } from "../client-pages/texts/format.ts";
import type { Language } from "../client-pages/texts/languages.ts";
import { textsOf } from "../client-pages/texts/texts.ts";
import { BundledFiles, dispositionOf } from "../documents/download.server.ts";
import { DistinctNames, documentName, downloadName } from "../documents/download-name.ts";
import type { Api, Download } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { requestSessionContext } from "../session/request-session.server.ts";

/** The copy of a person's data: sections of records with named fields, as its data.json has them. */

type CopyValue = z.output<ReturnType<typeof z.json>>;
export const sectionsSchema = z.record(z.string(), z.array(z.record(z.string(), z.json())));
type CopySections = z.output<typeof sectionsSchema>;

interface CopiedFile {
  readonly id: string;
  readonly name: string;
  readonly keptSince: string;
}

interface CopyReading {
  readonly language: Language;
  readonly timeZone: string;
}

type CopyPageProps = CopyReading & { name: string; sections: CopySections; madeAt: string };

function CopyPage({ name, sections, madeAt, ...reading }: CopyPageProps) {
  const { copy } = textsOf(reading.language);
  const title = copy.title(name);
  return (
    <html lang={reading.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style>{sheet}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>{copy.intro(momentOf(madeAt, reading))}</p>
        {Object.entries(sections).map(([section, records]) => (
          <section key={section}>
            <h2>{copy.sections[section] ?? section}</h2>
            {records.length === 0 ? <p>{copy.none}</p> : null}
            {records.map((record, index) => (
              <Fields key={String(index)} record={record} {...reading} />
            ))}
          </section>
        ))}
      </body>
    </html>
  );
}

const sheet =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dl{border-top:1px solid;padding-top:.5rem}dt{font-weight:600}dd{margin:0 0 .5rem;white-space:pre-line;overflow-wrap:anywhere}dl dl{border:0;padding:0 0 0 1rem}";

type FieldsProps = CopyReading & { record: Readonly<Record<string, CopyValue>> };

function Fields({ record, ...reading }: FieldsProps) {
  const { fields } = textsOf(reading.language).copy;
  const shown = Object.entries(record).filter(([name, value]) => name !== "file_id" && !isEmpty(value));
  return (
    <dl>
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{fields[name] ?? name}</dt>
          <dd>
            <Value name={name} value={value} {...reading} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmpty = (value: CopyValue) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

const worded = new Set([
  "language",
  "mail_choice",
  "outcome",
  "stage",
  "priority",
  "kind",
  "choice",
  "status",
  "reasons",
]);

function Value({ name, value, ...reading }: CopyReading & { name: string; value: CopyValue }) {
  const { copy } = textsOf(reading.language);
  if (typeof value === "boolean") return value ? copy.yes : copy.no;
  if (Array.isArray(value)) return value.map((part) => wordOf(name, String(part), reading)).join(", ");
  if (typeof value === "object" && value !== null) return <Fields record={value} {...reading} />;
  if (name === "file" && typeof value === "string") return <a href={encodeURI(value)}>{value}</a>;
  if (/_at$|^since$|_since$/.test(name) && typeof value === "string") return momentOf(value, reading);
  return wordOf(name, String(value), reading);
}

function wordOf(name: string, value: string, { language }: CopyReading): string {
  return worded.has(name) ? (textsOf(language).copy.values[value] ?? value) : value;
}

function momentOf(moment: string, { language, timeZone }: CopyReading): string {
  return `${dayOf(language, moment, timeZone)}, ${clockOf(language, moment, timeZone)}`;
}

type Context = Readonly<RouterContextProvider>;

const personCopy = resource("person_copy", { name: z.string(), sections: sectionsSchema });
const failure = "Failed to make the copy";

interface PersonCopy {
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
 * @throws ApiError "forbidden" for others than owners and admins, "missing", "unknown-outcome" where nothing is answered
 */
export async function makeCopyFor(api: Api, clientId: string, clientPersonId: string | null): Promise<PersonCopy> {
  const given = { clientPersonId };
  return required(await api.create(path`/clients/${clientId}/copies`, personCopy, given, { failure }), failure);
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
  const opened = new BundledFiles(open);
  const missing: string[] = [];
  for (const { id, name, keptSince } of files) {
    // Each file has its own time limit.
    context.get(requestSessionContext).restartClock();
    const body = await opened.open(id);
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
