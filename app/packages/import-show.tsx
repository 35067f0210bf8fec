import { UnderWay } from "../batches/under-way.tsx";
import { detailsOf } from "../imports/import-details.ts";
import { completeImport, loadReview } from "../imports/review.server.ts";
import { ReviewPage } from "../imports/review-page.tsx";
import { packagePath } from "../record-paths.ts";
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
  return loadReview(context, packageImportPlace, found, first, hrefOf);
}

/** Imports the reviewed rows. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const find = () => loadImportToChange(context, params.packageImportId);
  return completeImport(request, context, packageImporting, find, (imported) =>
    imported === null ? "Properties imported." : `${formatProperties(imported)} imported.`,
  );
}

const formatProperties = (count: number) => formatCount(count, "property", "properties");

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ReviewPage
      place={packageImportPlace}
      loaded={loaderData}
      reply={actionData}
      outcome={loaderData.progress ? <UnderWay {...loaderData.progress} /> : <Outcome {...loaderData.rows} />}
      send="Import these properties"
      knownBy="Same address or MLS number."
    />
  );
}

/** How many properties an import would create, or has created. */
function Outcome({ isOpen, first: { total } }: Route.ComponentProps["loaderData"]["rows"]) {
  if (isOpen && total === 0) return <Notice tone="warn">None of these rows can be imported.</Notice>;
  return isOpen ? (
    <Notice title={`${formatProperties(total)} can be imported.`}>You’ll be their agent.</Notice>
  ) : (
    <Notice title={`${formatProperties(total)} imported.`}>You are their agent.</Notice>
  );
}
