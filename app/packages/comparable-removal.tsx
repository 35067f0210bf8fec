import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/comparable-removal";
import { removeComparable } from "./comparables.server.ts";
import { comparableOf, loadComparableFor } from "./load-package.server.ts";
import { packagePath } from "./package-list.ts";
import { PackagePage } from "./package-page.tsx";
import { findPackage } from "./packages.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, comparable } = await loadComparableFor("remove", context, params);
  return {
    item: { id: found.id, street: found.street },
    address: comparable.address,
    start: await startForm(context, { etag: comparable.etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, comparableId] = [recordId(params.packageId), recordId(params.comparableId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    comparableOf(await findPackage(api, id), comparableId);
    await removeComparable(api, comparableId, key);
    return { location: packagePath(id), toast: "Comparable removed." };
  });
}

export default function RemoveComparable({ loaderData: { item, address, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title={`Remove ${address}?`}
      crumb="Remove comparable"
      subtitle={`It no longer counts for the comp. value of ${item.street}.`}
    >
      <Confirmation
        start={start}
        reply={actionData}
        send="Remove comparable"
        look="bad"
        cancel={packagePath(item.id)}
      />
    </PackagePage>
  );
}
