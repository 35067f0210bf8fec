import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { MentionArea } from "../mentions/mention-area.tsx";
import { loadMentionable } from "../mentions/mentions.server.ts";
import { threadPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/note-new";
import { itemOf, loadBeside, loadThreadFor } from "./load-thread.server.ts";
import { noteForm } from "./message.ts";
import { addMessage } from "./messages.server.ts";
import { ThreadPage } from "./thread-page.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const parts = Promise.all([
    startForm(context),
    loadMentionable(context, { type: "client", id: recordId(params.clientId) }),
  ]);
  const [thread, [start, colleagues]] = await loadBeside(loadThreadFor("note", context, params.clientId), parts);
  return { item: itemOf(thread), start, colleagues };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  return submitForm({ request, context, ofRecord: true }, noteForm, async ({ api, value, key }) => {
    await addMessage(api, { clientId, kind: "note", body: value.body }, key);
    return { location: threadPath(clientId), toast: "Note added." };
  });
}

export default function NewNote({ loaderData: { item, start, colleagues }, actionData }: Route.ComponentProps) {
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
        {(fields) => (
          <MentionArea
            field={fields.body}
            colleagues={colleagues}
            label="Note"
            rows={5}
            hint="Visible to your team only."
          />
        )}
      </RecordForm>
    </ThreadPage>
  );
}
