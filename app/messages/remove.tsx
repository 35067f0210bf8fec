import { confirmed, startForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { threadPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/remove";
import { loadMessageFor } from "./load-thread.server.ts";
import { removeMessage } from "./messages.server.ts";
import { ThreadPage } from "./thread-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, message } = await loadMessageFor("remove", context, params);
  const { kind, body, etag } = message;
  return { item, kind, body, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { message } = await loadMessageFor("remove", context, params);
    await removeMessage(api, message.id, { key, etag });
    return { location: threadPath(clientId), toast: message.kind === "note" ? "Note deleted." : "Message deleted." };
  });
}

export default function DeleteMessage({ loaderData: { item, kind, body, start }, actionData }: Route.ComponentProps) {
  const [what, who] = kind === "note" ? ["note", "Your team"] : ["message", "You and the client"];
  return (
    <ThreadPage
      item={item}
      title={`Delete this ${what}?`}
      crumb={`Delete ${what}`}
      subtitle={`${who} will see that something was deleted. Owners and admins can still read it in the audit log.`}
    >
      <blockquote className="sheet pad mb-2 whitespace-pre-line" dir="auto">
        {body}
      </blockquote>
      <Confirmation start={start} reply={actionData} send={`Delete ${what}`} look="bad" cancel={threadPath(item.id)} />
    </ThreadPage>
  );
}
