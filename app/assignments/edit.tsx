import { recordVersion, startChange, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { RecordForm, ticked } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { nameOfColleague, suggestAgents } from "../members/pickable-colleagues.server.ts";
import { resolveColleague } from "../members/resolve-colleague.server.ts";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { identityApiOf } from "../session/session.server.ts";
import { CheckboxField } from "../ui/fields.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/edit";
import { type AssignedRef, agentForm, assignedKinds } from "./assignment.ts";
import {
  assignedRef,
  changeAgent,
  type FoundAssignment,
  findAssignment,
  loadAssignment,
} from "./assignments.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const ref = assignedRef(params);
  const [found, colleagues] = await Promise.all([loadAssignment(context, ref), suggestAgents(context)]);
  return {
    ref,
    name: found.name,
    deals: found.deals,
    tasks: found.tasks,
    colleagues,
    ...(await startChange(context, found, typedOf)),
  };
}

function typedOf({ accountId, accountName }: FoundAssignment) {
  const text = accountName ?? "";
  return { agentText: text, agent: accountId ?? "", agentFor: text, withDeals: "on", withTasks: "on" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ref = assignedRef(params);
  return submitForm<typeof agentForm, TypedVersion<ReturnType<typeof typedOf>>, PickQuestion>(
    { request, context },
    agentForm,
    async ({ api, value, key, etag }) => {
      await loadAssignment(context, ref);
      const typed = { text: value.agentText, chosen: value.agent, chosenFor: value.agentFor };
      const colleagues = identityApiOf(context);
      const accountId = (await resolveColleague(colleagues, "agent", typed)) ?? "";
      await changeAgent(api, ref, { accountId, withDeals: value.withDeals, withTasks: value.withTasks }, { key, etag });
      return whereTo(api, ref, await nameOfColleague(colleagues, accountId));
    },
    async (api) => recordVersion(await findAssignment(api, ref), typedOf),
  );
}

/** Whoever sees only their own has lost the record by handing it over: its page would be a 404. */
async function whereTo(api: Api, ref: AssignedRef, agent: string) {
  const { page, list, noun } = assignedKinds[ref.kind];
  try {
    await findAssignment(api, ref);
    return { location: page(ref.id), toast: `Agent: ${agent}.` };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "missing") throw error;
    return { location: list.href, toast: `Handed over to ${agent}. You no longer have access to this ${noun}.` };
  }
}

export default function ChangeAgent({ loaderData, actionData }: Route.ComponentProps) {
  const { ref, name, deals, tasks, colleagues, ...form } = loaderData;
  const { list, page } = assignedKinds[ref.kind];
  const back = page(ref.id);
  return (
    <Page narrow>
      <PageHead
        crumbs={[list, { label: name, href: back }, { label: "Change agent" }]}
        title="Change agent"
        subtitle={`The colleague who works with ${name}.`}
      />
      <RecordForm
        id="agent"
        schema={agentForm}
        {...form}
        reply={actionData}
        compared={{
          agentText: { label: "Agent", say: (text: string) => text || "No agent" },
          withDeals: ticked("Deals go along"),
          withTasks: ticked("Open tasks go along"),
        }}
        send="Save agent"
        cancel={back}
      >
        {(fields) => (
          <>
            <ColleaguePicker
              kind="agents"
              label="Agent"
              {...(ref.kind === "client" && {
                hint: "If the client uses the portal, they are told in your conversation.",
              })}
              fields={{ text: fields.agentText, chosen: fields.agent, chosenFor: fields.agentFor }}
              suggestions={colleagues}
              reply={actionData}
            />
            {deals === 0 ? null : <CheckboxField field={fields.withDeals} label={`Hand over deals too (${deals})`} />}
            {tasks === 0 ? null : (
              <CheckboxField field={fields.withTasks} label={`Hand over open tasks too (${tasks})`} />
            )}
          </>
        )}
      </RecordForm>
    </Page>
  );
}
