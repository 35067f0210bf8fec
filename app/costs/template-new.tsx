import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { loadBoth, notFound, recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/template-new";
import { createTemplate, findEstimate, loadEstimate, loadPackageForCosts } from "./costs.server.ts";
import { templatesPath } from "./estimate.ts";
import { templateForm, templateOf } from "./template.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street }, estimate] = await loadBoth(loadPackageForCosts(context, id), loadEstimate(context, id));
  if (estimate === null) throw redirect(templatesPath(id));
  return { item: { id, street }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, templateForm, async ({ api, value, key }) => {
    const estimate = await findEstimate(api, id);
    if (estimate === null) throw notFound();
    await createTemplate(api, value.name, templateOf(estimate.inputs), key);
    return { location: templatesPath(id), toast: `Template saved: ${value.name}.` };
  });
}

export default function NewTemplate({ loaderData: { item, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title="New template"
      subtitle="Saves this estimate's figures, except price, down payment amount, closing date, deposit, seller credit and adjustments."
    >
      <RecordForm
        id="template"
        schema={templateForm}
        start={start}
        reply={actionData}
        send="Save template"
        cancel={templatesPath(item.id)}
      >
        {(fields) => <TextField field={fields.name} label="Name" />}
      </RecordForm>
    </PackagePage>
  );
}
