import { href } from "react-router";
import { phoneNotice } from "../clients/call-link.server.ts";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { settingsContext } from "../session/context.ts";
import { agentOf, identityApiOf, isRecordsElsewhere, load } from "../session/session.server.ts";
import { FactList } from "../ui/fact-list.tsx";
import { SelectField, TextField } from "../ui/fields.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import { showTimeZone, timeZoneChoices, timeZoneNamed } from "../ui/time-zone-choices.ts";
import type { Route } from "./+types/general";
import { detailLabels, detailNames, typedDetails } from "./details.ts";
import { DetailsFieldset } from "./details-fieldset.tsx";
import { HandleField } from "./handle-field.tsx";
import { logoOf } from "./load-logo.server.ts";
import { LogoLine } from "./logo-line.tsx";
import { OwnerLinks } from "./owner-links.tsx";
import { ownerLinksOf } from "./ownership.server.ts";
import { handlePrefix, type Workspace, workspaceForm } from "./workspace.ts";
import { findWorkspace, updateWorkspace } from "./workspaces.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** A time zone in the URL is chosen already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const workspace = await load(findWorkspace(identityApiOf(context), agent.workspace));
  return {
    workspace,
    zone: timeZoneNamed(url.searchParams.get("timeZone") ?? "") ?? workspace.timeZone,
    logo: logoOf(context, workspace),
    recordsAt: isRecordsElsewhere(context) ? (workspace.apiWorkspaceId ?? "Not connected") : null,
    owner: ownerLinksOf(context),
    prefix: handlePrefix(context.get(settingsContext).publicOrigin),
    start: agent.can("workspace.update") ? await startForm(context, recordVersion(workspace, typedWorkspace)) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { workspace } = agentOf(context);
  const api = identityApiOf(context);
  return submitForm(
    { request, context },
    workspaceForm,
    async ({ value, ...terms }) => {
      await updateWorkspace(api, workspace.id, value, terms);
      return { location: href("/settings/general"), toast: `Workspace updated.${phoneNotice(value.phoneNumber)}` };
    },
    async () => recordVersion(await findWorkspace(api, workspace), typedWorkspace),
  );
}

/** What the form holds at first. */
function typedWorkspace({ name, handle, timeZone, ...details }: Workspace) {
  return { name, handle, timeZone: timeZone ?? "", ...typedDetails(details) };
}

const labels = { name: "Name", handle: "Workspace url", timeZone: "Time zone", ...detailLabels };

const compared = { ...labels, timeZone: { label: labels.timeZone, say: showTimeZone } };

export default function General({ loaderData, actionData }: Route.ComponentProps) {
  const { workspace, zone, logo, recordsAt, owner, prefix, start } = loaderData;
  return (
    <>
      <PageHead
        title="Workspace"
        subtitle="Name, URL and time zone for everyone in this workspace, and what clients read about it."
      />
      <LogoLine {...logo} />
      {recordsAt === null ? null : (
        <Sheet>
          <FactList facts={[{ label: "ID at the connected service", value: recordsAt }]} />
        </Sheet>
      )}
      {start === null ? (
        <Sheet>
          <FactList
            facts={[
              { label: labels.name, value: workspace.name },
              { label: labels.handle, value: prefix + workspace.handle },
              ...(workspace.timeZone === null
                ? []
                : [{ label: labels.timeZone, value: showTimeZone(workspace.timeZone) }]),
              ...detailNames.flatMap((name) => {
                const value = workspace[name] ?? null;
                return value === null ? [] : [{ label: labels[name], value }];
              }),
            ]}
          />
        </Sheet>
      ) : (
        <RecordForm
          id="workspace"
          schema={workspaceForm}
          start={start}
          reply={actionData}
          initial={{ ...typedWorkspace(workspace), timeZone: zone ?? "" }}
          compared={compared}
          send="Update workspace"
        >
          {(fields) => (
            <>
              <TextField field={fields.name} label={labels.name} autoComplete="organization" />
              <HandleField
                field={fields.handle}
                prefix={prefix}
                hint="If you change it, the old URL redirects for 90 days."
              />
              {workspace.timeZone === null || zone === null ? null : (
                <SelectField
                  field={fields.timeZone}
                  label={labels.timeZone}
                  options={timeZoneChoices(workspace.timeZone, zone)}
                  hint="Due dates use this time zone. Daily task emails go out at 7 AM. Changing it changes nothing that is stored."
                />
              )}
              <DetailsFieldset fields={fields} details={workspace} />
            </>
          )}
        </RecordForm>
      )}
      <OwnerLinks {...owner} />
    </>
  );
}
