/** The forms that give a record to another agent, each opened on a record of the furnished agent's. */
import type { AgentForm, FurnishedAgent } from "./form-types.ts";

/** A record stays whose it is: there is no colleague to be found, and being given it again is nothing. */
const form = (pattern: string, pathOf: (agent: FurnishedAgent) => string): AgentForm => ({
  pattern,
  button: "Save agent",
  does: "changes",
  typed: () => ({}),
  refused: { agentText: "Nobody of this name" },
  open: (visitor, agent) => visitor.open(pathOf(agent)),
});

export const assignmentForms: readonly AgentForm[] = [
  form("/clients/:id/agent", ({ clientId }) => `/clients/${clientId}/agent`),
  form("/packages/:packageId/agent", ({ packageId }) => `/packages/${packageId}/agent`),
  form("/opportunities/:opportunityId/agent", ({ opportunityId }) => `/opportunities/${opportunityId}/agent`),
];
