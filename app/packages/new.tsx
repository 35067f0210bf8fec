import { useLocation } from "react-router";
import type { ClientChoices } from "../clients/client-choices.ts";
import { listClientChoices, withChosen } from "../clients/clients.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { type FormInit, type FormReply, RecordForm } from "../forms/forms.tsx";
import { isRecordId } from "../json-api/record.ts";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { apiOf, load, requirePermission } from "../session/session.server.ts";
import { SelectField } from "../ui/fields.tsx";
import type { Route } from "./+types/new";
import { AddressFieldset } from "./address-fieldset.tsx";
import { newPackageForm } from "./package.ts";
import { listPath, packagePath } from "./package-list.ts";
import { createPackage } from "./packages.server.ts";

export const handle = { form: "create" };

/** The client that the URL names, as links from a client's page do, is chosen already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requirePermission(context, "packages.create", "create properties", {
    label: "Back to properties",
    href: listPath,
  });
  const wanted = url.searchParams.get("client") ?? "";
  const chosen = isRecordId(wanted) ? wanted : null;
  const api = apiOf(context);
  const clients = await load(listClientChoices(api).then((known) => withChosen(api, known, chosen)));
  return { clients, chosen: chosen ?? "", start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context }, newPackageForm, async ({ api, value, key }) => {
    const { id, street } = await createPackage(api, value, key);
    return { location: packagePath(id), toast: `Property created: ${street}.` };
  });
}

const heading = {
  path: listPath,
  title: "New opportunity",
  subtitle: "Enter the address. You can add a client now or later.",
};

export function ErrorBoundary() {
  return <DialogError {...heading} />;
}

export default function NewPackage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DialogPage {...heading}>
      <NewPackageForm {...loaderData} reply={actionData} />
    </DialogPage>
  );
}

type NewPackageFormProps = { clients: ClientChoices; chosen: string; start: FormInit; reply: FormReply | undefined };

function NewPackageForm({ clients, chosen, start, reply }: NewPackageFormProps) {
  const { search } = useLocation();
  return (
    <RecordForm
      id="package"
      schema={newPackageForm}
      start={start}
      reply={reply}
      initial={{ street: "", city: "", state: "", zip: "", clientId: chosen }}
      send="Create property"
      cancel={listPath + search}
      replace
    >
      {(fields) => (
        <>
          <AddressFieldset fields={fields} />
          <SelectField
            field={fields.clientId}
            label="Client"
            placeholder="No client yet"
            options={clients.options}
            {...hintOf(clients)}
          />
        </>
      )}
    </RecordForm>
  );
}

function hintOf({ isCut }: ClientChoices) {
  return isCut ? { hint: "The first sixty by name. For anybody else, begin at the client's page." } : {};
}
