import * as z from "zod/mini";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { recordIdOrNull } from "../lists/list-state.ts";
import { pickableClients, picturesOf, suggest } from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { type PickQuestion, resolvePick } from "../picking/resolve-pick.server.ts";
import { apiOf, logFaults, requirePermission } from "../session/session.server.ts";
import { optionalText, requiredText } from "../ui/form-values.ts";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/new";
import { listPath, threadPath } from "./message-list.ts";

/** Chooses the client to whom one wants to write; nothing is written yet. */

export const handle = { form: "create" };

const clientForm = z.object({
  client: requiredText("Choose a client."),
  clientId: optionalText(),
  clientFor: optionalText(),
});

export async function loader({ context }: Route.LoaderArgs) {
  requirePermission(context, "messages.send", "write to clients", { label: "Back to messages", href: listPath });
  const pictureOf = picturesOf(context);
  const [clients, start] = await Promise.all([
    suggest(apiOf(context), (api) => pickableClients(api, pictureOf), logFaults(context)),
    startForm(context),
  ]);
  return { clients, start };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return submitForm<typeof clientForm, never, PickQuestion>(
    { request, context },
    clientForm,
    async ({ api, value }) => {
      const typed = { text: value.client, chosen: value.clientId, chosenFor: value.clientFor };
      const id = await resolvePick(pickableClients(api), typed, {
        text: "client",
        chosen: "clientId",
        unknown: "No client matches. Check the spelling, or create a new client.",
        several: "Choose which client you mean.",
      });
      return { location: id === null ? listPath : threadPath(id, recordIdOrNull(url.searchParams.get("about") ?? "")) };
    },
  );
}

export default function NewMessage({ loaderData: { clients, start }, actionData }: Route.ComponentProps) {
  return (
    <Page narrow>
      <Breadcrumb items={[{ label: "Messages", href: listPath }, { label: "New message" }]} />
      <PageHead title="New message" subtitle="Each client has one thread, which all people of the household read." />
      <RecordForm
        id="message-client"
        schema={clientForm}
        start={start}
        reply={actionData}
        initial={{ client: "", clientId: "", clientFor: "" }}
        send="Continue"
        cancel={listPath}
      >
        {(fields) => (
          <RecordPicker
            kind="clients"
            label="Client"
            hint="Name or email."
            fields={{ text: fields.client, chosen: fields.clientId, chosenFor: fields.clientFor }}
            suggestions={clients}
            asked={actionData?.question?.which ?? null}
          />
        )}
      </RecordForm>
    </Page>
  );
}
