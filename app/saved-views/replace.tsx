import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/replace";
import { loadViewFor, presentStateOf } from "./present-state.server.ts";
import { replaceParameters } from "./saved-views.server.ts";
import { ViewPage } from "./view-page.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { view, name, kept: before } = await loadViewFor("update", context, params.savedViewId);
  const { list, kept } = presentStateOf(name, url.searchParams);
  return { list, name: view.name, before, kept, start: await startForm(context, { etag: view.etag }) };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.savedViewId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { name } = await loadViewFor("update", context, id);
    const { list, parameters } = presentStateOf(name, url.searchParams);
    await replaceParameters(api, id, parameters, { key, etag });
    return { location: list.path, toast: "View updated." };
  });
}

/** Asks before a view gets the list's present search, filters and sort. */
export default function ReplaceView({ loaderData, actionData }: Route.ComponentProps) {
  const { list, name, before, kept, start } = loaderData;
  return (
    <ViewPage list={list} title={`Update “${name}”?`} subtitle={`It keeps ${before}. From now on it keeps ${kept}.`}>
      <Confirmation start={start} reply={actionData} send="Update view" cancel={list.path} />
    </ViewPage>
  );
}
