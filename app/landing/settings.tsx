import { href } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { listMembers } from "../members/members.server.ts";
import { agentOf, identityApiOf, isRecordsElsewhere, load } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page.tsx";
import { LogoLine } from "../workspace/logo-line.tsx";
import { findPortalSettings, updatePortalSettings } from "../workspace/portal-settings.server.ts";
import { settingsForm, typedSettings } from "../workspace/portal-settings.ts";
import { loadLogo } from "../workspace/workspaces.server.ts";
import type { Route } from "./+types/settings";
import { comparedSettings, SettingsFieldset } from "./settings-fieldset.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** What the workspace shows to clients on its landing page. */

export async function loader({ context }: Route.LoaderArgs) {
  const { workspace } = agentOf(context);
  const api = identityApiOf(context);
  const [settings, members, logo] = await Promise.all([
    load(findPortalSettings(api, workspace.id)),
    load(listMembers(api)),
    loadLogo(context),
  ]);
  const mayUpdate = allows(settings, "update") && !isRecordsElsewhere(context);
  return {
    handle: workspace.handle,
    logo,
    members: members.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}`.trim() })),
    typed: typedSettings(settings),
    start: mayUpdate ? await startForm(context, recordVersion(settings, typedSettings)) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { workspace } = agentOf(context);
  const api = identityApiOf(context);
  return submitForm(
    { request, context },
    settingsForm,
    async ({ value, ...terms }) => {
      await updatePortalSettings(api, workspace.id, value, terms);
      return { location: href("/settings/portal"), toast: "Client portal settings saved." };
    },
    async () => recordVersion(await findPortalSettings(api, workspace.id), typedSettings),
  );
}

export default function PortalSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { handle, logo, members, typed, start } = loaderData;
  return (
    <>
      <PageHead title="Client portal" subtitle="Your public page. Clients see texts as you type them.">
        <LinkButton href={href("/settings/portal/preview")} reload>
          Preview
        </LinkButton>
        <LinkButton href={`${href("/client-portal")}?${new URLSearchParams({ workspace: handle })}`} reload>
          Public page
        </LinkButton>
      </PageHead>
      <LogoLine {...logo} />
      <p className="muted mb-2">
        Phone, website, brokerage, license number and your privacy and terms pages are under{" "}
        <a href={href("/settings/general")}>General</a>.
      </p>
      {start === null ? (
        <Notice>Owners and admins can change these settings.</Notice>
      ) : (
        <RecordForm
          id="portal-settings"
          schema={settingsForm}
          start={start}
          reply={actionData}
          initial={typed}
          compared={comparedSettings(members)}
          send="Save settings"
        >
          {(fields) => <SettingsFieldset fields={fields} members={members} />}
        </RecordForm>
      )}
    </>
  );
}
