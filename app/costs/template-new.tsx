import { redirect } from "react-router";
import { PackagePage } from "../packages/package-page.tsx";
import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { load, notFound, recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/template-new";
import { createTemplate, findEstimate } from "./costs.server.ts";
import { costsPath } from "./estimate.ts";
import { openPackageForCosts } from "./opening.server.ts";
import { templateForm, templateOf } from "./template.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export const meta: Route.MetaFunction = () => [{ title: "New template · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street } = await openPackageForCosts(context, params.packageId);
  if ((await load(findEstimate(apiOf(context), id))) === null) throw redirect(costsPath(id, "templates"));
  return { item: { id, street }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const form = await readSubmission(request, templateForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const api = apiOf(context);
  return sendForm(context, form, async (key) => {
    const estimate = await findEstimate(api, id);
    if (estimate === null) throw notFound();
    const { name } = await createTemplate(api, form.value.name, templateOf(estimate.inputs), key);
    return { location: costsPath(id, "templates"), toast: `Template saved: ${name}.` };
  });
}

export default function NewTemplate({ loaderData: { item, start }, actionData }: Route.ComponentProps) {
  const [form, fields] = useSchemaForm({
    id: "template",
    schema: templateForm,
    result: actionData?.result,
    parked: start.parked,
  });
  return (
    <PackagePage
      item={item}
      title="New template"
      subtitle="It keeps what this estimate says, but for price, down payment in money, day, deposit, seller credit and adjustments."
    >
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <div className="actions">
          <SubmitButton>Save template</SubmitButton>
          <LinkButton href={costsPath(item.id, "templates")}>Cancel</LinkButton>
        </div>
      </PostForm>
    </PackagePage>
  );
}
