import { recordVersion, startChange, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { apiOf, recordId, requireOffered, requirePermission } from "../session/session.server.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/reply-edit";
import { repliesPath } from "./message-list.ts";
import { addReply, type FoundReply, findReply, loadReplyFor, updateReply } from "./replies.server.ts";
import { replyCrumbs, replyForm } from "./saved-reply.ts";

/** Adds an answer that the workspace gives again and again, or changes the one of the address. */

export const handle = { form: "create at new" };

export async function loader({ params: { replyId }, context }: Route.LoaderArgs) {
  if (replyId === undefined) {
    const back = { label: "Back to saved replies", href: repliesPath };
    requirePermission(context, "messages.send", "add saved replies", back);
    requireOffered(apiOf(context), "saved_replies");
    return { isNew: true, initial: { name: "", body: "" }, start: await startForm(context) };
  }
  return { isNew: false, ...(await startChange(context, await loadReplyFor("update", context, replyId), typedOf)) };
}

function typedOf({ name, body }: FoundReply) {
  return { name, body };
}

export async function action({ request, params: { replyId }, context }: Route.ActionArgs) {
  const id = replyId === undefined ? undefined : recordId(replyId);
  return submitForm(
    { request, context },
    replyForm,
    async ({ api, value, ...terms }) => {
      if (id === undefined) await addReply(api, value, terms.key);
      else await updateReply(api, id, value, terms);
      return { location: repliesPath, toast: id === undefined ? "Saved reply added." : "Saved reply updated." };
    },
    id === undefined ? undefined : async (api) => recordVersion(await findReply(api, id), typedOf),
  );
}

const compared = { name: "Name", body: "Text" };

export default function EditSavedReply({ loaderData: { isNew, ...form }, actionData }: Route.ComponentProps) {
  const title = isNew ? "New saved reply" : "Edit saved reply";
  return (
    <Page narrow>
      <PageHead
        crumbs={replyCrumbs(title)}
        title={title}
        subtitle={isNew ? "Everyone in the workspace can use it." : "Messages that were sent stay as they are."}
      />
      <RecordForm
        id="saved-reply"
        schema={replyForm}
        {...form}
        reply={actionData}
        compared={compared}
        send={isNew ? "Add saved reply" : "Save changes"}
        cancel={repliesPath}
      >
        {(fields) => (
          <>
            <TextField field={fields.name} label="Name" />
            <TextArea
              field={fields.body}
              label="Text"
              rows={6}
              hint="{client}, {agent} and {property} are filled in: the client's first name, your name, the property's street."
            />
          </>
        )}
      </RecordForm>
    </Page>
  );
}
