import { readFile } from "node:fs/promises";
import { href, type RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { largestImport, readImport } from "../imports/read-import.server.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { Page, PageHead } from "../ui/page.tsx";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import { refusalOf } from "../uploads/receive-form.server.ts";
import type { SpooledFile } from "../uploads/spool.server.ts";
import { type FileAnswer, submitFile } from "../uploads/submit-file.server.ts";
import { UploadFailure } from "../uploads/upload-failure.tsx";
import { UploadForm } from "../uploads/upload-form.tsx";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/import-new";
import { listPath } from "./client-list.ts";
import { clientImportKind } from "./import-fields.ts";
import { ImportList } from "./import-list.tsx";
import { checkedOf, checkImport, findColumns, listImports, packFile } from "./imports.server.ts";
import { columnsPath, importPath } from "./imports.ts";
import { requireImport } from "./load-client.server.ts";

export const handle = { form: "create" };

type Context = Readonly<RouterContextProvider>;

export async function loader({ context }: Route.LoaderArgs) {
  requireImport(context);
  const [start, unfinished, earlier] = await Promise.all([
    startForm(context),
    listUnfinished(context),
    settle(apiOf(context), listImports, logFaults(context)),
  ]);
  const shown = ({ id, fileName, state, imported, insertedAt }: ImportRow) => ({
    id,
    fileName,
    state,
    imported,
    insertedAt,
  });
  return {
    start,
    unfinished,
    allowance: { file: largestImport, free: Number.MAX_SAFE_INTEGER },
    earlier: earlier.ok ? { ...earlier, data: earlier.data.map(shown) } : earlier,
  };
}

type ImportRow = Awaited<ReturnType<typeof listImports>>[number];

/** Only the rows of the file are kept. */
export async function action({ request, context }: Route.ActionArgs): Promise<FileAnswer> {
  requireImport(context);
  return submitFile(context, request, (file, { key }) => checkFile(context, file, key));
}

async function checkFile(context: Context, file: SpooledFile, key: string): Promise<To | RefusedFile> {
  const { name, size, path } = file;
  if (size > largestImport) return { name, reason: "It is larger than 2 MB. Split it into smaller files." };
  const api = apiOf(context);
  try {
    const bytes = await readFile(path);
    const read = await readImport(bytes, clientImportKind, {}, (shape) => findColumns(api, shape));
    if ("reason" in read) return { name, reason: read.reason };
    const source = await packFile(bytes);
    if (read.lacks !== null && source === null) return { name, reason: tooLargeToChoose };
    const { id } = await checkImport(api, { fileName: name, source, ...checkedOf(read) }, key);
    return { location: read.lacks === null ? importPath(id) : columnsPath(id) };
  } catch (error) {
    return refusalOf(file, error);
  }
}

const tooLargeToChoose =
  "Its headings don’t say which columns are the name and the email or phone number, and it is too large for you to choose them here. Rename its headings, or split it into smaller files.";

export default function NewImport({ loaderData, actionData }: Route.ComponentProps) {
  const { start, unfinished, allowance, earlier } = loaderData;
  const { failed = [], isNone = false } = actionData ?? {};
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Clients", href: listPath }, { label: "Import" }]}
        title="Import clients"
        subtitle="Import a spreadsheet saved as CSV. You can review everything before it is saved."
      />
      <UploadFailure failed={failed} kept={[]} />
      <UploadForm
        start={start}
        reply={actionData}
        allowance={allowance}
        unfinished={unfinished}
        label="CSV file"
        accept=".csv,text/csv,text/tab-separated-values"
        error={isNone ? "Choose a file." : undefined}
        send="Review import"
        cancel={listPath}
      />
      <p className="muted small mt-2">
        Columns are found by their headings, and you can change which is which. A name and one of email and phone number
        are required; tags, preferred areas, buyer notes, budget and all other columns of an export are optional. Up to
        5,000 rows.
      </p>
      <p className="mt-1">
        <a className="link" data-reload="" href={href("/clients/imports/sample.csv")} download>
          Download a sample file
        </a>
      </p>
      <ImportList imports={earlier} />
    </Page>
  );
}
