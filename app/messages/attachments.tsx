import { href, redirect } from "react-router";
import { readForm, startForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { threadPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/attachments";
import { itemOf, loadBeside, loadThreadFor } from "./load-thread.server.ts";
import { attachmentsForm } from "./message.ts";
import { findDraft, keepDraft, listAttachable } from "./messages.server.ts";
import { ThreadPage } from "./thread-page.tsx";

/** Chooses what is attached to the draft of a message: documents that the client sees already. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const clientId = recordId(params.clientId);
  const parts = Promise.all([load(listAttachable(api, clientId)), load(findDraft(api, clientId)), startForm(context)]);
  const [thread, [found, draft, start]] = await loadBeside(loadThreadFor("message", context, clientId), parts);
  const documents = found.map(({ id, attributes: { label, size, packageStreet } }) => ({
    value: id,
    label: [label, packageStreet, formatSize(size)].filter((part) => part !== null).join(" · "),
  }));
  return { item: itemOf(thread), documents, attached: draft.documents.map(({ id }) => id), start };
}

/** Idempotent, so no key is claimed. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  const form = await readForm(request, attachmentsForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  await load(keepDraft(apiOf(context), clientId, form.value));
  return redirect(threadPath(clientId), 303);
}

export default function Attachments({ loaderData, actionData }: Route.ComponentProps) {
  const { item, documents, attached, start } = loaderData;
  return (
    <ThreadPage
      item={item}
      title="Attach documents"
      subtitle={`Documents that ${item.client} can see. Your message is kept as a draft.`}
    >
      {documents.length === 0 ? (
        <Sheet>
          <EmptyState>
            {item.client} can’t see any documents yet. Upload one below, or share a document on its own page.
          </EmptyState>
        </Sheet>
      ) : (
        <RecordForm
          id="attachments"
          schema={attachmentsForm}
          start={start}
          reply={actionData}
          initial={{ documentIds: attached }}
          send="Attach"
          cancel={threadPath(item.id)}
        >
          {(fields) => <ChoiceGroup field={fields.documentIds} label="Documents" options={documents} />}
        </RecordForm>
      )}
      <p className="mt-2">
        <a className="link" href={href("/clients/:id/documents", { id: item.id })}>
          Upload or share a document
        </a>
      </p>
    </ThreadPage>
  );
}
