import type { RouterContextProvider } from "react-router";
import { requestSessionContext } from "../session/request-session.server.ts";
import { revoke } from "./sign-in.server.ts";

/** Ends the session of this side of the product, here and upstream, and removes its cookies. */
export async function endSession(context: Readonly<RouterContextProvider>): Promise<void> {
  const requestSession = context.get(requestSessionContext);
  const kept = await requestSession.session();
  await requestSession.end();
  if (kept !== null) await revoke(context, kept);
  const { session, parkedForm, workspace } = requestSession.area.cookies;
  for (const cookie of [session, parkedForm, workspace]) requestSession.clearCookie(cookie);
}
