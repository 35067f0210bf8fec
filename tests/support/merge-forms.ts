/** The forms by which two clients become one, and two again. */
import { randomUUID } from "node:crypto";
import type { AgentForm } from "./form-types.ts";
import { createClient } from "./seeded-agent.ts";
import type { Visitor } from "./visitor.ts";

const nothing = () => ({});

async function makeTwin(visitor: Visitor): Promise<string> {
  const tag = randomUUID().slice(0, 8);
  return createClient(visitor, { name: `Twin ${tag}`, email: `twin.${tag}@client.example` });
}

/** Both clients are new: a merge changes the one that stays. @returns the address of that one */
async function openFields(visitor: Visitor): Promise<string> {
  const stays = `/clients/${await makeTwin(visitor)}`;
  await visitor.open(`${stays}/merge/fields?other=${await makeTwin(visitor)}`);
  return stays;
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
    open: async (visitor) => {
      await openFields(visitor);
      return visitor.page;
    },
  },
  {
    pattern: "/clients/:id/merge/undoing",
    button: "Undo merge",
    does: "changes",
    typed: nothing,
    open: async (visitor) => {
      const stays = await openFields(visitor);
      await visitor.submitOnly({}, { button: "Merge clients" });
      return visitor.open(`${stays}/merge/undoing`);
    },
  },
];
