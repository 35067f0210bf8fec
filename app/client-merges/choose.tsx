import { href } from "react-router";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClientFor } from "../clients/load-client.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { picturesOf, suggest } from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { type PickQuestion, resolvePick } from "../picking/resolve-pick.server.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import type { Route } from "./+types/choose";
import { otherClientForm } from "./client-merge.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const [{ id, name }, suggestions] = await Promise.all([
    loadClientFor("update", context, params.id),
    suggest(apiOf(context), (api) => pickableClients(api, picturesOf(context)), logFaults(context)),
  ]);
  return {
    client: { id, name },
    suggestions: suggestions.filter((option) => option.id !== id),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm<typeof otherClientForm, never, PickQuestion>(
    { request, context, ofRecord: true },
    otherClientForm,
    async ({ api, value }) => {
      const { id } = await loadClientFor("update", context, params.id);
      const typed = { text: value.otherText, chosen: value.other, chosenFor: value.otherFor };
      const other = await resolvePick(pickableClients(api), typed, {
        text: "otherText",
        chosen: "other",
        unknown: "No client matches. Check the spelling.",
        several: "Choose which client you mean.",
      });
      if (other === null || other === id)
        throw new FormRefusal<PickQuestion>({
          fieldErrors: { otherText: ["Choose another client than this one."] },
          status: 400,
        });
      return { location: `${href("/clients/:id/merge/fields", { id })}?other=${encodeURIComponent(other)}` };
    },
  );
}

export default function ChooseOther({ loaderData: { client, suggestions, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage
      client={client}
      title="Merge with another client"
      subtitle={`For two clients who are the same. ${client.name} stays, and gets everything of the other one.`}
    >
      <RecordForm
        id="merge"
        schema={otherClientForm}
        start={start}
        reply={actionData}
        send="Compare"
        cancel={clientPath(client.id)}
      >
        {(fields) => (
          <RecordPicker
            kind="clients"
            label="Other client"
            hint="Name or email. You see both before anything changes."
            fields={{ text: fields.otherText, chosen: fields.other, chosenFor: fields.otherFor }}
            suggestions={suggestions}
            asked={actionData?.question?.which ?? null}
          />
        )}
      </RecordForm>
    </ClientPage>
  );
}
