/** The forms about opportunities, each opened on an opportunity of its own, since a move can be made once only. */

import { randomUUID } from "node:crypto";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import { addShowing, createPackage } from "./seeded-agent.ts";
import type { Visit, Visitor } from "./visitor.ts";

const nothing = () => ({});
const remark = () => `They liked the garden, ${randomUUID().slice(0, 8)}.`;
const showing = () => ({ note: remark(), startsAt: "2031-03-01T12:00", durationMinutes: "45" });
const address = () => `${randomUUID().slice(0, 8)} Alder Street`;

export const opportunityForms: readonly AgentForm[] = [
  {
    pattern: "/opportunities/new",
    button: "Open opportunity",
    does: "makes",
    typed: () => ({ property: address(), rank: "High" }),
    open: (visitor, { clientId }) => visitor.open(`/opportunities/new?client=${clientId}`),
  },
  {
    pattern: "/opportunities/:opportunityId/stage",
    query: "?to=offer_sent",
    button: "Update stage",
    does: "changes",
    typed: () => ({ "dealPrice.amount": "640000", "dealPrice.currency": "USD", expiresAt: "2031-03-01T12:00" }),
    open: async (visitor, agent) =>
      visitor.open(`/opportunities/${await openOpportunity(visitor, agent)}/stage?to=offer_sent`),
  },
  {
    pattern: "/opportunities/:opportunityId/undoing",
    button: "Undo stage change",
    does: "changes",
    typed: nothing,
    open: openUndoing,
  },
  {
    pattern: "/opportunities/:opportunityId/after-closing",
    button: "Finish up",
    does: "changes",
    typed: () => ({ nextStep: remark() }),
    open: openAfterClosing,
  },
  {
    pattern: "/opportunities/:opportunityId/after-closing/undoing",
    button: "Undo all of this",
    does: "changes",
    typed: nothing,
    async open(visitor, agent) {
      const { url } = await openAfterClosing(visitor, agent);
      await visitor.submitOnly({ nextStep: remark() }, { button: "Finish up" });
      return visitor.open(`${url.pathname}/undoing`);
    },
  },
  {
    pattern: "/opportunities/:opportunityId/rank",
    button: "Save rank",
    does: "changes",
    typed: () => ({ rank: "Low" }),
    open: async (visitor, agent) => visitor.open(`/opportunities/${await openOpportunity(visitor, agent)}/rank`),
  },
  {
    pattern: "/opportunities/:opportunityId/terms",
    button: "Save price and dates",
    does: "changes",
    typed: () => ({ inspectionsDueOn: "2031-03-01", closingOn: "2031-04-01" }),
    refused: { closingOn: "2031-02-30" },
    open: async (visitor, agent) => visitor.open(`/opportunities/${await openOpportunity(visitor, agent)}/terms`),
  },
  {
    pattern: "/opportunities/:opportunityId/calls/new",
    button: "Save to activity",
    does: "makes",
    typed: () => ({ outcome: "no_answer", body: "Tried twice.", nextTitle: "Call again", nextDueOn: "2031-03-01" }),
    refused: { happenedAt: "" },
    other: () => ({ body: "Somebody else" }),
    open: (visitor, { opportunityId }) => visitor.open(`/opportunities/${opportunityId}/calls/new`),
  },
  {
    pattern: "/opportunities/:opportunityId/showings/new",
    button: "Request showing",
    does: "makes",
    typed: showing,
    refused: { startsAt: "" },
    open: (visitor, { opportunityId }) => visitor.open(`/opportunities/${opportunityId}/showings/new`),
  },
  {
    pattern: "/opportunities/:opportunityId/showings/:showingId/edit",
    button: "Save showing",
    does: "changes",
    typed: showing,
    open: (visitor, { opportunityId, showingId }) =>
      visitor.open(`/opportunities/${opportunityId}/showings/${showingId}/edit`),
  },
  {
    pattern: "/opportunities/:opportunityId/showings/:showingId/confirmation",
    button: "Confirm showing",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) => loadShowing(visitor, agent, "confirmation"),
  },
  {
    pattern: "/opportunities/:opportunityId/showings/:showingId/cancellation",
    button: "Cancel showing",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) => loadShowing(visitor, agent, "cancellation"),
  },
  {
    pattern: "/opportunities/:opportunityId",
    button: "Add comment",
    does: "makes",
    typed: () => ({ body: remark() }),
    open: (visitor, { opportunityId }) => visitor.open(`/opportunities/${opportunityId}`),
  },
  {
    pattern: "/opportunities/:opportunityId/comments/:commentId/edit",
    button: "Save changes",
    does: "changes",
    typed: () => ({ body: remark() }),
    open: (visitor, { opportunityId, commentId }) =>
      visitor.open(`/opportunities/${opportunityId}/comments/${commentId}/edit`),
  },
  {
    pattern: "/opportunities/:opportunityId/comments/:commentId/removal",
    button: "Remove comment",
    does: "changes",
    typed: nothing,
    open: (visitor, agent) => openComment(visitor, agent, "removal"),
  },
];

