import { href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod/mini";
import { ClientPage } from "../clients/client-page.tsx";
import { loadClientFor } from "../clients/load-client.server.ts";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { ApiError, orNull } from "../json-api/api-error.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { requiredText } from "../ui/form-values.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/undo";
import { findMerges, type ShownMerge, undoMerge } from "./client-merges.server.ts";

const tooLate = "These clients can no longer be separated: 10 minutes have passed since they were merged.";

async function mergesOf(context: Readonly<RouterContextProvider>, id: string): Promise<readonly ShownMerge[]> {
  return (await orNull(findMerges(apiOf(context), id))) ?? [];
}

const undoForm = z.object({ merge: requiredText("Open the page again.", 1000) });

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const [{ name }, [merge]] = await Promise.all([loadClientFor("update", context, id), load(mergesOf(context, id))]);
  if (merge === undefined) throw redirect(clientPath(id));
  return { client: { id, name }, merge, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, undoForm, async ({ api, value, key }) => {
    const { id, name } = await loadClientFor("update", context, params.id);
    try {
      const [merge] = (await mergesOf(context, id)).filter((one) => one.id === value.merge);
      await undoMerge(api, value.merge, key);
      const both = merge ? `${merge.apart.merged} and ${merge.apart.stays}` : "Both clients";
      return { location: clientPath(value.merge), toast: `Merge undone. ${both} are separate again.` };
    } catch (error) {
      if (error instanceof ApiError && error.cause.code === "unreachable")
        throw new FormRefusal({
          text: `${name} would have neither an email nor a phone number then. Enter one of their own first, and undo the merge after that. Nothing was changed.`,
          link: { href: href("/clients/:id/edit", { id }), label: `Edit ${name}` },
        });
      const isGone = error instanceof ApiError && (error.cause.status === 410 || error.kind === "missing");
      if (!isGone || (await mergesOf(context, id)).some((merge) => merge.id === value.merge)) throw error;
      return { location: clientPath(id), toast: tooLate };
    }
  });
}

export default function UndoMerge({ loaderData: { client, merge, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage
      client={client}
      title={`Separate ${merge.apart.merged} from ${merge.apart.stays}?`}
      crumb="Undo merge"
      subtitle={`${merge.apart.merged} gets everything back. What was added since the merge stays with ${merge.apart.stays}.`}
    >
      <PostForm>
        <FormStart start={start} reply={actionData} />
        <input type="hidden" name="merge" value={merge.id} />
        <div className="actions">
          <SubmitButton>Undo merge</SubmitButton>
          <LinkButton href={clientPath(client.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </ClientPage>
  );
}
