import { href, redirect, redirectDocument } from "react-router";
import { isListedId } from "../session/parked-form.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf, notFound } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/waiting-discard";
import { titleOfForm, wordsOf } from "./form-words.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Asks before what was typed is dropped. What is gone already leads to the list. */
export async function loader({ context, params: { formId } }: Route.LoaderArgs) {
  if (!isListedId(formId)) throw notFound();
  const { store } = context.get(requestSessionContext);
  const forms = await store.parkedForms.list(currentUserOf(context).person.id);
  const form = forms.find(({ id }) => id === formId);
  if (form === undefined) throw redirect(href("/waiting"));
  return { what: wordsOf(titleOfForm(form.path), form.fields) };
}

/** A second time changes nothing, so it has no submission key. */
export async function action({ context, params: { formId } }: Route.ActionArgs) {
  if (!isListedId(formId)) throw notFound();
  const { store } = context.get(requestSessionContext);
  await store.parkedForms.dropListed(currentUserOf(context).person.id, formId);
  setToast(context, "Discarded.");
  return redirectDocument(href("/waiting"), 303);
}

export default function DiscardWaiting({ loaderData: { what } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead title="Discard what you typed?" subtitle={`${what}. It was never sent, and can’t be brought back.`} />
      <PostForm>
        <div className="actions">
          <SubmitButton look="bad">Discard it</SubmitButton>
          <LinkButton href={href("/waiting")} reload>
            Keep it
          </LinkButton>
        </div>
      </PostForm>
    </Page>
  );
}
