import { href, redirect, redirectDocument } from "react-router";
import { askedByWorker } from "../session/asked-by-worker.ts";
import { clearScriptsChoice } from "../session/scripts-choice.server.ts";
import type { Route } from "./+types/sign-out";
import { endSession } from "./sign-in.server.ts";

export async function loader() {
  throw redirect("/");
}

/** Ends the session here and upstream. Idempotent, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  await endSession(context);
  clearScriptsChoice(context);
  // The browser's storage holds form drafts. A device's worker has wiped its own, and keeps what waits sealed.
  const cleared = askedByWorker(request.headers) === null ? '"cache", "storage"' : '"cache"';
  return redirectDocument(href("/signed-out"), { status: 303, headers: { "Clear-Site-Data": cleared } });
}
