import { href } from "react-router";
import { restorationPath } from "../action-paths.ts";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { type LastTrashed, recordKindsContext } from "../record-kind.ts";
import { apiOf, loadBoth, logFaults } from "../session/session.server.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { isAbsent, NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { TrashLinks } from "../ui/trash-links.tsx";
import type { Route } from "./+types/index";
import { loadTrash } from "./trash.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const kinds = context.get(recordKindsContext);
  const apart = kinds.flatMap(({ ownTrash }) => ownTrash ?? [])[0];
  const [found, documents] = await loadBoth(
    loadTrash(context, readRequestedPage(url.searchParams)),
    settle(apiOf(context), async (api) => apart?.last(api) ?? [], logFaults(context)),
  );
  const nouns = new Map(kinds.map(({ type, nouns }) => [type, nouns.one]));
  return {
    documents,
    allDocuments: apart?.path ?? null,
    rows: found.items.map((record) => ({
      id: record.id,
      name: record.name,
      kind: capitalized(nouns.get(record.kind) ?? "record"),
      by: record.trashedByName,
      end: record.trashEndsAt,
      can: { restore: allows(record, "restore"), purge: allows(record, "purge") },
    })),
    foot: footOf(found, href("/trash")),
    isFirstInstead: found.isFirstInstead,
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export default function Trash({ loaderData }: Route.ComponentProps) {
  const { rows, documents, allDocuments, foot, isFirstInstead } = loaderData;
  return (
    <Page>
      <PageHead title="Trash" subtitle="What was deleted is kept for 30 days, then removed permanently." />
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <DataTable
        caption="Clients, properties, opportunities and tasks"
        rows={rows}
        rowKey={({ id }) => id}
        empty="No clients, properties, opportunities or tasks in the trash."
        columns={[
          { head: "Name", card: "lead", cell: ({ name }) => name },
          { head: "Type", card: "end", cell: ({ kind }) => kind },
          { head: "Deleted by", labelled: true, cell: ({ by }) => by ?? "—" },
          { head: "Kept until", labelled: true, cell: ({ end }) => <DateTime value={end} form="day" /> },
          {
            head: "Actions",
            silent: true,
            cell: ({ id, name, can }) => (
              <TrashLinks
                name={name}
                restore={can.restore ? restorationPath(id) : null}
                purge={can.purge ? `${href("/trash/removal")}?record=${encodeURIComponent(id)}` : null}
              />
            ),
          },
        ]}
        foot={<FootOfPages {...foot} />}
      />
      <TrashedDocuments documents={documents} all={allDocuments} />
    </Page>
  );
}

type TrashedDocumentsProps = { documents: Settled<readonly LastTrashed[]>; all: string | null };

/** The documents and folders that were deleted last, with the way to all of them. */
function TrashedDocuments({ documents, all }: TrashedDocumentsProps) {
  // A service without documents has none here, either.
  if (isAbsent(documents)) return null;
  const listed = documents.ok ? documents.data : [];
  return (
    <Sheet title="Documents and folders">
      <NotLoadedLine what="documents in the trash" part={documents} />
      {documents.ok && listed.length === 0 ? (
        <p className="pad muted">No documents or folders in the trash.</p>
      ) : (
        <Rows label="Documents and folders in the trash">
          {listed.map(({ name, page, restore }) => (
            <Row key={page}>
              <a className="row-link" href={page}>
                {name}
              </a>
              <TrashLinks name={name} restore={restore} purge={null} />
            </Row>
          ))}
        </Rows>
      )}
      {all === null ? null : (
        <p className="pad">
          <a href={all}>All documents and folders in the trash</a>
        </p>
      )}
    </Sheet>
  );
}
