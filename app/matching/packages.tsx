import { clientPath } from "../clients/client-links.ts";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClient } from "../clients/load-client.server.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/packages";
import { AllFits } from "./all-fits.tsx";
import { loadPackageFits } from "./load-fits.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const [{ name }, found] = await loadBoth(loadClient(context, id), loadPackageFits(context, id));
  return { client: { id, name }, found };
}

/** The properties that fit a client. */
export default function FittingPackages({ loaderData: { client, found } }: Route.ComponentProps) {
  return (
    <ClientPage client={client} title={found.title} crumb="Fits" subtitle={`By what ${client.name} looks for.`}>
      <AllFits
        {...{ noun: "properties", found, back: clientPath(client.id) }}
        empty="No property fits. The buyer profile needs a budget or preferred areas, and one thing more."
      />
    </ClientPage>
  );
}
