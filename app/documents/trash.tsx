import { href } from "react-router";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf } from "../session/session.server.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { TrashLinks } from "../ui/trash-links.tsx";
import { kindOf } from "../uploads/document-kind.ts";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/trash";
import type { Document, Folder } from "./document.ts";
import { type ItemRef, itemOf, itemPath, purgePath, restorePath } from "./document-item.ts";
import { listTrashedDocuments } from "./documents.server.ts";
import { listTrashedFolders } from "./folders.server.ts";
import { loadDocuments } from "./load-document.server.ts";
import { trashPath } from "./place.ts";

interface TrashedRow {
  readonly ref: ItemRef;
  readonly name: string;
  readonly kind: string;
  readonly size: number | null;
  readonly end: string | null;
  readonly can: { readonly restore: boolean; readonly purge: boolean };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const reading = Promise.all([
    listTrashedFolders(api),
    listTrashedDocuments(api, readRequestedPage(url.searchParams)),
  ]);
  const [folders, found] = await loadDocuments(reading);
  return {
    // Folders come first, on the first page.
    rows: [...(found.cursor === null ? folders : []), ...found.items].map(rowOf),
    foot: footOf(found, trashPath),
    isFirstInstead: found.isFirstInstead,
  };
}

function rowOf(record: Document | Folder): TrashedRow {
  const { noun, id, name } = itemOf(record);
  return {
    ref: { noun, id },
    name,
    kind: "label" in record ? kindOf(record) : "Folder",
    size: record.size,
    end: record.trashEndsAt,
    can: { restore: allows(record, "trash"), purge: allows(record, "purge") },
  };
}

export default function Trash({ loaderData: { rows, foot, isFirstInstead } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        crumbs={[{ label: "Documents", href: href("/documents") }, { label: "Trash" }]}
        title="Trash"
        subtitle="Deleted items are kept for 30 days, then removed permanently."
      />
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <p className="muted mb-2">
        Clients, properties, opportunities and tasks have <a href={href("/trash")}>a trash of their own</a>.
      </p>
      <DataTable
        caption="Trash"
        rows={rows}
        rowKey={({ ref }) => itemPath(ref)}
        empty="The trash is empty."
        columns={[
          {
            head: "Name",
            card: "lead",
            cell: ({ ref, name }) => (
              <a className="row-link" href={itemPath(ref)}>
                {name}
              </a>
            ),
          },
          { head: "Type", card: "end", cell: ({ kind }) => kind },
          { head: "Size", numeric: true, cell: ({ size }) => (size === null ? "—" : formatSize(size)) },
          { head: "Kept until", labelled: true, cell: ({ end }) => <DateTime value={end} form="day" /> },
          {
            head: "Actions",
            silent: true,
            cell: ({ ref, name, can }) => (
              <TrashLinks
                name={name}
                restore={can.restore ? restorePath(ref) : null}
                purge={can.purge ? purgePath(ref) : null}
              />
            ),
          },
        ]}
        foot={<FootOfPages {...foot} />}
      />
    </Page>
  );
}
