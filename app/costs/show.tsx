import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Sheet, Split } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { loadEstimate } from "./costs.server.ts";
import { formatFullAmount, templatesPath } from "./estimate.ts";
import { EstimateLines, EstimateSummary } from "./estimate-lines.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ listPrice, can, street }, estimate] = await loadBoth(loadPackage(context, id), loadEstimate(context, id));
  const price = estimate?.lines.find(({ key }) => key === "price")?.amount ?? null;
  const isOther =
    price !== null &&
    listPrice !== null &&
    (price.currency !== listPrice.currency || Number(price.amount) !== Number(listPrice.amount));
  return {
    id,
    street,
    estimate,
    mayEdit: allows({ can }, "update"),
    /** The list price, when the estimate was made for another one. */
    listPrice: isOther ? formatFullAmount(listPrice) : null,
  };
}

export default function EstimatedCosts({ loaderData }: Route.ComponentProps) {
  const { id, estimate, mayEdit, listPrice } = loaderData;
  if (estimate === null) {
    const begin = mayEdit ? (
      <LinkButton href={href("/packages/:packageId/costs/edit", { packageId: id })} look="go">
        Estimate costs
      </LinkButton>
    ) : null;
    return (
      <Sheet>
        <EmptyState action={begin}>No costs have been estimated yet.</EmptyState>
      </Sheet>
    );
  }
  return (
    <Split isAsideFirst aside={<EstimateSummary estimate={estimate} />}>
      <div>
        <div className="actions">
          <LinkButton href={href("/packages/:packageId/costs/print", { packageId: id })}>Print view</LinkButton>
          {mayEdit ? (
            <LinkButton href={href("/packages/:packageId/costs/edit", { packageId: id })}>Edit estimate</LinkButton>
          ) : null}
          {mayEdit ? (
            <LinkButton href={templatesPath(id)} look="quiet">
              Templates
            </LinkButton>
          ) : null}
        </div>
        {listPrice === null ? null : (
          <Notice title="The list price has changed.">The property is now listed at {listPrice}.</Notice>
        )}
        {estimate.warnings.length === 0 ? null : (
          <Notice tone="warn" title="Check these.">
            <ul>
              {estimate.warnings.map(({ code, detail }) => (
                <li key={code}>{detail}</li>
              ))}
            </ul>
          </Notice>
        )}
        <EstimateLines estimate={estimate} />
      </div>
    </Split>
  );
}
