import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { replaceParameters } from "../lists/saved-views.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/replace";
import { loadViewFor, presentStateOf } from "./present-state.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { view, name, kept: before } = await loadViewFor("update", context, params.savedViewId);
  const { list, kept } = presentStateOf(context, name, url.searchParams);
  const title = `Update “${view.name}”?`;
  return startConfirmation(context, {
    crumbs: [{ label: list.title, href: list.path }, { label: title }],
    title,
    subtitle: `It keeps ${before}. From now on it keeps ${kept}.`,
    send: "Update view",
    cancel: list.path,
    etag: view.etag,
  });
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.savedViewId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { name } = await loadViewFor("update", context, id);
    const { list, parameters } = presentStateOf(context, name, url.searchParams);
    await replaceParameters(api, id, parameters, { key, etag });
    return { location: list.path, toast: "View updated." };
  });
}
