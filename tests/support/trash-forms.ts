/** The forms by which clients, properties and opportunities go to the trash, and leave it. */
import { randomUUID } from "node:crypto";
import type { AgentForm } from "./form-types.ts";
import { createClient } from "./seeded-agent.ts";
import type { Visitor } from "./visitor.ts";

const nothing = () => ({});

async function openTrashing(visitor: Visitor): Promise<string> {
  const tag = randomUUID().slice(0, 8);
  const id = await createClient(visitor, { name: `Past ${tag}`, email: `past.${tag}@client.example` });
  await visitor.open(`/trash/new?about=client.${id}`);
  return id;
}

async function openTrashed(visitor: Visitor, page: "restoration" | "removal") {
  const id = await openTrashing(visitor);
  await visitor.submitOnly({}, { button: "Move to trash" });
  return visitor.open(`/trash/${page}?record=${id}`);
}

export const trashForms: readonly AgentForm[] = [
  {
    pattern: "/trash/new",
    button: "Move to trash",
    does: "changes",
    typed: nothing,
    open: async (visitor) => {
      await openTrashing(visitor);
      return visitor.page;
    },
  },
  {
    pattern: "/trash/restoration",
    button: "Restore",
    does: "changes",
    typed: nothing,
    open: (visitor) => openTrashed(visitor, "restoration"),
  },
  {
    pattern: "/trash/removal",
    button: "Delete permanently",
    does: "changes",
    typed: nothing,
    open: (visitor) => openTrashed(visitor, "removal"),
  },
];
