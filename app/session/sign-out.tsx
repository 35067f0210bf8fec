import { redirect, redirectDocument } from "react-router";
import type { Route } from "./+types/sign-out";
import { parkedFormCookie, requestSessionContext, sessionCookie, workspaceCookie } from "./request-session.server.ts";
import { clearPin } from "./scripts-pin.server.ts";
import { revoke } from "./sign-in.server.ts";

/** Nothing is shown here: somebody who opens the address is not signed out by that. */
export async function loader() {
  throw redirect("/");
}

/** Ends the session here and upstream. Idempotent by nature, so it carries no key. */
export async function action({ context }: Route.ActionArgs) {
  const requestSession = context.get(requestSessionContext);
  const session = await requestSession.session();
  await requestSession.end();
  if (session !== null) await revoke(context, session);
  for (const cookie of [sessionCookie, parkedFormCookie, workspaceCookie]) requestSession.clearCookie(cookie);
  clearPin(context);
  // The storage holds what was typed into forms that were left.
  return redirectDocument("/signed-out", { status: 303, headers: { "Clear-Site-Data": '"cache", "storage"' } });
}
