import type { RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import { FormRefusal, type Submission, startForm, submitForm } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf, load, notFound, recordId } from "../session/session.server.ts";
import { encodings } from "../spreadsheets/encodings.server.ts";
import { importColumnsForm, typedColumns } from "./columns-page.tsx";
import { checkedOf, type Importing } from "./import-calls.server.ts";
import type { ImportKind } from "./import-kind.ts";
import { readImport } from "./read-import.server.ts";

type Context = Readonly<RouterContextProvider>;

interface FoundImport {
  readonly id: string;
  readonly fileName: string;
  readonly state: string;
  readonly encoding: string | null;
  readonly columns: readonly string[] | null;
  readonly leavesOut: boolean | null;
  readonly can: string[] | null;
  readonly etag: string | null;
}

type FindToChange = (context: Context, id: string) => Promise<FoundImport>;

/** What the page shows on which columns are chosen. @throws 404 once the file is imported, and where the service keeps no files */
export async function loadColumns(context: Context, importing: Importing, id: string, find: FindToChange) {
  const { kind } = importing;
  const [found, bytes] = await loadFile(context, importing, id, find);
  const { encoding, headings, columns, samples, lacks } = await readAgain(kind, found, bytes);
  const options = Object.entries(kind.fields).map(([value, { label }]) => ({ value, label }));
  const known = Object.entries(encodings).map(([value, label]) => ({ value, label }));
  const others = known.some(({ value }) => value === encoding) ? [] : [{ value: encoding, label: encoding }];
  return {
    id: found.id,
    fileName: found.fileName,
    shown: { headings, samples, lacks, options, encodings: [...known, ...others] },
    typed: typedColumns({ ...found, encoding, columns }),
    start: await startForm(context, { etag: found.etag }),
  };
}

function loadFile(context: Context, { calls }: Importing, id: string, find: FindToChange) {
  return Promise.all([find(context, id), load(calls.findFile(apiOf(context), recordId(id)))]);
}

async function readAgain(kind: ImportKind, found: FoundImport, bytes: Uint8Array | null) {
  const { state, encoding, columns } = found;
  const isOpen = state === "checked" && allows(found, "update");
  if (!isOpen || bytes === null || encoding === null || columns === null) throw notFound();
  const read = await readImport(bytes, kind, { encoding, columns });
  if ("reason" in read) throw notFound();
  return { ...read, bytes };
}

/** Looks the file over again, with other columns or in another encoding. */
export function changeColumns(
  request: Request,
  context: Context,
  importing: Importing,
  id: string,
  find: FindToChange,
) {
  const { kind, calls, place } = importing;
  const write = async ({ api, value, key, etag }: Submission<z.output<typeof importColumnsForm>>) => {
    const [found, kept] = await loadFile(context, importing, id, find);
    const location = place.importPath(found.id);
    if (found.state !== "checked") return { location, toast: "This file was imported already." };
    const { bytes, encoding, columns } = await readAgain(kind, found, kept);
    const chosen = value.column.map((field) => (field === "-" ? "" : field));
    // In another encoding headings may be known that were not before.
    const isGuessed = value.encoding !== encoding && chosen.join() === columns.join();
    const reading = { encoding: value.encoding, ...(isGuessed ? {} : { columns: chosen }) };
    const read = await readImport(bytes, kind, reading);
    if ("reason" in read) throw new FormRefusal({ fieldErrors: { encoding: [read.reason] }, status: 400 });
    if (read.lacks !== null) throw new FormRefusal({ fieldErrors: { column: [read.lacks] }, status: 400 });
    await calls.checkAgain(api, found.id, checkedOf(read, value.leavesOut), { key, etag });
    return { location };
  };
  return submitForm({ request, context, ofRecord: true }, importColumnsForm, write, async () => {
    const found = await find(context, id);
    return { etag: found.etag, typed: typedColumns(found) };
  });
}
