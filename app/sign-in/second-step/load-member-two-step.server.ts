import type { RouterContextProvider } from "react-router";
import type { Api } from "../../json-api/api.ts";
import { settle } from "../../json-api/settle.ts";
import { agentOf, identityApiOf, logFaults } from "../../session/session.server.ts";
import { fetchMemberTwoStep } from "./second-step.server.ts";

/** Whether a member has two-step sign-in; null for those who may not see it, and of oneself. The promise never rejects. */
export async function loadMemberTwoStep(context: Readonly<RouterContextProvider>, memberId: string) {
  const agent = agentOf(context);
  if (memberId === agent.person.id || !agent.can("workspace.update")) return null;
  const read = async (api: Api) => {
    const { isOn, canReset } = await fetchMemberTwoStep(api, memberId);
    return { isOn, canReset };
  };
  return settle(identityApiOf(context), read, logFaults(context));
}
