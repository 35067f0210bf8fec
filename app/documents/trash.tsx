import { footOf, readPageWish, turnParameters } from "../json-api/page-turn.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf } from "../session/session.server.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/trash";
import type { Document, Folder } from "./document.ts";
import { kindOf } from "./document-kind.ts";
import { listTrashedDocuments, listTrashedFolders } from "./documents.server.ts";
import { loadDocuments } from "./load-document.server.ts";
import { documentPath, documentsPath, folderPath, trashPath } from "./place.ts";

interface TrashedRow {
  readonly href: string;
  readonly name: string;
  readonly what: string;
  readonly size: number | null;
  readonly end: string | null;
  readonly can: { readonly bringBack: boolean; readonly purge: boolean };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const reading = Promise.all([listTrashedFolders(api), listTrashedDocuments(api, readPageWish(url.searchParams))]);
  const [folders, found] = await loadDocuments(reading);
  return {
    // Those that were put there as folders stand on the first page, above all.
    rows: [...(found.turn === null ? folders.map(folderRow) : []), ...found.items.map(documentRow)],
    foot: footOf(found, (turn) => `${trashPath}?${new URLSearchParams(turnParameters(turn))}`),
    isFirstInstead: found.isFirstInstead,
  };
}

function folderRow(folder: Folder): TrashedRow {
  const { id, name, size, trashEndsAt: end } = folder;
  return { href: folderPath(id), name, what: "Folder", size, end, can: verbsOf(folder) };
}

function documentRow(document: Document): TrashedRow {
  const { id, label: name, size, trashEndsAt: end } = document;
  return { href: documentPath(id), name, what: kindOf(document), size, end, can: verbsOf(document) };
}

function verbsOf(record: Document | Folder): TrashedRow["can"] {
  return { bringBack: allows(record, "trash"), purge: allows(record, "purge") };
}

function Until({ end }: { end: string }) {
  return (
    <>
      Until <DateTime value={end} form="day" />
    </>
  );
}

export default function Trash({ loaderData: { rows, foot, isFirstInstead } }: Route.ComponentProps) {
  return (
    <Page>
      <Breadcrumb items={[{ label: "Documents", href: documentsPath }, { label: "Trash" }]} />
      <PageHead title="Trash" subtitle="What was deleted in the last 30 days. Then it is removed for good." />
      {isFirstInstead ? <Notice tone="warn">That page is not there any more. This is the first page.</Notice> : null}
      <DataTable
        caption="Trash"
        rows={rows}
        rowKey={({ href }) => href}
        empty="The trash is empty."
        columns={[
          {
            head: "Name",
            cell: ({ href, name }) => (
              <a className="row-link" href={href}>
                {name}
              </a>
            ),
          },
          { head: "Kind", cell: ({ what }) => what },
          { head: "Size", numeric: true, cell: ({ size }) => (size === null ? "—" : formatSize(size)) },
          { head: "Kept", cell: ({ end }) => (end === null ? "—" : <Until end={end} />) },
          {
            head: "Actions",
            silent: true,
            full: true,
            cell: ({ href, can }) => (
              <span className="actions">
                {can.bringBack ? (
                  <a className="btn" href={`${href}/trashing/removal`}>
                    Bring back
                  </a>
                ) : null}
                {can.purge ? (
                  <a className="btn quiet" href={`${href}/removal`}>
                    Remove
                  </a>
                ) : null}
              </span>
            ),
          },
        ]}
        foot={foot.previous === null && foot.next === null ? null : <TableFoot {...foot} />}
      />
    </Page>
  );
}
