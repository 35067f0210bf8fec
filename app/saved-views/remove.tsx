import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { removeView } from "../lists/saved-views.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/remove";
import { loadViewFor } from "./present-state.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { view, list } = await loadViewFor("remove", context, params.savedViewId);
  const whose = view.scope === "workspace" ? "Everyone in the workspace loses it." : "Only you see it.";
  const title = `Delete “${view.name}”?`;
  return startConfirmation(context, {
    crumbs: [{ label: list.title, href: list.path }, { label: title }],
    title,
    subtitle: `${whose} The records stay as they are.`,
    send: "Delete view",
    look: "bad",
    cancel: list.path,
    etag: view.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.savedViewId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { list } = await loadViewFor("remove", context, id);
    await removeView(api, id, { key, etag });
    return { location: list.path, toast: "View deleted." };
  });
}
