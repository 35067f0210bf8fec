import { load, recordId } from "../session/loading.server.ts";
import { apiOf } from "../session/session.server.ts";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/documents";
import { listFolders } from "./packages.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { items } = await load(listFolders(apiOf(context), recordId(params.packageId)));
  return { folders: items.map(({ id, name, documentsCount }) => ({ id, name, documentsCount })) };
}

/** A package's folders, with how much is in each. */
export default function PackageDocuments({ loaderData: { folders } }: Route.ComponentProps) {
  return (
    <Sheet>
      {folders.length === 0 ? (
        <EmptyState>No folders yet.</EmptyState>
      ) : (
        <Rows label="Folders">
          {folders.map(({ id, name, documentsCount }) => (
            <Row key={id}>
              <b>{name}</b>
              <span className="muted small">{formatCount(documentsCount ?? 0, "document")}</span>
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}
