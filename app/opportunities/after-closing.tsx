import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { allows } from "../json-api/resource.ts";
import type { Settled } from "../json-api/settle.ts";
import { labelOfStage } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults, recordId, todayOf } from "../session/session.server.ts";
import { formatDue } from "../tasks/due.ts";
import type { Day } from "../ui/date-format.ts";
import { ChoiceGroup, TextField } from "../ui/fields.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import type { Choice } from "../ui/options.tsx";
import type { Route } from "./+types/after-closing";
import { listEarlierTasks, listOtherDeals } from "./after-closing.server.ts";
import { clientNameOf } from "./deal-parties.ts";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { tidyUp } from "./opportunity-writes.server.ts";
import { sayTidied, type Tidying, tidyingForm } from "./tidying.ts";
import { withTidyingUndo } from "./undo.server.ts";

export const handle = { form: "create" };

/** What a closed deal leaves to tidy up. The address names its property, so that everything is asked for at once. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.opportunityId);
  const packageId = url.searchParams.get("property");
  const finding = loadOpportunityFor("move", context, id);
  // A deal that cannot be shown is what Promise.all says.
  const closedAt = finding.then(({ stage, stageSince }) => (stage === "closed" ? stageSince : null)).catch(() => null);
  const [found, tasks, others, start] = await Promise.all([
    finding,
    listEarlierTasks(apiOf(context), { id, closedAt }, logFaults(context)),
    listOtherDeals(apiOf(context), { id, packageId }, logFaults(context)),
    startForm(context),
  ]);
  const isSame = found.package?.id === packageId;
  return {
    item: shownItem(found),
    found: { tasks: stateOf(tasks), deals: stateOf(others) },
    tasks: (tasks.ok ? tasks.data : [])
      .filter((task) => allows(task, "complete"))
      .map(({ id, title, dueOn }): Choice => ({ value: id, label: labelOfTask(title, dueOn, todayOf(context)) })),
    deals: (isSame && others.ok ? others.data : [])
      .filter((other) => allows(other, "move"))
      .map((other): Choice => ({ value: other.id, label: `${clientNameOf(other)} (${labelOfStage(other.stage)})` })),
    mayAddTask: agentOf(context).can("tasks.create"),
    start,
  };
}

/** Without what was loaded. */
function stateOf(part: Settled<unknown>): Settled<null> {
  return part.ok ? { ok: true, data: null } : part;
}

function labelOfTask(title: string, dueOn: string | null, today: Day): string {
  return dueOn === null ? title : `${title} (${formatDue(dueOn, today)})`;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, tidyingForm, async ({ api, value, key }) => {
    requireTitle(value);
    try {
      const tidied = await tidyUp(api, id, value, key);
      const { tasks, deals, nextStep = null } = value;
      const asked = { tasks: tasks.length, deals: deals.length, nextSteps: nextStep === null ? 0 : 1 };
      const isAny = Object.values(asked).some((count) => count > 0);
      return { location: opportunityPath(id), toast: sayTidied(asked), ...(isAny ? withTidyingUndo(tidied) : {}) };
    } catch (error) {
      throw refusalOf(error) ?? error;
    }
  });
}

/** @throws FormRefusal for a day on which nothing is to be done */
function requireTitle({ nextStep = null, nextStepDueOn = null }: Tidying): void {
  if (nextStepDueOn === null || nextStep !== null) return;
  throw new FormRefusal({ fieldErrors: { nextStep: ["Enter the next step, or clear its date."] }, status: 400 });
}

/** Why nothing was done; null for what every form says alike. */
function refusalOf(error: unknown): FormRefusal | null {
  if (!(error instanceof ApiError)) return null;
  if (error.cause.code === "not_closed")
    return new FormRefusal({ text: "This deal isn't closed. Nothing was changed." });
  return null;
}

export default function AfterClosing({ loaderData, actionData }: Route.ComponentProps) {
  const { item, found, tasks, deals, mayAddTask, start } = loaderData;
  const valuesOf = (choices: readonly Choice[]) => choices.map(({ value }) => value);
  return (
    <OpportunityPage
      item={item}
      title="After closing"
      subtitle="What this deal leaves to tidy up. Nothing here is required: clear what should stay as it is. You can undo all of it for 10 minutes."
    >
      <NotLoadedLine what="tasks of this deal" part={found.tasks} />
      <NotLoadedLine what="other deals on this property" part={found.deals} />
      <RecordForm
        id="after-closing"
        schema={tidyingForm}
        start={start}
        reply={actionData}
        initial={{ tasks: valuesOf(tasks), deals: valuesOf(deals), nextStep: "", nextStepDueOn: "" }}
        send="Finish up"
        cancel={opportunityPath(item.id)}
      >
        {(fields) => (
          <>
            {tasks.length === 0 ? null : (
              <ChoiceGroup field={fields.tasks} label="Complete these tasks of the deal" options={tasks} />
            )}
            {deals.length === 0 ? null : (
              <ChoiceGroup
                field={fields.deals}
                label="Mark other deals on this property as lost"
                hint="The history of each says that another client bought the property."
                options={deals}
              />
            )}
            {mayAddTask ? (
              <>
                <TextField
                  field={fields.nextStep}
                  label={`Next step with ${item.client}`}
                  optional
                  wide
                  placeholder="Ask how the move went"
                />
                <TextField field={fields.nextStepDueOn} label="Due" type="date" optional />
              </>
            ) : null}
          </>
        )}
      </RecordForm>
    </OpportunityPage>
  );
}
