import { href } from "react-router";
import { UnderWay } from "../batches/under-way.tsx";
import { detailsOf } from "../imports/import-details.ts";
import { completeImport, loadReview } from "../imports/review.server.ts";
import { ReviewPage } from "../imports/review-page.tsx";
import { allows } from "../json-api/resource.ts";
import { packagePath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/import-show";
import { loadImport, loadImportToChange, packageImporting } from "./package-imports.server.ts";
import { packageImportKind, packageImportPlace } from "./package-imports.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImport(context, params.packageImportId);
  const first = (found.first ?? []).map(({ id, name, details }, place) => ({
    key: id ?? String(place),
    name,
    href: id === null ? null : packagePath(id),
    lines: detailsOf(packageImportKind, details ?? {}),
  }));
  const hrefOf = ({ packageId }: (typeof found.doubles)[number]) =>
    packageId === null ? null : packagePath(packageId);
  const { id, state, imported, changes } = found;
  const isUndoable = allows(found, "undo") && (imported > 0 || (changes ?? []).some((one) => one.state === "applied"));
  return {
    isUndone: state === "undone",
    undoHref: isUndoable ? href("/packages/imports/:packageImportId/undoing", { packageImportId: id }) : null,
    review: await loadReview(context, packageImportPlace, found, first, hrefOf),
  };
}

/** Imports the reviewed rows. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const find = () => loadImportToChange(context, params.packageImportId);
  return completeImport(request, context, packageImporting, find, (imported) =>
    imported === null ? "Properties imported." : `${formatProperties(imported)} imported.`,
  );
}

const formatProperties = (count: number) => formatCount(count, "property", "properties");

export default function Import({ loaderData: { review, ...how }, actionData }: Route.ComponentProps) {
  return (
    <ReviewPage
      place={packageImportPlace}
      loaded={review}
      reply={actionData}
      outcome={review.progress ? <UnderWay {...review.progress} /> : <Outcome rows={review.rows} {...how} />}
      send="Import these properties"
      knownBy="Same address or MLS number."
    />
  );
}

type OutcomeProps = Pick<Route.ComponentProps["loaderData"], "isUndone" | "undoHref"> & {
  rows: Route.ComponentProps["loaderData"]["review"]["rows"];
};

/** How many properties an import would create, or has created. */
function Outcome({ rows: { isOpen, first, changes }, isUndone, undoHref }: OutcomeProps) {
  const { total, shown } = first;
  if (isOpen && total === 0 && changes.total > 0)
    return <Notice>Nothing new can be imported. Choose the changes to apply.</Notice>;
  if (isOpen && total === 0) return <Notice tone="warn">None of these rows can be imported.</Notice>;
  if (isOpen) return <Notice title={`${formatProperties(total)} can be imported.`}>You’ll be their agent.</Notice>;
  if (isUndone)
    return (
      <Notice title="Undone.">
        {formatProperties(total)} deleted.
        {shown.length === 0 ? null : " Those that someone started working with meanwhile were kept."}
      </Notice>
    );
  return (
    <>
      <Notice title={`${formatProperties(total)} imported.`}>You are their agent.</Notice>
      {undoHref === null ? null : (
        <div className="actions mb-2">
          <LinkButton href={undoHref} look="bad">
            Undo import
          </LinkButton>
        </div>
      )}
    </>
  );
}
