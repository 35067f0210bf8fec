import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/comparable-remove";
import { removeComparable } from "./comparables.server.ts";
import { findComparableOf, loadComparableFor } from "./load-package.server.ts";
import { comparablesPath } from "./package-list.ts";
import { PackageConfirmation } from "./package-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, comparable } = await loadComparableFor("remove", context, params);
  const { address, etag } = comparable;
  return { item, address, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    const { id } = await findComparableOf(api, params);
    await removeComparable(api, id, key);
    return { location: comparablesPath(params.packageId), toast: "Comparable removed." };
  });
}

export default function RemoveComparable({ loaderData, actionData }: Route.ComponentProps) {
  const { address, ...page } = loaderData;
  return (
    <PackageConfirmation
      {...page}
      title={`Remove ${address}?`}
      subtitle={`It will no longer count toward the comp. value of ${page.item.street}.`}
      reply={actionData}
      send="Remove comparable"
      look="bad"
    />
  );
}
