import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { obeys } from "../json-api/service.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Split } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Route } from "./+types/comparables";
import { CompValueLines } from "./comp-value-lines.tsx";
import { ComparablePanel } from "./comparable-panel.tsx";
import { ListPricePanel } from "./list-price-panel.tsx";
import { loadPackage } from "./load-package.server.ts";
import { pricePath } from "./package-list.ts";
import { usePropertyAside } from "./property-aside.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const found = await loadPackage(context, id);
  const { comparables, listPrices, compValue, compOverride } = found;
  return {
    id,
    comparables: obeys(apiOf(context).service, "packages", "include=comparables") ? comparables : null,
    listPrices,
    compValue,
    note: compOverride?.note ?? null,
    mayUpdate: allows(found, "update"),
  };
}

/** Sales of similar properties, what they say about this one, and its list prices. */
export default function PackageComparables({ loaderData }: Route.ComponentProps) {
  const { id, comparables, listPrices, compValue, note, mayUpdate } = loaderData;
  const { team } = usePropertyAside();
  const override = mayUpdate ? (
    <LinkButton href={href("/packages/:packageId/edit", { packageId: id })} look="quiet">
      Override
    </LinkButton>
  ) : null;
  const aside = (
    <>
      <Panel title="Comp. value" action={override} none={compValue === null ? "None" : null}>
        {compValue === null ? null : <CompValueLines {...compValue} note={note} />}
      </Panel>
      {team}
    </>
  );
  return (
    <Split aside={aside}>
      {comparables === null ? null : <ComparablePanel packageId={id} comparables={comparables} canUpdate={mayUpdate} />}
      <ListPricePanel prices={listPrices} changePath={mayUpdate ? pricePath(id, "") : null} />
    </Split>
  );
}
