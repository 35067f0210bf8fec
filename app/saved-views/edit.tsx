import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { savedViewForm, viewPaths } from "../lists/saved-view.ts";
import { findView, type SavedView, updateView } from "../lists/saved-views.server.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/edit";
import { loadViewFor, mayShare } from "./present-state.server.ts";
import { ViewForm } from "./view-form.tsx";
import { ViewPage } from "./view-page.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { view, list, kept } = await loadViewFor("update", context, params.savedViewId);
  const shown = recordVersion(view, typedOf);
  return {
    list,
    kept,
    typed: shown.typed,
    mayShare: mayShare(context),
    remove: viewPaths(view.id).remove,
    start: await startForm(context, shown),
  };
}

function typedOf({ name, scope }: SavedView) {
  return { name, scope };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.savedViewId);
  return submitForm(
    { request, context },
    savedViewForm,
    async ({ api, value, ...terms }) => {
      const { list } = await loadViewFor("update", context, id);
      await updateView(api, id, value, terms);
      return { location: list.path, toast: "View updated." };
    },
    async (api) => recordVersion(await findView(api, id), typedOf),
  );
}

export default function EditView({ loaderData, actionData }: Route.ComponentProps) {
  const { list, kept, typed, start, mayShare, remove } = loaderData;
  return (
    <ViewPage
      list={list}
      title="Edit view"
      subtitle={`It keeps ${kept}. To change that, change them on the list and choose “Save this view”.`}
    >
      <ViewForm
        start={start}
        mayShare={mayShare}
        reply={actionData}
        initial={typed}
        send="Save changes"
        cancel={list.path}
      />
      <p className="mt-2">
        <LinkButton href={remove} look="quiet">
          Delete view
        </LinkButton>
      </p>
    </ViewPage>
  );
}
