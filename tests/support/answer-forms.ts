/** The forms about what clients answer and ask, each on a deal of its own with a client who uses the portal. */
import { randomUUID } from "node:crypto";
import { type FindMailedLink, findMailedLink } from "./agent.ts";
import type { AgentForm } from "./form-types.ts";
import { findOpportunity } from "./opportunity-forms.ts";
import { createClient, createPackage } from "./seeded-agent.ts";
import { type Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);

interface Deal {
  /** Of its page. */
  readonly path: string;
  /** The client, on the portal's page of the property. */
  readonly client: Visitor;
  /** Path of that page. */
  readonly property: string;
}

/** Opens a deal of a new client who has accepted the invitation. */
async function openDeal(visitor: Visitor, findLink: FindMailedLink = findMailedLink): Promise<Deal> {
  const email = `asks.${tag()}@client.example`;
  const clientId = await createClient(visitor, { name: "Ida Asking", email });
  const packageId = await createPackage(visitor, { street: `${tag()} Alder Street`, clientId });
  const client = new Visitor(visitor.origin);
  await client.open(await findLink(visitor, email, "/client-portal/invitations/"));
  await client.submitOnly({}, { button: "Open my home search" });
  const property = `/client-portal/dashboard/properties/${packageId}`;
  return { path: `/opportunities/${await findOpportunity(visitor, clientId)}`, client, property };
}

async function openQuestion(visitor: Visitor, findLink?: FindMailedLink): Promise<Visit> {
  const { path, client, property } = await openDeal(visitor, findLink);
  await client.open(`${property}/questions/new`);
  await client.submitOnly({ body: `Is the attic insulated, ${tag()}?` }, { form: "main form", button: "Send" });
  await client.close();
  const { document } = await visitor.open(path);
  return visitor.open(document.querySelector('a[href*="/client-question?"]')?.getAttribute("href") ?? "");
}

async function openAnswers(visitor: Visitor, findLink?: FindMailedLink): Promise<Visit> {
  const { path, client, property } = await openDeal(visitor, findLink);
  await client.open(`${property}/interest`);
  await client.submitOnly({ choice: "interested" }, { form: "main form", button: "Send" });
  await client.close();
  return visitor.open(`${path}/acknowledgement`);
}

export const answerForms: readonly AgentForm[] = [
  {
    pattern: "/opportunities/:opportunityId/suggestion",
    button: "Suggest offer",
    does: "makes",
    typed: () => ({ terms: `As it is, ${tag()}.`, "price.amount": "640000", "price.currency": "USD" }),
    refused: { "price.amount": "" },
    open: async (visitor, _agent, findLink) => {
      const { path, client } = await openDeal(visitor, findLink);
      await client.close();
      await visitor.open(`${path}/stage?to=offer_suggeted`);
      await visitor.submitOnly({ "dealPrice.amount": "640000" }, { button: "Update stage" });
      return visitor.open(`${path}/suggestion`);
    },
  },
  {
    pattern: "/opportunities/:opportunityId/client-question",
    button: "Send answer",
    does: "changes",
    typed: () => ({ answer: `Yes, ${tag()}.` }),
    open: (visitor, _agent, findLink) => openQuestion(visitor, findLink),
  },
  {
    pattern: "/opportunities/:opportunityId/acknowledgement",
    button: "Mark answers as read",
    does: "makes",
    typed: () => ({}),
    open: (visitor, _agent, findLink) => openAnswers(visitor, findLink),
  },
];
