import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { membersPath } from "../record-paths.ts";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import { ListField, SelectField } from "../ui/fields.tsx";
import { formatCount } from "../ui/number-format.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/invitation-new";
import { invitationsPath, invitingForm } from "./colleague-invitation.ts";
import { inviteColleagues, requireInviting, requireLettingIn } from "./colleague-invitations.server.ts";
import { roleChoices } from "./member.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  requireInviting(context);
  requireLettingIn(context);
  const { plan, name } = agentOf(context).workspace;
  return { start: await startForm(context), workspace: name, isFree: plan === "free" };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context }, invitingForm, async ({ value, key }) => {
    // Asked for in here: only a write knows whether it is a repeated one.
    await inviteColleagues(identityApiOf(context), value, key);
    const [only] = value.emails;
    const toast =
      value.emails.length === 1
        ? `Invitation sent to ${only}.`
        : `${formatCount(value.emails.length, "invitation")} sent.`;
    return { location: invitationsPath, toast };
  });
}

export default function InviteMembers({ loaderData: { start, workspace, isFree }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        crumbs={[{ label: "Members", href: membersPath }, { label: "Invite members" }]}
        title="Invite members"
        subtitle={`We email each address a link to join ${workspace}. It works once, for 7 days.`}
      />
      <RecordForm
        id="invitations"
        schema={invitingForm}
        start={start}
        reply={actionData}
        initial={{ role: "member" }}
        send="Send invitations"
        cancel={membersPath}
      >
        {(fields) => (
          <>
            <ListField
              field={fields.emails}
              label="Email addresses"
              hint="One per line, or separated by commas. Up to 50 at a time."
              rows={5}
            />
            <SelectField
              field={fields.role}
              label="Role"
              options={roleChoices}
              {...(isFree && {
                hint: "Roles take effect on the Standard plan. On Free every member is an administrator.",
              })}
            />
          </>
        )}
      </RecordForm>
    </>
  );
}
