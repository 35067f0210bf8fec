import { startForm, submitForm } from "../forms/forms.server.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { labelOf } from "../picking/pick.ts";
import { createClientPath, pickableClients, pickablePackages } from "../picking/pickable-records.server.ts";
import { findPicked, picturesOf, suggest } from "../picking/picking.server.ts";
import { opportunitiesPath } from "../record-paths.ts";
import { apiOf, logFaults, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/new";
import { newOpportunityForm } from "./opportunity-forms.ts";
import { PairForm } from "./pair-form.tsx";
import { findOpened, openOrFind, type PairQuestion, pairUp } from "./pairing.server.ts";

export const handle = { form: "create" };

/** A client or a package of the address, as on the way here from their pages, is filled in already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "opportunities.create", "open opportunities", {
    label: "Back to opportunities",
    href: opportunitiesPath,
  });
  const api = apiOf(context);
  const pictureOf = picturesOf(context);
  const onFault = logFaults(context);
  const [clients, packages, client, property] = await Promise.all([
    suggest(api, (api) => pickableClients(api, pictureOf), onFault),
    suggest(api, (api) => pickablePackages(api, pictureOf), onFault),
    findPicked(api, pickableClients, { id: url.searchParams.get("client"), unnamed: "This client" }, onFault),
    findPicked(api, pickablePackages, { id: url.searchParams.get("package"), unnamed: "This property" }, onFault),
  ]);
  return {
    clients,
    packages,
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
    async ({ api, value, key, isRepeat }) => {
      const wanted = await pairUp(api, value);
      return (isRepeat ? await findOpened(api, wanted) : null) ?? openOrFind(api, wanted, key);
    },
  );
}

const heading = {
  path: opportunitiesPath,
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
