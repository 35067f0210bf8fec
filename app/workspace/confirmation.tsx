import { data, href } from "react-router";
import { confirmed, startForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { currentUserOf, identityApiOf, load, switchWorkspace } from "../session/session.server.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/confirmation";
import { type ConfirmationCheck, checkConfirmation, confirm } from "./ownership.server.ts";
import { linkWorks } from "./workspace.ts";

export const handle = { form: "create" } as const;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { email } = currentUserOf(context).person;
  const asked = await findAsked(context, params.token);
  return data({ asked, email, start: await startForm(context) }, asked === null ? 410 : 200);
}

/** Null where the link doesn't work for whoever is signed in. */
async function findAsked(context: Route.LoaderArgs["context"], token: string): Promise<ConfirmationCheck | null> {
  try {
    return await checkConfirmation(identityApiOf(context), token);
  } catch (error) {
    if (error instanceof ApiError && ["missing", "invalid", "unsupported"].includes(error.kind)) return null;
    return load(Promise.reject(error));
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, inAnyWorkspace: true }, async ({ key }) => {
    const { kind, workspaceId, workspaceName } = await confirm(identityApiOf(context), params.token, key);
    await switchWorkspace(context, workspaceId);
    return kind === "transfer"
      ? { location: href("/settings/general"), toast: `You're the owner of ${workspaceName} now.` }
      : { location: href("/workspace/deleted"), toast: `${workspaceName} was deleted.` };
  });
}

export default function ConfirmByLink({ loaderData: { asked, email, start }, actionData }: Route.ComponentProps) {
  if (asked === null)
    return (
      <Page narrow>
        <PageHead
          title="This link no longer works"
          subtitle={`It has expired, was used or withdrawn, or is for another account. You're signed in as ${email}.`}
        />
        <p className="muted">
          {`A link to become the owner works for ${linkWorks.transfer}, one to delete a workspace for ${linkWorks.deletion}.`}
        </p>
      </Page>
    );
  const { kind, workspaceName, requestedByName } = asked;
  return (
    <Page narrow>
      {kind === "transfer" ? (
        <PageHead
          title={`Become the owner of ${workspaceName}?`}
          subtitle={`${requestedByName} hands it over to you and stays as an admin. The owner pays for the plan and can delete the workspace.`}
        />
      ) : (
        <PageHead
          title={`Delete ${workspaceName}?`}
          subtitle="Members, clients and everyone with a link are locked out at once. You can restore the workspace for 30 days. After that everything in it is gone for good."
        />
      )}
      <Confirmation
        start={start}
        reply={actionData}
        send={kind === "transfer" ? "Become owner" : "Delete workspace"}
        look={kind === "transfer" ? "go" : "bad"}
        cancel={href("/dashboard")}
      />
    </Page>
  );
}
