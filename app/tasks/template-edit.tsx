import { recordVersion, startChange, startForm, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm, ticked } from "../forms/forms.tsx";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults, recordId, requirePermission } from "../session/session.server.ts";
import { CheckboxField, ChoiceGroup, SelectField, TextField } from "../ui/fields.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/template-edit";
import { templatesPath } from "./task-list.ts";
import {
  directionChoices,
  startChoices,
  startChoicesOf,
  startOf,
  templateCrumbs,
  templateForm,
} from "./task-template.ts";
import {
  addTemplate,
  type FoundTemplate,
  findTemplate,
  knowsDates,
  loadTemplateFor,
  offersDates,
  templatesBack,
  updateTemplate,
} from "./task-templates.server.ts";

/** Adds a template, a task that a stage or a date brings along, or changes the one of the address. */

export const handle = { form: "create at new" };

export async function loader({ params: { taskTemplateId }, context }: Route.LoaderArgs) {
  if (taskTemplateId === undefined) {
    requirePermission(context, "workspace.update", "add task templates", templatesBack);
    const [start, dates] = await Promise.all([
      startForm(context),
      settle(apiOf(context), offersDates, logFaults(context)),
    ]);
    return { isNew: true, initial: nothing, hasDates: !dates.ok || dates.data, start };
  }
  const template = await loadTemplateFor("update", context, taskTemplateId);
  return {
    isNew: false,
    hasDates: knowsDates(template),
    ...(await startChange(context, template, typedOf)),
  };
}

const nothing = { start: "", title: "", dueInDays: "", direction: "after", isVisibleToClient: "" };

function typedOf(found: FoundTemplate): typeof nothing {
  const { title, dueInDays, isVisibleToClient } = found;
  return {
    start: startOf(found),
    title,
    dueInDays: String(Math.abs(dueInDays)),
    direction: dueInDays < 0 ? "before" : "after",
    isVisibleToClient: isVisibleToClient === true ? "on" : "",
  };
}

export async function action({ request, params: { taskTemplateId }, context }: Route.ActionArgs) {
  const id = taskTemplateId === undefined ? null : recordId(taskTemplateId);
  return submitForm(
    { request, context },
    templateForm,
    async ({ api, value, ...terms }) => {
      if (id === null) await addTemplate(api, value, terms.key);
      else await updateTemplate(api, id, value, terms);
      return { location: templatesPath, toast: id === null ? "Template added." : "Template updated." };
    },
    id === null ? undefined : async (api) => recordVersion(await findTemplate(api, id), typedOf),
  );
}

export default function EditTaskTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, hasDates, ...form } = loaderData;
  const title = isNew ? "New task template" : "Edit template";
  return (
    <Page narrow>
      <PageHead
        crumbs={templateCrumbs(title)}
        title={title}
        subtitle={
          isNew
            ? "A task added automatically when an opportunity reaches a stage, or when one of its dates is set."
            : "Tasks it has already added stay as they are."
        }
      />
      <RecordForm
        id="task-template"
        schema={templateForm}
        {...form}
        reply={actionData}
        compared={compared}
        send={isNew ? "Add template" : "Save changes"}
        cancel={templatesPath}
      >
        {(fields) => (
          <>
            <SelectField
              field={fields.start}
              label="Starts with"
              options={startChoicesOf(hasDates)}
              placeholder={hasDates ? "Choose a stage or a date" : "Choose a stage"}
              hint={hasDates ? byDate : withoutDates}
            />
            <TextField field={fields.title} label="Title" />
            <TextField field={fields.dueInDays} label="Due in days" inputMode="numeric" hint="0 is the same day." />
            {hasDates ? (
              <ChoiceGroup field={fields.direction} label="Counted as" options={directionChoices} single />
            ) : (
              <input type="hidden" name={fields.direction.name} value="after" />
            )}
            <CheckboxField field={fields.isVisibleToClient} label="Show to the client" />
          </>
        )}
      </RecordForm>
    </Page>
  );
}

const withoutDates = "Tasks by date aren't offered here.";
const byDate = "A task by date moves when its date moves, and goes when the date is removed.";

const compared = {
  start: chosen("Starts with", startChoices),
  title: "Title",
  dueInDays: "Due in days",
  direction: chosen("Counted as", directionChoices),
  isVisibleToClient: ticked("Show to the client"),
};
