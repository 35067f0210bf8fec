import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import type { Route } from "./+types/comparable-remove";
import { removeComparable } from "./comparables.server.ts";
import { findComparableOf, loadComparableFor } from "./load-package.server.ts";
import { comparablesPath } from "./package-list.ts";
import { packageCrumbs } from "./package-page.tsx";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, comparable } = await loadComparableFor("remove", context, params);
  return startConfirmation(context, {
    crumbs: packageCrumbs(item, "Remove comparable"),
    title: `Remove ${comparable.address}?`,
    subtitle: `It will no longer count toward the comp. value of ${item.street}.`,
    send: "Remove comparable",
    look: "bad",
    cancel: comparablesPath(item.id),
    etag: comparable.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { id } = await findComparableOf(api, params);
    await removeComparable(api, id, { key, etag });
    return { location: comparablesPath(params.packageId), toast: "Comparable removed." };
  });
}
