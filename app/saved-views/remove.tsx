import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/remove";
import { loadViewFor } from "./present-state.server.ts";
import { removeView } from "./saved-views.server.ts";
import { ViewPage } from "./view-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { view, list } = await loadViewFor("remove", context, params.savedViewId);
  const whose = view.scope === "workspace" ? "Everyone in the workspace loses it." : "Only you see it.";
  return { list, name: view.name, whose, start: await startForm(context, { etag: view.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.savedViewId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { list } = await loadViewFor("remove", context, id);
    await removeView(api, id, { key, etag });
    return { location: list.path, toast: "View deleted." };
  });
}

export default function RemoveView({ loaderData: { list, name, whose, start }, actionData }: Route.ComponentProps) {
  return (
    <ViewPage list={list} title={`Delete “${name}”?`} subtitle={`${whose} The records stay as they are.`}>
      <Confirmation start={start} reply={actionData} send="Delete view" look="bad" cancel={list.path} />
    </ViewPage>
  );
}
