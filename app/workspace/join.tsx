import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { settingsContext } from "../session/context.ts";
import { currentUserOf, identityApiOf, switchWorkspace } from "../session/session.server.ts";
import { HandleField, suggestedHandleHint } from "../sign-in/handle-field.tsx";
import { requireNewWorkspaces } from "../sign-in/registration.server.ts";
import { handlePrefix, withHandle } from "../sign-in/suggested-handle.ts";
import { TextField } from "../ui/fields.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/join";
import { newWorkspaceForm } from "./workspace.ts";
import { createWorkspace } from "./workspaces.server.ts";

export const handle = { form: "create" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const isFirst = currentUserOf(context).workspace === null;
  requireNewWorkspaces(context, isFirst);
  const prefix = handlePrefix(context.get(settingsContext).publicOrigin);
  return { start: await startForm(context), prefix, isFirst };
}

export async function action({ request, context }: Route.ActionArgs) {
  requireNewWorkspaces(context, currentUserOf(context).workspace === null);
  return submitForm({ request, context }, newWorkspaceForm, async ({ value, key }) => {
    const { name, handle: typed } = value;
    const timeZone = currentUserOf(context).workspace?.timeZone ?? null;
    const workspace = await withHandle({ typed, name, field: "handle", key }, (handle, key) =>
      createWorkspace(identityApiOf(context), { name, handle, timeZone }, key),
    );
    if (workspace === null) return { location: href("/dashboard"), toast: `${value.name} created.` };
    await switchWorkspace(context, workspace.id);
    return { location: href("/dashboard"), toast: `${workspace.name} created. You're now working in it.` };
  });
}

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { start, prefix, isFirst } = loaderData;
  const subtitle = isFirst
    ? "You aren't in a workspace yet. Create one, or ask a colleague to invite you to theirs."
    : "Clients, people and documents are kept separate from your other workspaces.";
  return (
    <Page narrow>
      <PageHead title="Create a new workspace" subtitle={subtitle} />
      <RecordForm
        id="workspace"
        schema={newWorkspaceForm}
        start={start}
        reply={actionData}
        send="Create workspace"
        cancel={isFirst ? undefined : href("/dashboard")}
      >
        {(fields) => (
          <>
            <TextField field={fields.name} label="Workspace name" autoComplete="organization" />
            <HandleField field={fields.handle} prefix={prefix} hint={suggestedHandleHint} />
          </>
        )}
      </RecordForm>
    </Page>
  );
}
