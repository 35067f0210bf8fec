/** The forms that give a record to another agent or share it with one, each opened on a record of the seeded agent's. */
import { randomUUID } from "node:crypto";
import type { AgentForm, SeededAgent } from "./form-types.ts";

/** The agent is the only member that there is for sure: a record stays whose it is, and being given it again is nothing. */
const form = (pattern: string, pathOf: (agent: SeededAgent) => string): AgentForm => ({
  pattern,
  button: "Save agent",
  does: "changes",
  writes: 0,
  // By another name each time: the same change of the same version would be one that was sent before.
  typed({ accountId }) {
    const name = `Me ${randomUUID().slice(0, 8)}`;
    return { agentText: name, agent: accountId, agentFor: name };
  },
  refused: { agentText: "Nobody of this name" },
  open: (visitor, agent) => visitor.open(pathOf(agent)),
});

/** The agent is the only member that there is for sure, and may share with themselves. */
const withOneself = ({ accountId }: SeededAgent) => ({
  colleagueText: "Me",
  colleague: accountId,
  colleagueFor: "Me",
});

const sharing = (pattern: string, pathOf: (agent: SeededAgent) => string): readonly AgentForm[] => [
  {
    pattern,
    button: "Share",
    does: "makes",
    typed: withOneself,
    async open(visitor, agent) {
      const page = await visitor.open(pathOf(agent));
      if (!page.html.includes(`/sharing/${agent.accountId}/ending`)) return page;
      await visitor.open(`${pathOf(agent)}/${agent.accountId}/ending`);
      await visitor.submit({}, { button: "Stop sharing" });
      return visitor.open(pathOf(agent));
    },
  },
  {
    pattern: `${pattern}/:memberId/ending`,
    button: "Stop sharing",
    does: "changes",
    typed: () => ({}),
    async open(visitor, agent) {
      await visitor.open(pathOf(agent));
      await visitor.submitOnly(withOneself(agent), { button: "Share" });
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
