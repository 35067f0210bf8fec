import { href } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/comparable-edit";
import { comparableForm, typedComparable } from "./comparable.ts";
import { ComparableForm } from "./comparable-form.tsx";
import { updateComparable } from "./comparables.server.ts";
import { findComparableOf, loadComparableFor } from "./load-package.server.ts";
import { comparablesPath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, comparable } = await loadComparableFor("update", context, params);
  const version = recordVersion(comparable, typedComparable);
  return {
    item,
    initial: version.typed,
    canRemove: allows(comparable, "remove"),
    start: await startForm(context, version),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    comparableForm,
    async ({ api, value, ...terms }) => {
      const { id } = await findComparableOf(api, params);
      await updateComparable(api, id, value, terms);
      return { location: comparablesPath(params.packageId), toast: `Comparable saved: ${value.address}.` };
    },
    async (api) => recordVersion(await findComparableOf(api, params), typedComparable),
  );
}

export default function EditComparable({ loaderData, actionData, params }: Route.ComponentProps) {
  const { item, canRemove, ...form } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Edit comparable"
      subtitle={`${form.initial.address}, compared with ${item.street}.`}
    >
      <ComparableForm {...form} reply={actionData} send="Save changes" cancel={comparablesPath(item.id)} />
      {canRemove ? (
        <div className="mt-2">
          <LinkButton href={href("/packages/:packageId/comparables/:comparableId/removal", params)} look="bad">
            Remove comparable
          </LinkButton>
        </div>
      ) : null}
    </PackagePage>
  );
}
