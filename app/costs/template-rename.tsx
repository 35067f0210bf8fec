import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { findPackage } from "../packages/packages.server.ts";
import { recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/template-rename";
import { type FoundTemplate, findTemplate, loadTemplateFor, renameTemplate } from "./costs.server.ts";
import { templatesPath } from "./estimate.ts";
import { templateForm } from "./template.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, template } = await loadTemplateFor("update", context, params);
  const version = recordVersion(template, typedOf);
  return { item, name: template.name, start: await startForm(context, version) };
}

function typedOf({ name }: FoundTemplate) {
  return { name };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.templateId)];
  return submitForm(
    { request, context },
    templateForm,
    async ({ api, value, ...terms }) => {
      await findPackage(api, packageId);
      await renameTemplate(api, id, value.name, terms);
      return { location: templatesPath(packageId), toast: `Template saved: ${value.name}.` };
    },
    async (api) => recordVersion(await findTemplate(api, id), typedOf),
  );
}

export default function RenameTemplate({ loaderData: { item, name, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage item={item} title="Rename template" subtitle="Estimates that already use it don't change.">
      <RecordForm
        id="template"
        schema={templateForm}
        start={start}
        reply={actionData}
        initial={{ name }}
        compared={{ name: "Name" }}
        send="Save name"
        cancel={templatesPath(item.id)}
      >
        {(fields) => <TextField field={fields.name} label="Name" />}
      </RecordForm>
    </PackagePage>
  );
}
