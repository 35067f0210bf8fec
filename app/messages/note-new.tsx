import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import { TextArea } from "../ui/fields.tsx";
import type { Route } from "./+types/note-new";
import { itemOf, loadThreadFor } from "./load-thread.server.ts";
import { noteForm } from "./message.ts";
import { threadPath } from "./message-list.ts";
import { addMessage } from "./messages.server.ts";
import { ThreadPage } from "./thread-page.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const [thread, start] = await Promise.all([loadThreadFor("note", context, params.clientId), startForm(context)]);
  return { item: itemOf(thread), start };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  return submitForm({ request, context, ofRecord: true }, noteForm, async ({ api, value, key }) => {
    await addMessage(api, { clientId, kind: "note", body: value.body }, key);
    return { location: threadPath(clientId), toast: "Note added." };
  });
}

export default function NewNote({ loaderData: { item, start }, actionData }: Route.ComponentProps) {
  return (
    <ThreadPage item={item} title="Add an internal note" subtitle="Only your team sees it. The client never does.">
      <RecordForm
        id="note"
        schema={noteForm}
        start={start}
        reply={actionData}
        initial={{ body: "" }}
        send="Add note"
        cancel={threadPath(item.id)}
      >
        {(fields) => <TextArea field={fields.body} label="Note" rows={5} hint="Visible to your team only." />}
      </RecordForm>
    </ThreadPage>
  );
}
