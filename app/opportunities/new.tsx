import { startForm, submitForm } from "../forms/forms.server.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { labelOf } from "../picking/pick.ts";
import {
  createClientPath,
  findPicked,
  pickableClients,
  pickablePackages,
  picturesOf,
} from "../picking/picking.server.ts";
import { apiOf, load, logFaults, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/new";
import { newOpportunityForm } from "./opportunity.ts";
import { listPath } from "./opportunity-list.ts";
import { PairForm } from "./pair-form.tsx";
import { openOrFind, type PairQuestion, pairUp } from "./pairing.server.ts";

export const handle = { form: "create" };

/** A client or a package of the address, as on the way here from their pages, is filled in already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "opportunities.create", "open opportunities", {
    label: "Back to opportunities",
    href: listPath,
  });
  const api = apiOf(context);
  const pictureOf = picturesOf(context);
  const clients = pickableClients(api, pictureOf);
  const packages = pickablePackages(api, pictureOf);
  const onFault = logFaults(context);
  const [knownClients, knownPackages, client, property] = await load(
    Promise.all([
      clients.first(),
      packages.first(),
      findPicked(clients, url.searchParams.get("client"), onFault),
      findPicked(packages, url.searchParams.get("package"), onFault),
    ]),
  );
  return {
    clients: knownClients,
    packages: knownPackages,
    filled: {
      client: client === null ? "" : labelOf(client),
      clientId: client?.id ?? "",
      property: property === null ? "" : labelOf(property),
      packageId: property?.id ?? "",
    },
    createClientAt: createClientPath(context),
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm<typeof newOpportunityForm, never, PairQuestion>(
    { request, context },
    newOpportunityForm,
    // Looked for inside, so that of parallel sends one looks, and none finds what another has just made.
    async ({ api, value, key }) => openOrFind(api, await pairUp(api, value), key),
  );
}

const heading = {
  path: listPath,
  title: "Open a new opportunity",
  subtitle: "An opportunity moves a client forward with one specific property, from the first look to the keys.",
};

export function ErrorBoundary() {
  return <DialogError {...heading} />;
}

export default function OpenOpportunity({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DialogPage {...heading}>
      <PairForm {...loaderData} reply={actionData} />
    </DialogPage>
  );
}
