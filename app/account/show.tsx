import { href } from "react-router";
import { facePath } from "../client-pages/face.tsx";
import { phoneNotice } from "../clients/call-link.server.ts";
import { readScriptsChoice } from "../entry/scripts-choice.server.ts";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf, identityApiOf, load, notFound } from "../session/session.server.ts";
import { loadLinkedAccount } from "../sign-in/openid/openid.server.ts";
import { FactList } from "../ui/fact-list.tsx";
import { TextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { findAccount, findKeptAccount, updateAccount } from "./account.server.ts";
import { accountForm, typedAccount } from "./account.ts";
import { PageModes } from "./page-modes.tsx";
import { RolePanel } from "./role-panel.tsx";
import { WaysToChange } from "./ways-to-change.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The current user's own account: the same in every workspace of theirs. */

export async function loader({ context }: Route.LoaderArgs) {
  const { person, workspace } = agentOf(context);
  const [account, linked] = await Promise.all([
    load(findKeptAccount(identityApiOf(context))),
    loadLinkedAccount(context),
  ]);
  // The page without the form would lose what was typed into a form that was refused.
  if (account === null && context.get(requestSessionContext).request.method === "POST") throw notFound();
  const version = account && recordVersion(account, typedAccount);
  return {
    person: { name: person.name, email: person.email, phoneNumber: person.phoneNumber },
    picture: person.photoId ? facePath(person.photoId) : null,
    form: version && { typed: version.typed, start: await startForm(context, version) },
    linked,
    hasPassword: account?.hasPassword ?? null,
    timeZone: workspace.timeZone,
    membership: { role: workspace.role, plan: workspace.plan, workspace: workspace.name },
    mode: readScriptsChoice(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = identityApiOf(context);
  return submitForm(
    { request, context, inAnyWorkspace: true },
    accountForm,
    async ({ value, ...terms }) => {
      const { id } = await findAccount(api);
      await updateAccount(api, id, value, terms);
      return { location: href("/settings/account"), toast: `Account saved.${phoneNotice(value.phoneNumber)}` };
    },
    async () => recordVersion(await findAccount(api), typedAccount),
  );
}

const labels = { firstName: "First name", lastName: "Last name", phoneNumber: "Phone number", address: "Address" };

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { person, picture, form, linked, hasPassword, timeZone, membership, mode } = loaderData;
  return (
    <>
      <PageHead title="Account" subtitle="Your own details, the same in all of your workspaces." />
      {form === null ? (
        <>
          <Notice>The connected service doesn't let you change your details here.</Notice>
          <Sheet>
            <FactList
              facts={[
                { label: "Name", value: person.name },
                { label: labels.phoneNumber, value: person.phoneNumber },
              ]}
            />
          </Sheet>
        </>
      ) : (
        <RecordForm
          id="account"
          schema={accountForm}
          start={form.start}
          reply={actionData}
          initial={form.typed}
          compared={labels}
          send="Save account"
        >
          {(fields) => (
            <>
              <TextField field={fields.firstName} label={labels.firstName} autoComplete="given-name" />
              <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" optional />
              <TextField
                field={fields.phoneNumber}
                label={labels.phoneNumber}
                type="tel"
                autoComplete="tel"
                hint="Clients see it beside your name."
                optional
              />
              <TextField
                field={fields.address}
                label={labels.address}
                autoComplete="street-address"
                hint="Members of your workspaces see it."
                optional
              />
            </>
          )}
        </RecordForm>
      )}
      <WaysToChange
        name={person.name}
        email={person.email}
        picture={picture}
        linked={linked}
        hasPassword={hasPassword}
        timeZone={timeZone}
      />
      <RolePanel {...membership} />
      <PageModes mode={mode} />
    </>
  );
}
