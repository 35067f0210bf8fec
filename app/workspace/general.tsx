import { settingsContext } from "../session/context.ts";
import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { load } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { SelectField, TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import { showTimeZone, timeZoneChoices } from "../ui/time-zone-choices.ts";
import type { Route } from "./+types/general";
import { handlePrefix, type Workspace, workspaceForm } from "./workspace.ts";
import { findWorkspace, updateWorkspace } from "./workspaces.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta = () => [{ title: "Workspace · Latchkey" }];

export async function loader({ context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const workspace = await load(findWorkspace(identityApiOf(context), agent.workspace.id));
  return {
    workspace,
    prefix: handlePrefix(context.get(settingsContext).publicOrigin),
    start: agent.can("workspace.update") ? await startForm(context, { etag: workspace.etag }) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { workspace } = agentOf(context);
  const api = identityApiOf(context);
  const form = await readSubmission(request, workspaceForm, context);
  if (!form.isValid) return form.answer;
  return sendForm(
    context,
    form,
    async (key) => {
      await updateWorkspace(api, workspace.id, form.value, { key, etag: form.version });
      return { location: "/settings/general", toast: "Workspace updated." };
    },
    () => findWorkspace(api, workspace.id),
  );
}

export default function General({ loaderData, actionData }: Route.ComponentProps) {
  const { workspace, prefix, start } = loaderData;
  return (
    <>
      <PageHead title="Workspace" subtitle="Its name, its address and its clock for everybody who works in it." />
      {start === null ? (
        <Sheet>
          <FactList
            facts={[
              { label: "Name", value: workspace.name },
              { label: "Workspace url", value: prefix + workspace.handle },
              ...(workspace.timeZone === null ? [] : [{ label: "Time zone", value: showTimeZone(workspace.timeZone) }]),
            ]}
          />
        </Sheet>
      ) : (
        <WorkspaceForm workspace={workspace} prefix={prefix} start={start} reply={actionData} />
      )}
    </>
  );
}

type WorkspaceFormProps = {
  workspace: Workspace;
  prefix: string;
  start: NonNullable<Route.ComponentProps["loaderData"]["start"]>;
  reply: Route.ComponentProps["actionData"];
};

function WorkspaceForm({ workspace, prefix, start, reply }: WorkspaceFormProps) {
  const [form, fields] = useSchemaForm({
    id: "workspace",
    schema: workspaceForm,
    result: reply?.result,
    initial: { name: workspace.name, handle: workspace.handle, timeZone: workspace.timeZone ?? "" },
    parked: start.parked,
  });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      {reply?.current ? (
        <Notice tone="warn" title="Their version:">
          {[reply.current.name, prefix + reply.current.handle, reply.current.timeZone].filter(Boolean).join(", ")}
        </Notice>
      ) : null}
      <ErrorSummary form={form} />
      <TextField field={fields.name} label="Name" autoComplete="organization" />
      <TextField
        field={fields.handle}
        label="Workspace url"
        prefix={prefix}
        autoCapitalize="none"
        spellCheck={false}
        hint="After a change the old address leads here for 90 more days."
      />
      {workspace.timeZone === null ? null : (
        <SelectField
          field={fields.timeZone}
          label="Time zone"
          options={timeZoneChoices(workspace.timeZone)}
          hint="Tasks are due by this clock, and the mail about them comes at seven in its morning."
        />
      )}
      <SubmitButton>Update workspace</SubmitButton>
    </PostForm>
  );
}
