import { UnderWay } from "../batches/under-way.tsx";
import { detailsOf } from "../imports/import-details.ts";
import { completeImport, loadReview } from "../imports/review.server.ts";
import { ReviewPage } from "../imports/review-page.tsx";
import { allows } from "../json-api/resource.ts";
import { clientPath } from "../record-paths.ts";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/import-show";
import { clientImportKind } from "./import-fields.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { clientImporting } from "./imports.server.ts";
import { clientImportPlace } from "./imports.ts";
import { loadImport, loadImportToChange } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImport(context, params.importId);
  const { id, state, ready, imported, used } = found;
  const first = (found.first ?? []).map(({ id, name, email, phoneNumber, details }) => ({
    key: id ?? email ?? `${name} ${phoneNumber}`,
    name,
    href: id === null ? null : clientPath(id),
    lines: [
      [email, phoneNumber].filter((part) => part !== null).join(" · "),
      ...detailsOf(clientImportKind, details ?? {}),
    ],
  }));
  const hrefOf = ({ clientId }: (typeof found.doubles)[number]) => (clientId === null ? null : clientPath(clientId));
  return {
    found: { id, state, ready, imported, used },
    canUndo: allows(found, "undo"),
    review: await loadReview(context, clientImportPlace, found, first, hrefOf),
  };
}

/** Imports the reviewed rows. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const find = () => loadImportToChange(context, params.importId);
  return completeImport(request, context, clientImporting, find, (imported) =>
    imported === null ? "Clients imported." : `${formatCount(imported, "client")} imported.`,
  );
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { found, canUndo, review } = loaderData;
  return (
    <ReviewPage
      place={clientImportPlace}
      loaded={review}
      reply={actionData}
      outcome={review.progress ? <UnderWay {...review.progress} /> : <ImportOutcome found={found} canUndo={canUndo} />}
      send="Import these clients, send no emails"
      knownBy="Same email, or same name and phone number."
    />
  );
}
