import { useLocation } from "react-router";
import { createClientPath, pickableClients } from "../clients/pickable-clients.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { labelOf } from "../picking/pick.ts";
import { findPicked, picturesOf, suggest } from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { type PickQuestion, resolvePick } from "../picking/resolve-pick.server.ts";
import { packagePath, packagesPath } from "../record-paths.ts";
import { apiOf, logFaults, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/new";
import { AddressFieldset } from "./address-fieldset.tsx";
import { newPackageForm } from "./package.ts";
import { createPackage } from "./packages.server.ts";

export const handle = { form: "create" };

/** The client that the URL names, as links from a client's page do, is chosen already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "packages.create", "create properties", {
    label: "Back to properties",
    href: packagesPath,
  });
  const api = apiOf(context);
  const onFault = logFaults(context);
  const named = { id: url.searchParams.get("client"), unnamed: "This client" };
  const [suggestions, client] = await Promise.all([
    suggest(api, (api) => pickableClients(api, picturesOf(context)), onFault),
    findPicked(api, pickableClients, named, onFault),
  ]);
  const initial = { client: client === null ? "" : labelOf(client), clientId: client?.id ?? "" };
  return { suggestions, initial, createClientAt: createClientPath(context), start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm<typeof newPackageForm, never, PickQuestion>(
    { request, context },
    newPackageForm,
    async ({ api, value: { client, clientId, clientFor, ...address }, key }) => {
      const picked = { text: client, chosen: clientId, chosenFor: clientFor };
      const found = await resolvePick(pickableClients(api), picked, clientFields);
      const created = await createPackage(api, { ...address, clientId: found }, key);
      const location = created === null ? packagesPath : packagePath(created.id);
      return { location, toast: `Property created: ${address.street}.` };
    },
  );
}

const clientFields = {
  text: "client",
  chosen: "clientId",
  unknown: "No client has this name or email. Create the client first, or leave this empty.",
  several: "Choose the client that you mean.",
};

const heading = {
  path: packagesPath,
  title: "New opportunity",
  subtitle: "Enter the address. You can add a client now or later.",
};

export function ErrorBoundary() {
  return <DialogError {...heading} />;
}

export default function NewPackage(props: Route.ComponentProps) {
  return (
    <DialogPage {...heading}>
      <NewPackageForm {...props} />
    </DialogPage>
  );
}

function NewPackageForm({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { suggestions, initial, createClientAt, start } = loaderData;
  const { search } = useLocation();
  return (
    <RecordForm
      id="package"
      schema={newPackageForm}
      start={start}
      reply={reply}
      initial={{ street: "", city: "", state: "", zip: "", ...initial }}
      send="Create property"
      cancel={packagesPath + search}
      replace
    >
      {(fields) => (
        <>
          <AddressFieldset fields={fields} />
          <RecordPicker
            kind="clients"
            label="Client"
            hint="Name or email. Leave it empty if there is no client yet."
            fields={{ text: fields.client, chosen: fields.clientId, chosenFor: fields.clientFor }}
            suggestions={suggestions}
            createAt={createClientAt}
            asked={reply?.question?.which ?? null}
          />
        </>
      )}
    </RecordForm>
  );
}
