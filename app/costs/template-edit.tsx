import { redirect } from "react-router";
import { recordVersion, startChange, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { findPackage } from "../packages/packages.server.ts";
import { loadBoth, notFound, recordId } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/template-edit";
import {
  createTemplate,
  type FoundTemplate,
  findEstimate,
  findTemplate,
  loadEstimate,
  loadPackageForCosts,
  loadTemplateFor,
  renameTemplate,
} from "./costs.server.ts";
import { templatesPath } from "./estimate.ts";
import { templateForm, templateOf } from "./template.ts";

/** Saves a property's estimate as a template, or renames the template of the address. */

export const handle = { form: "create at new" };

export async function loader({ params: { packageId, templateId }, context }: Route.LoaderArgs) {
  if (templateId !== undefined) {
    const { item, template } = await loadTemplateFor("update", context, { packageId, templateId });
    return { item, isNew: false, ...(await startChange(context, template, typedOf)) };
  }
  const id = recordId(packageId);
  const [{ street }, estimate] = await loadBoth(loadPackageForCosts(context, id), loadEstimate(context, id));
  if (estimate === null) throw redirect(templatesPath(id));
  return { item: { id, street }, isNew: true, initial: {}, start: await startForm(context) };
}

function typedOf({ name }: FoundTemplate) {
  return { name };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const packageId = recordId(params.packageId);
  const id = params.templateId === undefined ? undefined : recordId(params.templateId);
  return submitForm(
    { request, context, ofRecord: true },
    templateForm,
    async ({ api, value: { name }, ...terms }) => {
      if (id === undefined) {
        const estimate = await findEstimate(api, packageId);
        if (estimate === null) throw notFound();
        await createTemplate(api, name, templateOf(estimate.inputs), terms.key);
      } else {
        await findPackage(api, packageId);
        await renameTemplate(api, id, name, terms);
      }
      return { location: templatesPath(packageId), toast: `Template saved: ${name}.` };
    },
    id === undefined ? undefined : async (api) => recordVersion(await findTemplate(api, id), typedOf),
  );
}

export default function EditTemplate({ loaderData: { item, isNew, ...form }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title={isNew ? "New template" : "Rename template"}
      subtitle={
        isNew
          ? "Saves this estimate's figures, except price, down payment amount, closing date, deposit, seller credit and adjustments."
          : "Estimates that already use it don't change."
      }
    >
      <RecordForm
        id="template"
        schema={templateForm}
        {...form}
        reply={actionData}
        compared={{ name: "Name" }}
        send={isNew ? "Save template" : "Save name"}
        cancel={templatesPath(item.id)}
      >
        {(fields) => <TextField field={fields.name} label="Name" />}
      </RecordForm>
    </PackagePage>
  );
}
