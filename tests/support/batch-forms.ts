/** The forms that change several records at once, and take that back. */
import { randomUUID } from "node:crypto";
import type { AgentForm } from "./form-types.ts";
import { createClient } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tagging = () => ({ action: "add_tag", tag: `Fair ${randomUUID().slice(0, 8)}` });
const button = "Apply";

async function openChoice(visitor: Visitor): Promise<Visit> {
  const tag = randomUUID().slice(0, 8);
  const id = await createClient(visitor, { name: `Chosen ${tag}`, email: `chosen.${tag}@client.example` });
  return visitor.open(`/batches/new?of=clients&id=${id}`);
}

/** Tags a new client; gives the batch's id. */
export async function makeBatch(visitor: Visitor): Promise<string> {
  await openChoice(visitor);
  const { html } = await visitor.submit(tagging(), { button });
  const [, id] = /\/batches\/([0-9a-f-]{36})\/undoing/.exec(html) ?? [];
  if (id === undefined) throw new Error("The page does not say how to undo the batch.");
  return id;
}

export const batchForms: readonly AgentForm[] = [
  {
    pattern: "/batches/new",
    query: "?all=true",
    button,
    does: "makes",
    typed: tagging,
    other: tagging,
    namesRecords: true,
    open: openChoice,
  },
  {
    pattern: "/batches/:batchId/undoing",
    button: "Undo",
    does: "makes",
    typed: () => ({}),
    open: async (visitor) => visitor.open(`/batches/${await makeBatch(visitor)}/undoing`),
  },
];
