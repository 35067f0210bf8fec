import { useLocation } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { labelOf } from "../picking/pick.ts";
import {
  createClientPath,
  findPicked,
  pickableClients,
  pickablePackages,
  picturesOf,
} from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { apiOf, load, logFaults, requirePermission } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/new";
import { rankChoices } from "./deal-labels.ts";
import { findActive, isOpenAlready, openOpportunity } from "./opportunities.server.ts";
import { type NewOpportunity, newOpportunityForm } from "./opportunity.ts";
import { listPath, opportunityPath } from "./opportunity-list.ts";
import { type PairQuestion, pairUp } from "./pairing.server.ts";

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

/** Opens an opportunity, or leads to the one that the two have under way. */
async function openOrFind(api: Api, wanted: NewOpportunity, key: string): Promise<To> {
  try {
    const { id } = await openOpportunity(api, wanted, key);
    return { location: opportunityPath(id), toast: "Opportunity opened." };
  } catch (error) {
    if (!isOpenAlready(error) || !("packageId" in wanted)) throw error;
    const known = await findActive(api, wanted.clientId, wanted.packageId);
    if (known === null) throw error;
    return {
      location: opportunityPath(known.id),
      toast: "This client already has an open opportunity for this property.",
    };
  }
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

type PairFormProps = Route.ComponentProps["loaderData"] & { reply: Route.ComponentProps["actionData"] };

function PairForm({ clients, packages, filled, createClientAt, start, reply }: PairFormProps) {
  const { search } = useLocation();
  return (
    <RecordForm
      id="opportunity"
      schema={newOpportunityForm}
      start={start}
      reply={reply}
      initial={{ ...filled, rank: "Medium" }}
      send="Open opportunity"
      cancel={listPath + search}
      replace
    >
      {(fields) => (
        <>
          {reply?.question?.isClientUnknown ? (
            <Notice>
              <a href="/clients/new" target="_blank" rel="noopener">
                Create the client
              </a>{" "}
              in a new tab, then submit this form again. Your entries are kept.
            </Notice>
          ) : null}
          <RecordPicker
            kind="clients"
            label="Client"
            hint="Name or email."
            fields={{ text: fields.client, chosen: fields.clientId, chosenFor: fields.clientFor }}
            suggestions={clients}
            createAt={createClientAt}
            asked={reply?.question?.client ?? null}
          />
          <RecordPicker
            kind="properties"
            label="Property (address)"
            hint="One of your properties, or the address of a new one; everything else about it can follow."
            fields={{ text: fields.property, chosen: fields.packageId, chosenFor: fields.packageFor }}
            suggestions={packages}
            create={(text) => `Create “${text}”`}
            asked={reply?.question?.property ?? null}
          />
          <ChoiceGroup field={fields.rank} label="Rank" options={rankChoices} single />
        </>
      )}
    </RecordForm>
  );
}
