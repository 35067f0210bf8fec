import { startForm, submitForm } from "../forms/forms.server.ts";
import { onDay, RecordForm } from "../forms/forms.tsx";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/agreement-edit";
import { agreementForm, agreementOf, typedAgreement } from "./agreement.ts";
import { ClientPage } from "./client-page.tsx";
import { findClient, updateAgreement } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, etag, agreement } = await loadClientFor("update", context, params.id);
  const typed = typedAgreement(agreement);
  return { client: { id, name }, typed, start: await startForm(context, { etag, typed }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm(
    { request, context },
    agreementForm,
    async ({ api, value, ...terms }) => {
      const agreement = agreementOf(value);
      await updateAgreement(api, id, agreement, terms);
      return { location: clientPath(id), toast: agreement === null ? "Agreement removed." : "Agreement saved." };
    },
    async (api) => {
      const { etag, agreement } = await findClient(api, id);
      return { etag, typed: typedAgreement(agreement) };
    },
  );
}

const labels = { startsOn: "Start date", endsOn: "End date" };

const compared = { startsOn: onDay(labels.startsOn), endsOn: onDay(labels.endsOn) };

export default function EditAgreement({ loaderData: { client, typed, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage
      client={client}
      title="Buyer agreement"
      subtitle={`Start and end dates of your agreement with ${client.name}. Leave both blank if there isn't one.`}
    >
      <RecordForm
        id="agreement"
        schema={agreementForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={compared}
        send="Save agreement"
        cancel={clientPath(client.id)}
      >
        {(fields) => (
          <>
            <TextField field={fields.startsOn} label={labels.startsOn} type="date" />
            <TextField field={fields.endsOn} label={labels.endsOn} type="date" />
          </>
        )}
      </RecordForm>
    </ClientPage>
  );
}
