import { openPackageFor } from "../packages/opening.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { load, recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/new";
import { listFolderChoices } from "./folder-choices.server.ts";
import { LinkFieldset } from "./link-fieldset.tsx";
import { openPackageZone } from "./opened-link.server.ts";
import { newLinkForm, sharesPath } from "./share-link.ts";
import { createLink } from "./shares.server.ts";
import { keepAddress } from "./told-address.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export const meta: Route.MetaFunction = () => [{ title: "New link · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street } = await openPackageFor("update", context, params.packageId);
  const folders = await load(listFolderChoices(apiOf(context), id));
  return { item: { id, street }, folders, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const form = await readSubmission(request, newLinkForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const api = apiOf(context);
  return sendForm(context, form, async (key) => {
    const timeZone = await openPackageZone(api, id);
    const link = await createLink(api, id, form.value, { key, timeZone });
    await keepAddress(context, link.id, link.urlToken);
    return { location: sharesPath(id, link.id), toast: "Link made." };
  });
}

export default function NewLink({ loaderData: { item, folders, start }, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm({
    id: "link",
    schema: newLinkForm,
    result: actionData?.result,
    initial: { label: item.street, endsOn: "", allowsDownload: "on" },
    parked: start.parked,
  });
  return (
    <PackagePage
      item={item}
      title="New link"
      subtitle="Whoever has it sees photo, facts and the chosen folders, without signing in."
    >
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        <LinkFieldset fields={fields} folders={folders} />
        <TextField
          field={fields.passcode}
          label="Passcode"
          autoComplete="off"
          hint="At least 6 characters, if there is to be one. Tell it by another way than the link."
        />
        <div className="actions">
          <SubmitButton>Make link</SubmitButton>
          <LinkButton href={sharesPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </PackagePage>
  );
}
