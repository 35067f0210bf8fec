import { href } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { identityApiOf, load, notFound, recordId, switchWorkspace } from "../session/session.server.ts";
import type { Route } from "./+types/restore";
import { listDeletedWorkspaces, restoreWorkspace } from "./ownership.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { name } = await findDeleted(context, params.workspaceId);
  const title = `Restore ${name}?`;
  const subtitle = "It is as it was: members, clients and everyone with a link get in again.";
  const cancel = href("/workspace/deleted");
  return startConfirmation(context, { title, subtitle, send: "Restore", cancel, etag: null });
}

/** @throws 404 for a workspace that was not deleted, is gone, or is another owner's */
async function findDeleted(context: Route.LoaderArgs["context"], id: string) {
  const deleted = await load(listDeletedWorkspaces(identityApiOf(context)));
  const found = deleted.find((one) => one.id === recordId(id) && one.canRestore);
  if (found === undefined) throw notFound();
  return found;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, inAnyWorkspace: true }, async ({ key }) => {
    const { id, name } = await findDeleted(context, params.workspaceId);
    await restoreWorkspace(identityApiOf(context), id, key);
    await switchWorkspace(context, id);
    return { location: href("/dashboard"), toast: `${name} was restored.` };
  });
}
