import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { identityApiOf, loadOffered, notFound, recordId, switchWorkspace } from "../session/session.server.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/restore";
import { listDeletedWorkspaces, restoreWorkspace } from "./ownership.server.ts";
import { noOwnership } from "./ownership.ts";

/** The owner opens a deleted workspace again. */

export async function loader({ params, context }: Route.LoaderArgs) {
  const { name } = await findDeleted(context, params.workspaceId);
  return { name, start: await startForm(context, { etag: null }) };
}

/** @throws 404 for what was not deleted, is gone, or is another owner's */
async function findDeleted(context: Route.LoaderArgs["context"], id: string) {
  const deleted = await loadOffered(listDeletedWorkspaces(identityApiOf(context)), noOwnership);
  const found = deleted.find((one) => one.id === recordId(id) && one.canRestore);
  if (found === undefined) throw notFound();
  return found;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, inAnyWorkspace: true }, confirmationForm, async ({ key }) => {
    const { id, name } = await findDeleted(context, params.workspaceId);
    await restoreWorkspace(identityApiOf(context), id, key);
    await switchWorkspace(context, id);
    return { location: href("/dashboard"), toast: `${name} was restored.` };
  });
}

export default function RestoreWorkspace({ loaderData: { name, start }, actionData }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        title={`Restore ${name}?`}
        subtitle="It is as it was: members, clients and everyone with a link get in again."
      />
      <Confirmation start={start} reply={actionData} send="Restore" cancel={href("/workspace/deleted")} />
    </Page>
  );
}