/** Comments on a fresh opportunity, and opens a page about that comment. */
async function openComment(visitor: Visitor, agent: SeededAgent, page: "edit" | "removal"): Promise<Visit> {
  await visitor.open(`/opportunities/${await openOpportunity(visitor, agent)}`);
  const { document } = await visitor.submit({ body: remark() }, { button: "Add comment" });
  const edit = document.querySelector('a[href*="/comments/"][href$="/edit"]')?.getAttribute("href") ?? "";
  return visitor.open(edit.replace(/edit$/, page));
}

/** Requests a showing of a fresh opportunity, and opens a page about it. */
async function loadShowing(
  visitor: Visitor,
  agent: SeededAgent,
  page: "confirmation" | "cancellation",
): Promise<Visit> {
  const opportunityId = await openOpportunity(visitor, agent);
  const showingId = await addShowing(visitor, opportunityId, showing());
  return visitor.open(`/opportunities/${opportunityId}/showings/${showingId}/${page}`);
}

/** Opens one for the agent's client with a new property, and gives its id. */
export async function openOpportunity(visitor: Visitor, { clientId }: Pick<SeededAgent, "clientId">): Promise<string> {
  await createPackage(visitor, { street: address(), clientId });
  return findOpportunity(visitor, clientId);
}

/** The id of a client's opportunity that was opened or changed last. @throws when there is none */
export async function findOpportunity(visitor: Visitor, clientId: string): Promise<string> {
  const { html, text } = await visitor.open(`/opportunities?client=${clientId}`);
  const [, id] = /href="\/opportunities\/([0-9a-f-]{36})"/.exec(html) ?? [];
  if (id === undefined) throw new Error(`The client has no opportunity: ${text.slice(0, 300)}`);
  return id;
}

async function openUndoing(visitor: Visitor, agent: SeededAgent): Promise<Visit> {
  const path = `/opportunities/${await openOpportunity(visitor, agent)}`;
  await visitor.open(`${path}/stage?to=offer_suggeted`);
  await visitor.submitOnly({ "dealPrice.amount": "640000" }, { button: "Update stage" });
  return visitor.open(`${path}/undoing`);
}

/** Closes a fresh opportunity, and opens what it leaves to do. */
async function openAfterClosing(visitor: Visitor, agent: SeededAgent): Promise<Visit> {
  const path = `/opportunities/${await openOpportunity(visitor, agent)}`;
  const price = { "dealPrice.amount": "640000", "dealPrice.currency": "USD" };
  const steps = { offer_sent: price, offer_accepted: price, closed: {} };
  for (const [to, typed] of Object.entries(steps)) {
    await visitor.open(`${path}/stage?to=${to}`);
    await visitor.submitOnly(typed, { button: "Update stage" });
  }
  return visitor.open(`${path}/after-closing`);
}
