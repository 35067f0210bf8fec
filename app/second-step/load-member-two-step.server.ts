import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { agentOf, identityApiOf, logFaults } from "../session/session.server.ts";
import { fetchMemberTwoStep } from "./second-step.server.ts";

/** Whether a member has two-step sign-in; null for those who may not see it, of oneself, and where it cannot be had. */
export async function loadMemberTwoStep(context: Readonly<RouterContextProvider>, memberId: string) {
  const agent = agentOf(context);
  if (memberId === agent.person.id || !agent.can("workspace.update")) return null;
  const found = await settle(identityApiOf(context), (api) => fetchMemberTwoStep(api, memberId), logFaults(context));
  return found.ok ? { isOn: found.data.isOn, canReset: found.data.canReset } : null;
}
