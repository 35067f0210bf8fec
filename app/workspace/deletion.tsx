import { href } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/deletion";
import { findWaiting, ownersForm, requestDeletion, requireOwner } from "./ownership.server.ts";
import { WaitingNotice } from "./waiting-notice.tsx";
import { deletionForm } from "./workspace.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context, "deletion");
  const { workspace } = agentOf(context);
  return { name: workspace.name, waiting: await findWaiting(context, "deletion"), start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, deletionForm, context, ownersForm(context, "deletion"));
  if (!form.isValid) return form.answer;
  requireOwner(context, "deletion");
  return writeForm(context, form, async ({ value, key }) => {
    await requestDeletion(identityApiOf(context), value.workspaceName, key);
    return { location: href("/settings/deletion"), toast: "Email sent. Nothing is deleted until you open its link." };
  });
}

export default function Deletion({ loaderData: { name, waiting, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Delete workspace" subtitle={`Closes ${name} for everybody, and removes it after 30 days.`} />
      {waiting !== null && actionData === undefined ? (
        <WaitingNotice waiting={waiting}>
          We've emailed you a link. The workspace is deleted when you confirm it there.
        </WaitingNotice>
      ) : (
        <>
          <Notice tone="warn" title="What happens:">
            Members, clients and everyone with a link are locked out at once. You can restore everything for 30 days.
            After that all clients, properties, messages and files are gone for good.{" "}
            <a href={href("/settings/export")}>Export everything first</a>.
          </Notice>
          <RecordForm
            id="deletion"
            schema={deletionForm}
            start={start}
            reply={actionData}
            send="Email me the link"
            cancel={href("/settings/general")}
          >
            {(fields) => (
              <TextField
                field={fields.workspaceName}
                label="Name of the workspace"
                hint={`Type it to confirm: ${name}`}
              />
            )}
          </RecordForm>
        </>
      )}
    </>
  );
}
