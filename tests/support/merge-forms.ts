/** The forms by which two clients become one, and two again. */
import { randomUUID } from "node:crypto";
import type { AgentForm, FurnishedAgent } from "./form-types.ts";
import { createClient } from "./furnished-agent.ts";
import type { Visitor } from "./visitor.ts";

const nothing = () => ({});

async function openFields(visitor: Visitor, { clientId }: FurnishedAgent) {
  const tag = randomUUID().slice(0, 8);
  const other = await createClient(visitor, { name: `Twin ${tag}`, email: `twin.${tag}@client.example` });
  return visitor.open(`/clients/${clientId}/merge/fields?other=${other}`);
}

export const mergeForms: readonly AgentForm[] = [
  {
    pattern: "/clients/:id/merge",
    button: "Compare",
    does: "settles",
    typed: () => ({ otherText: "nobody of that name" }),
    open: (visitor, { clientId }) => visitor.open(`/clients/${clientId}/merge`),
  },
  {
    pattern: "/clients/:id/merge/fields",
    button: "Merge clients",
    does: "changes",
    typed: nothing,
    open: openFields,
  },
  {
    pattern: "/clients/:id/merge/undoing",
    button: "Undo merge",
    does: "changes",
    // One event for each of the two.
    writes: 2,
    typed: nothing,
    open: async (visitor, agent) => {
      await openFields(visitor, agent);
      await visitor.submit({}, { button: "Merge clients" });
      return visitor.open(`/clients/${agent.clientId}/merge/undoing`);
    },
  },
];
