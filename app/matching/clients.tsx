import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { packagePath } from "../packages/package-list.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/clients";
import { AllFits } from "./all-fits.tsx";
import { loadClientFits } from "./load-fits.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street, can }, found] = await loadBoth(loadPackage(context, id), loadClientFits(context, id));
  return { item: { id, street }, found, mayShare: allows({ can }, "update") };
}

/** The clients whom a property fits. */
export default function FittingClients({ loaderData: { item, found, mayShare } }: Route.ComponentProps) {
  return (
    <PackagePage item={item} title={found.title} crumb="Fits" subtitle={`${item.street}, by what its buyers look for.`}>
      {mayShare && found.rows.length > 0 ? (
        <div className="mb-2">
          <LinkButton href={href("/packages/:packageId/shares/clients", { packageId: item.id })} look="go">
            Share property
          </LinkButton>
        </div>
      ) : null}
      <AllFits
        {...{ noun: "clients", found, back: packagePath(item.id) }}
        empty="This property fits none of your clients. Budgets, areas and beds are in the clients’ buyer profiles."
      />
    </PackagePage>
  );
}
