import { href, redirect, redirectDocument } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { refererPath } from "../session/next-path.ts";
import { clearScriptsChoice, setScriptsChoice } from "../session/scripts-choice.server.ts";
import type { Route } from "./+types/scripts";

export async function loader() {
  throw redirect(href("/dashboard"));
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const mode = (await readFormData(request, context)).get("mode");
  if (mode === "lite" || mode === "full") setScriptsChoice(context, mode);
  else clearScriptsChoice(context);
  const from = refererPath(request, url);
  return redirectDocument(from === null || from === url.pathname ? href("/dashboard") : from, 303);
}
