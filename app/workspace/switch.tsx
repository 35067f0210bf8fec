import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { currentUserOf, notFound, switchWorkspace } from "../session/session.server.ts";
import type { Route } from "./+types/switch";

export async function loader() {
  throw redirect(href("/dashboard"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const id = (await readFormData(request, context)).get("workspace");
  const workspace = currentUserOf(context).workspaces.find((candidate) => candidate.id === id);
  if (workspace === undefined) throw notFound();
  await switchWorkspace(context, workspace.id);
  return redirect(href("/dashboard"), 303);
}
