import { href, type RouterContextProvider, redirect } from "react-router";
import { startForm } from "../../forms/forms.server.ts";
import { currentUserOf } from "../../session/session.server.ts";
import { loadTwoStep } from "./proved-form.server.ts";

/** What the form of a change needs. @throws a redirect where two-step sign-in is off */
export async function loadChange(context: Readonly<RouterContextProvider>, { pathname: page }: URL) {
  const { enabledAt, hasPassword } = await loadTwoStep(context);
  if (enabledAt === null) throw redirect(href("/settings/account/two-step"));
  return { start: await startForm(context), email: currentUserOf(context).person.email, hasPassword, page };
}
