import { startForm } from "../session/form-start.server.ts";
import { FormStart } from "../session/form-start.tsx";
import { recordId } from "../session/loading.server.ts";
import { sendForm } from "../session/sending.server.ts";
import { apiOf } from "../session/session.server.ts";
import { readSubmission } from "../session/submission.server.ts";
import { BothVersions } from "../ui/both-versions.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { localTimeOf } from "../ui/clock.server.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { timeZoneChoices } from "../ui/time-zone-choices.ts";
import type { Route } from "./+types/edit";
import { openPackageFor } from "./opening.server.ts";
import { packageForm, typedPackage } from "./package.ts";
import { comparedLabels, PackageFieldset } from "./package-fieldset.tsx";
import { editFormId, packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { type FoundPackage, findPackage, updatePackage } from "./packages.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Edit info · Latchkey" }];

function typedOf(found: FoundPackage) {
  const { offerDueAt, timeZone } = found;
  return typedPackage(found, offerDueAt === null ? "" : localTimeOf(offerDueAt, timeZone ?? "UTC"));
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await openPackageFor("update", context, params.packageId);
  const typed = typedOf(found);
  return {
    item: { id: found.id, street: found.street },
    hasPhoto: found.photoUrl !== null,
    typed,
    currencies: currencyChoices(found.listPrice, found.compOverride),
    timeZones: timeZoneChoices(found.timeZone ?? "UTC"),
    start: await startForm(context, { version: found.etag, typed }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  const form = await readSubmission(request, packageForm, context);
  if (!form.isValid) return form.answer;
  const api = apiOf(context);
  return sendForm(
    context,
    form,
    async (key) => {
      const { street } = await updatePackage(api, id, form.value, { key, etag: form.version });
      return { location: packagePath(id), toast: `Saved: ${street}.` };
    },
    async () => {
      const found = await findPackage(api, id);
      return { etag: found.etag, typed: typedOf(found) };
    },
  );
}

export default function EditPackage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, hasPhoto, typed, currencies, timeZones, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: editFormId,
    schema: packageForm,
    result: actionData?.result,
    initial: typed,
    parked: start.parked,
  });
  return (
    <PackagePage item={item} title="Edit info" subtitle="Leave empty what is not known.">
      <p className="mb-3">
        <a href={packagePath(item.id, "photo")}>{hasPhoto ? "Change the photo" : "Add a photo"}</a>
      </p>
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        {actionData?.current ? (
          <BothVersions {...actionData} theirs={actionData.current.typed} labels={comparedLabels} />
        ) : null}
        <ErrorSummary form={form} />
        <PackageFieldset fields={fields} currencies={currencies} timeZones={timeZones} />
        <div className="actions">
          <SubmitButton>Save changes</SubmitButton>
          <LinkButton href={packagePath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </PackagePage>
  );
}
