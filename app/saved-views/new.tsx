import { fold } from "../../spelling/folding.ts";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { allows } from "../json-api/resource.ts";
import { savedViewForm, type TypedView, viewPaths } from "../lists/saved-view.ts";
import { addView, listViews } from "../lists/saved-views.server.ts";
import { apiOf, load, loadBoth } from "../session/session.server.ts";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/new";
import { mayShare, presentState } from "./present-state.server.ts";
import { ViewForm } from "./view-form.tsx";
import { ViewPage } from "./view-page.tsx";

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { name, query, list, kept } = presentState(context, url.searchParams);
  const [views, start] = await loadBoth(load(listViews(apiOf(context), name)), startForm(context));
  const changeable = views.filter((view) => allows(view, "update"));
  return {
    list,
    kept,
    start,
    mayShare: mayShare(context),
    others: changeable.map(({ id, name }) => ({ id, name, href: viewPaths(id, query).replace })),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { name, parameters, list, query } = presentState(context, url.searchParams);
  return submitForm({ request, context }, savedViewForm, async ({ api, value, key, isRepeat }) => {
    if (!isRepeat) await askAboutName(api, value, name, query);
    await addView(api, value, { list: name, parameters }, key);
    return { location: list.path, toast: "View saved." };
  });
}

/** @throws FormRefusal with the way to update the view that has the name already */
async function askAboutName(api: Api, { name, scope }: TypedView, list: string, query: string): Promise<void> {
  const called = fold(name);
  const there = (await listViews(api, list)).find((view) => view.scope === scope && fold(view.name) === called);
  if (there === undefined || !allows(there, "update")) return;
  throw new FormRefusal({
    status: 400,
    fieldErrors: { name: ["A view of this list with this name already exists."] },
    text: `A view called “${there.name}” is there already. Update it to what the list shows now, or choose another name.`,
    link: { href: viewPaths(there.id, query).replace, label: `Update “${there.name}”` },
  });
}

const nothing = { name: "", scope: "personal" };

export default function NewView({ loaderData, actionData }: Route.ComponentProps) {
  const { list, kept, start, others, mayShare } = loaderData;
  return (
    <ViewPage
      list={list}
      title="Save view"
      subtitle={`Keeps ${kept} of the list “${list.title}” as one link above it.`}
    >
      <ViewForm
        start={start}
        mayShare={mayShare}
        reply={actionData}
        initial={nothing}
        send="Save view"
        cancel={list.path}
      />
      {others.length === 0 ? null : (
        <Sheet title="Or update a saved view">
          <Rows label="Saved views">
            {others.map(({ id, name, href }) => (
              <Row key={id}>
                <b>{name}</b>
                <a className="btn quiet" href={href} aria-label={`Update ${name}`}>
                  Update
                </a>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
    </ViewPage>
  );
}
