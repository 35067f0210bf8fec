import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/folder-renaming";
import { folderForm } from "./document.ts";
import { changeFolder, findFolder } from "./documents.server.ts";
import { openFolderFor } from "./opening.server.ts";
import { folderPath } from "./place.ts";
import { crumbsToFolder, VerbPage } from "./verb-page.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Rename folder · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const folder = await openFolderFor("update", context, params.folderId);
  const { id, name, etag } = folder;
  return { id, name, crumbs: crumbsToFolder(folder), start: await startForm(context, { version: etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.folderId);
  const form = await readSubmission(request, folderForm, context);
  if (!form.isValid) return form.answer;
  const api = apiOf(context);
  return sendForm(
    context,
    form,
    async (key) => {
      const { name } = await changeFolder(api, id, form.value, { key, etag: form.version });
      return { location: folderPath(id), toast: `Renamed: ${name}.` };
    },
    async () => {
      const { etag, name } = await findFolder(api, id);
      return { etag, name };
    },
  );
}

export default function RenameFolder({ loaderData: { id, name, crumbs, start }, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm({
    id: "folder",
    schema: folderForm,
    result: actionData?.result,
    initial: { name },
    parked: start.parked,
  });
  const current = actionData?.current;
  return (
    <VerbPage crumbs={crumbs} title="Rename folder" crumb="Rename">
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {current ? (
          <BothVersions theirs={{ name: current.name }} result={actionData.result} labels={{ name: "Name" }} />
        ) : null}
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <div className="actions">
          <SubmitButton>Save changes</SubmitButton>
          <LinkButton href={folderPath(id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </VerbPage>
  );
}
