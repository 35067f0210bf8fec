import { useLocation } from "react-router";
import type * as z from "zod/mini";
import { createClientPath, pickableClients } from "../clients/pickable-clients.server.ts";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { rankChoices } from "../labels.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { pickablePackages } from "../packages/pickable-packages.server.ts";
import { askWhich, labelOf, type WhichOne } from "../picking/pick.ts";
import { findPicked, picturesOf, suggest, understand } from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import { apiOf, logFaults, requirePermission } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/new";
import { findActive } from "./opportunities.server.ts";
import type { NewOpportunity } from "./opportunity.ts";
import { newOpportunityForm } from "./opportunity-forms.ts";
import { isOpenAlready, openOpportunity } from "./opportunity-writes.server.ts";

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

export default function OpenOpportunity(props: Route.ComponentProps) {
  return (
    <DialogPage {...heading}>
      <PairForm {...props} />
    </DialogPage>
  );
}

/** The form that opens an opportunity: a client, a property, and the rank. */
function PairForm({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { clients, packages, filled, createClientAt, start } = loaderData;
  const { search } = useLocation();
  return (
    <RecordForm
      id="opportunity"
      schema={newOpportunityForm}
      start={start}
      reply={reply}
      initial={{ ...filled, rank: "Medium" }}
      send="Open opportunity"
      cancel={opportunitiesPath + search}
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

type Typed = z.output<typeof newOpportunityForm>;

/** Which of several records each typed text means. */
interface PairQuestion {
  readonly client: WhichOne | null;
  /** Nobody is there whom the text could mean. */
  readonly isClientUnknown: boolean;
  readonly property: WhichOne | null;
}

/**
 * The pair that two typed texts mean: the client has to exist already, the property may be new.
 * @throws FormRefusal with a `PairQuestion` where that is not clear
 */
async function pairUp(api: Api, { rank, ...typed }: Typed): Promise<NewOpportunity> {
  const [client, property] = await Promise.all([
    understand(pickableClients(api), { text: typed.client, chosen: typed.clientId, chosenFor: typed.clientFor }),
    understand(pickablePackages(api), { text: typed.property, chosen: typed.packageId, chosenFor: typed.packageFor }),
  ]);
  if (client.kind === "one" && property.kind === "one") return { clientId: client.id, packageId: property.id, rank };
  if (client.kind === "one" && property.kind === "none") return { clientId: client.id, street: typed.property, rank };
  const fieldErrors = {
    ...(client.kind === "none" ? { client: ["No client matches. Check the spelling, or create a new client."] } : {}),
    ...(client.kind === "several" ? { clientId: ["Choose which client you mean."] } : {}),
    ...(property.kind === "several" ? { packageId: ["Choose which property you mean."] } : {}),
  };
  const question: PairQuestion = {
    isClientUnknown: client.kind === "none",
    client: client.kind === "several" ? askWhich(typed.client, client) : null,
    property:
      property.kind === "several" ? askWhich(typed.property, property, `A new property at “${typed.property}”`) : null,
  };
  throw new FormRefusal({ question, fieldErrors });
}

const opened = "Opportunity opened.";

/** The opportunity that an earlier send of the same form opened, with a property that it may have created, too; null for none. */
async function findOpened(api: Api, wanted: NewOpportunity): Promise<To | null> {
  if (!("packageId" in wanted)) return null;
  const own = await findActive(api, wanted.clientId, wanted.packageId);
  return own === null ? null : { location: opportunityPath(own.id), toast: opened };
}

/** Opens an opportunity, or leads to the one that the two have under way. */
async function openOrFind(api: Api, wanted: NewOpportunity, key: string): Promise<To> {
  try {
    const created = await openOpportunity(api, wanted, key);
    return { location: created === null ? opportunitiesPath : opportunityPath(created.id), toast: opened };
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
