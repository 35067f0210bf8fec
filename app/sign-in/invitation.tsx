import { data } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { settingsContext } from "../session/context.ts";
import { load } from "../session/load.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/invitation";
import { invitationForm, newPasswordHint } from "./credentials.ts";
import { HandleField, suggestedHandleHint } from "./handle-field.tsx";
import { usedNotice } from "./mailed-link.server.ts";
import { MailedLink } from "./mailed-link.tsx";
import { findMemberInvitation, type MemberInvitation, requireNewcomers } from "./registration.server.ts";
import { signInAction } from "./sign-in.server.ts";
import { handlePrefix } from "./suggested-handle.ts";

/** The link of an invitation: to a workspace, or to make one. Opening it uses nothing up. */

export const handle = { form: "create" };

export const middleware = [requireNewcomers];

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const invitation = await load(findLive(context, token));
  return data(
    {
      start: await startForm(context),
      notice: invitation === null ? usedNotice("invitation") : null,
      invitation,
      prefix: handlePrefix(context.get(settingsContext).publicOrigin),
    },
    invitation === null ? 410 : 200,
  );
}

/** Null when the link no longer works. */
async function findLive(context: Route.LoaderArgs["context"], token: string): Promise<MemberInvitation | null> {
  try {
    return await findMemberInvitation(anonymousApiOf(context), token);
  } catch (error) {
    // What cannot be a token is the link of nothing, too.
    if (error instanceof ApiError && (error.kind === "missing" || "token" in error.fieldErrors)) return null;
    throw error;
  }
}

export async function action(args: Route.ActionArgs) {
  return signInAction("invitation", args);
}

export default function AcceptInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const { start, invitation, prefix } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "invitation",
    schema: invitationForm,
    result: actionData?.result,
    initial: { name: invitation?.name ?? "", workspaceHandle: invitation?.workspaceHandle ?? "" },
  });
  const workspace = invitation?.workspaceName ?? null;
  const joinsAtOnce = invitation?.joinsAtOnce === true;
  return (
    <MailedLink
      title={workspace === null ? "Set up your workspace" : `Join ${workspace}`}
      subtitle={`For ${invitation?.email}. ${aboutAccount(invitation)}`}
      loaderData={loaderData}
      reply={actionData}
    >
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {joinsAtOnce ? null : <TextField field={fields.name} label="Name" autoComplete="name" />}
        {workspace === null ? (
          <>
            <TextField field={fields.workspaceName} label="Workspace name" autoComplete="organization" />
            <HandleField field={fields.workspaceHandle} prefix={prefix} hint={suggestedHandleHint} />
          </>
        ) : null}
        {joinsAtOnce ? null : (
          <TextField
            field={fields.password}
            label={invitation?.name == null ? "Password" : "New password"}
            type="password"
            autoComplete="new-password"
            hint={newPasswordHint}
          />
        )}
        <SubmitButton>{workspace === null ? "Open my workspace" : "Join workspace"}</SubmitButton>
      </PostForm>
    </MailedLink>
  );
}

function aboutAccount(invitation: MemberInvitation | null): string {
  if (invitation?.name == null) return "You'll sign in with this address.";
  return invitation.joinsAtOnce
    ? `You join as ${invitation.name}, with the account that you have.`
    : "Your other devices are signed out.";
}
