import { href } from "react-router";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { DataTable } from "../ui/data-table.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { TrashLinks } from "../ui/trash-links.tsx";
import type { Route } from "./+types/index";
import { loadTrash } from "./trash.server.ts";
import { restorationPath } from "./trashing-path.ts";

const nouns: Readonly<Record<string, string>> = { client: "Client", package: "Property", opportunity: "Opportunity" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const found = await loadTrash(context, readRequestedPage(url.searchParams));
  return {
    rows: found.items.map((record) => ({
      id: record.id,
      name: record.name,
      kind: nouns[record.kind] ?? "Record",
      by: record.trashedByName,
      end: record.trashEndsAt,
      can: { restore: allows(record, "restore"), purge: allows(record, "purge") },
    })),
    foot: footOf(found, href("/trash")),
    isFirstInstead: found.isFirstInstead,
  };
}

export default function Trash({ loaderData: { rows, foot, isFirstInstead } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead
        title="Trash"
        subtitle="Clients, properties and opportunities are kept for 30 days, then removed permanently."
      />
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      <p className="muted mb-2">
        Documents and folders have <a href={href("/documents/trash")}>a trash of their own</a>.
      </p>
      <DataTable
        caption="Trash"
        rows={rows}
        rowKey={({ id }) => id}
        empty="The trash is empty."
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
    </Page>
  );
}
