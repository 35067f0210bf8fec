import { href } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { settle } from "../json-api/settle.ts";
import { nameOf } from "../members/member.ts";
import { listMembers } from "../members/members.server.ts";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { agentOf, identityApiOf, load, logFaults } from "../session/session.server.ts";
import { ProofField } from "../sign-in/second-step/proof-field.tsx";
import { ChoiceGroup, SelectField, TextField } from "../ui/fields.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/transfer";
import { findWaiting, hasPassword, ownersForm, requestTransfer, requireOwner } from "./ownership.server.ts";
import { findPortalSettings } from "./portal-settings.server.ts";
import { WaitingNotice } from "./waiting-notice.tsx";
import { transferForm } from "./workspace.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context, "transfer");
  const { workspace, person } = agentOf(context);
  const [waiting, members, byPassword, settings] = await Promise.all([
    findWaiting(context, "transfer"),
    load(listMembers(identityApiOf(context))),
    hasPassword(context),
    settle(identityApiOf(context), (api) => findPortalSettings(api, workspace.id), logFaults(context)),
  ]);
  const others = members.filter(({ id }) => id !== person.id);
  const shown = settings.ok ? members.find(({ id }) => id === settings.data.shownAccountId) : undefined;
  return {
    name: workspace.name,
    shownName: shown === undefined ? "you" : nameOf(shown),
    waiting,
    byPassword,
    choices: others.map(({ id, firstName, lastName, email }) => ({
      value: id,
      label: `${firstName} ${lastName} (${email})`,
    })),
    start: await startForm(context),
  };
}

const tooManyPasswords = tooMany("Nothing was sent. You can choose a new password by email:", {
  href: href("/password/forgotten"),
  label: "Email me a reset link",
});

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, transferForm, context, ownersForm(context, "transfer"));
  if (!form.isValid) return form.answer;
  requireOwner(context, "transfer");
  const { email } = agentOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "password_change", account: email }, tooManyPasswords);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async ({ value, key }) => {
    await requestTransfer(identityApiOf(context), value, key);
    await attempt.uncount();
    return { location: href("/settings/transfer"), toast: "Email sent. You're the owner until they accept." };
  });
}

export default function Transfer({ loaderData, actionData }: Route.ComponentProps) {
  const { name, shownName, waiting, byPassword, choices, start } = loaderData;
  return (
    <>
      <PageHead
        title="Transfer ownership"
        subtitle="A workspace has one owner, who pays for the plan and can delete it. You'll stay as an admin."
      />
      {waiting !== null && actionData === undefined ? (
        <WaitingNotice waiting={waiting}>
          {`We've emailed ${waiting.confirmedByName}. They become the owner when they accept.`}
        </WaitingNotice>
      ) : choices.length === 0 ? (
        <Sheet padded>
          <p>There is nobody else in this workspace yet. Invite someone first.</p>
        </Sheet>
      ) : (
        <RecordForm
          id="transfer"
          schema={transferForm}
          start={start}
          reply={actionData}
          send="Send request"
          cancel={href("/settings/general")}
        >
          {(fields) => (
            <>
              {byPassword ? null : <ProofField hasPassword={false} page={href("/settings/transfer")} fields={fields} />}
              <SelectField
                field={fields.accountId}
                label="New owner"
                options={choices}
                placeholder="Choose a member"
                hint="We email them a link. It works for 7 days."
              />
              <ChoiceGroup
                single
                field={fields.publicPage}
                label="Public page"
                options={[
                  { value: "kept", label: `Stays as it is, with ${shownName} and the introduction` },
                  { value: "face", label: "Shows the new owner, with the introduction as it is" },
                  { value: "anew", label: "Shows the new owner, without an introduction until they write one" },
                ]}
              />
              <TextField
                field={fields.workspaceName}
                label="Name of the workspace"
                hint={`Type it to confirm: ${name}`}
              />
              {byPassword ? <ProofField hasPassword page={href("/settings/transfer")} fields={fields} /> : null}
            </>
          )}
        </RecordForm>
      )}
    </>
  );
}
