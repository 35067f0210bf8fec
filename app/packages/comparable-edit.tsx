import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import type { Route } from "./+types/comparable-edit";
import { comparableForm, typedComparable } from "./comparable.ts";
import { ComparableForm } from "./comparable-form.tsx";
import { findComparable, updateComparable } from "./comparables.server.ts";
import { comparableOf, loadComparableFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { findPackage } from "./packages.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, comparable } = await loadComparableFor("update", context, params);
  const shown = recordVersion(comparable, typedComparable);
  return {
    item: { id: found.id, street: found.street },
    comparable: { id: comparable.id, address: comparable.address, canRemove: allows(comparable, "remove") },
    typed: shown.typed,
    currencies: currencyChoices(comparable.soldPrice),
    start: await startForm(context, shown),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, comparableId] = [recordId(params.packageId), recordId(params.comparableId)];
  return submitForm(
    { request, context },
    comparableForm,
    async ({ api, value, key, etag }) => {
      comparableOf(await findPackage(api, id), comparableId);
      const { address } = await updateComparable(api, comparableId, value, { key, etag });
      return { location: packagePath(id), toast: `Saved: ${address}.` };
    },
    async (api) => recordVersion(await findComparable(api, comparableId), typedComparable),
  );
}

export default function EditComparable({ loaderData, actionData }: Route.ComponentProps) {
  const { item, comparable, typed, currencies, start } = loaderData;
  return (
    <PackagePage item={item} title="Edit comparable" subtitle={`${comparable.address}, compared with ${item.street}.`}>
      <ComparableForm
        start={start}
        reply={actionData}
        initial={typed}
        currencies={currencies}
        send="Save changes"
        cancel={packagePath(item.id)}
      />
      {comparable.canRemove ? (
        <div className="mt-3">
          <LinkButton href={packagePath(item.id, `comparables/${comparable.id}/removal`)} look="bad">
            Remove comparable
          </LinkButton>
        </div>
      ) : null}
    </PackagePage>
  );
}
