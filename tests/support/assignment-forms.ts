/** The forms that give a record to another agent or share it with one, each opened on a record of the furnished agent's. */
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

/** The agent is the only member that there is for sure, and may share with themselves. */
const withOneself = ({ accountId }: FurnishedAgent) => ({
  colleagueText: "Me",
  colleague: accountId,
  colleagueFor: "Me",
});

const sharing = (pattern: string, pathOf: (agent: FurnishedAgent) => string): readonly AgentForm[] => [
  {
    pattern,
    button: "Share",
    does: "makes",
    typed: withOneself,
    refused: { colleagueText: "Nobody of this name", colleague: "", colleagueFor: "" },
    open: (visitor, agent) => visitor.open(pathOf(agent)),
  },
  {
    pattern: `${pattern}/:memberId/ending`,
    button: "Stop sharing",
    does: "changes",
    typed: () => ({}),
    async open(visitor, agent) {
      await visitor.open(pathOf(agent));
      await visitor.submit(withOneself(agent), { button: "Share" });
      return visitor.open(`${pathOf(agent)}/${agent.accountId}/ending`);
    },
  },
];

export const assignmentForms: readonly AgentForm[] = [
  form("/clients/:id/agent", ({ clientId }) => `/clients/${clientId}/agent`),
  form("/packages/:packageId/agent", ({ packageId }) => `/packages/${packageId}/agent`),
  form("/opportunities/:opportunityId/agent", ({ opportunityId }) => `/opportunities/${opportunityId}/agent`),
  ...sharing("/clients/:id/sharing", ({ clientId }) => `/clients/${clientId}/sharing`),
  ...sharing("/packages/:packageId/sharing", ({ packageId }) => `/packages/${packageId}/sharing`),
];
