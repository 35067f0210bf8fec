import type { ComponentProps } from "react";
import { href } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { settingsContext } from "../session/context.ts";
import { agentOf, identityApiOf, isRecordsElsewhere, load } from "../session/session.server.ts";
import { HandleField } from "../sign-in/handle-field.tsx";
import { handlePrefix } from "../sign-in/suggested-handle.ts";
import { LinkButton } from "../ui/button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { SelectField, TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { showTimeZone, timeZoneChoices, timeZoneNamed } from "../ui/time-zone-choices.ts";
import type { Route } from "./+types/general";
import { LogoLine } from "./logo-line.tsx";
import { ownerLinksOf } from "./ownership.server.ts";
import {
  type DetailName,
  type Details,
  detailLabels,
  detailNames,
  typedDetails,
  type Workspace,
  workspaceForm,
} from "./workspace.ts";
import { findWorkspace, logoOf, updateWorkspace } from "./workspaces.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

type DetailsFieldsetProps = {
  fields: ReturnType<typeof useSchemaForm<typeof workspaceForm>>[1];
  /** Those that the service does not know have no field. */
  details: Details;
};

type Line = Partial<ComponentProps<typeof TextField>>;

const address: Line = { inputMode: "url", autoCapitalize: "none", spellCheck: false };
const legalPage: Line = { ...address, hint: "Its address on your own site." };

const lines: Readonly<Record<Exclude<DetailName, "description">, Line>> = {
  phoneNumber: { type: "tel", autoComplete: "tel" },
  websiteUrl: address,
  brokerage: { autoComplete: "organization" },
  licenseNumber: {},
  privacyUrl: legalPage,
  termsUrl: legalPage,
};

function DetailsFieldset({ fields, details }: DetailsFieldsetProps) {
  return detailNames
    .filter((name) => details[name] !== undefined)
    .map((name) =>
      name === "description" ? (
        <TextArea
          key={name}
          field={fields[name]}
          label={detailLabels[name]}
          rows={3}
          hint="A sentence or two for your public page."
        />
      ) : (
        <TextField key={name} field={fields[name]} label={detailLabels[name]} {...lines[name]} />
      ),
    );
}

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

type OwnerLinksProps = { mayTransfer: boolean; mayDelete: boolean };

function OwnerLinks({ mayTransfer, mayDelete }: OwnerLinksProps) {
  if (!mayTransfer && !mayDelete) return null;
  return (
    <div className="mt-2">
      <Sheet title="Owner" padded>
        <div className="actions">
          {mayTransfer ? <LinkButton href={href("/settings/transfer")}>Transfer ownership</LinkButton> : null}
          {mayDelete ? (
            <LinkButton href={href("/settings/deletion")} look="bad">
              Delete workspace
            </LinkButton>
          ) : null}
        </div>
      </Sheet>
    </div>
  );
}
