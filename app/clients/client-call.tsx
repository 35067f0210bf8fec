import { href } from "react-router";
import { callForm } from "../calls/call.ts";
import { CallForm } from "../calls/call-form.tsx";
import { logCall } from "../calls/calls.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { agentOf, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import type { Route } from "./+types/client-call";
import { ClientPage } from "./client-page.tsx";
import { loadClientFor } from "./load-client.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name } = await loadClientFor("update", context, params.id);
  const agent = agentOf(context);
  const timeZone = agent.workspace.timeZone ?? "UTC";
  return {
    client: { id, name },
    now: localTimeOf(new Date().toISOString(), timeZone),
    timeZone,
    mayAddTask: agent.can("tasks.create"),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  const timeZone = agentOf(context).workspace.timeZone ?? "UTC";
  return submitForm({ request, context, ofRecord: true }, callForm, async ({ api, value, key }) => {
    await loadClientFor("update", context, id);
    await logCall(api, { type: "client", id }, value, { key, timeZone });
    const toast = value.kind === "call" ? "Call logged." : "Note saved.";
    return { location: href("/clients/:id/activity", { id }), toast };
  });
}

export default function LogClientCall({ loaderData, actionData }: Route.ComponentProps) {
  const { client, ...use } = loaderData;
  return (
    <ClientPage
      client={client}
      title="Log a call"
      subtitle="Stands in the client's activity, and counts as contact with them."
    >
      <CallForm {...use} name={client.name} reply={actionData} cancel={clientPath(client.id)} />
    </ClientPage>
  );
}
