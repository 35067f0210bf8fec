/** The forms of the public page of a workspace, and those with which agents answer what comes from it. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { findMailedLink } from "./agent.ts";
import type { AgentForm, PublicForm, SeededAgent } from "./form-types.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);
const someAddress = (): string => `somebody.${tag()}@nowhere.example`;

/** The demo's. */
const query = "?workspace=evergreen";
const register = `/client-portal/register${query}`;

/** The present handle: the workspace may have been renamed since it was made. @param owner who may change the settings */
async function handleOf(owner: Visitor): Promise<string> {
  const { document } = await owner.open("/settings/general");
  return document.querySelector("input[name=handle]")?.getAttribute("value") ?? "";
}

/** Sends a message for a client from the public page, and gives the id of the request once it is filed. */
export async function addContactRequest(
  visitor: Visitor,
  owner: Visitor,
  client: { readonly id: string; readonly email: string },
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  await visitor.open(`/client-portal/contact?workspace=${await handleOf(owner)}`);
  await visitor.submitOnly({ name: "Sam Sender", email: client.email, ...fields }, { button: "Send message" });
  // A job that failed is tried again after some seconds.
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { html } = await visitor.open(`/clients/${client.id}`);
    const [, id] = /\/contact-requests\/([0-9a-f-]{36})\/acceptance/.exec(html) ?? [];
    if (id !== undefined) return id;
    if (Date.now() > deadline) throw new Error(`No request was filed: ${visitor.page.text.slice(0, 300)}`);
    await wait(50);
  }
}

/** A request of its own, since each is answered once. */
async function openRequest(visitor: Visitor, agent: SeededAgent, action: string): Promise<Visit> {
  const email = someAddress();
  await visitor.open("/clients/new");
  await visitor.submitOnly({ name: "Rita Request", email }, { button: "Create client" });
  const { html } = await visitor.open(`/clients/?${new URLSearchParams({ q: email })}`);
  const [, id = ""] = /\/clients\/([0-9a-f-]{36})/.exec(html) ?? [];
  const requestId = await addContactRequest(visitor, agent.visitor, { id, email }, { message: `Call me, ${tag()}.` });
  return visitor.open(`/clients/${id}/contact-requests/${requestId}/${action}`);
}

export const contactForms: readonly AgentForm[] = [
  {
    pattern: "/settings/portal",
    button: "Save settings",
    does: "changes",
    typed: () => ({ introduction: `We sell houses, ${tag()}.` }),
    refused: { "questions.first.answer": "Yes", "questions.first.question": "" },
    open: (visitor) => visitor.open("/settings/portal"),
  },
  {
    pattern: "/clients/:id/contact-requests/:contactRequestId/acceptance",
    button: "Accept request",
    does: "makes",
    typed: () => ({}),
    open: (visitor, agent) => openRequest(visitor, agent, "acceptance"),
  },
  {
    pattern: "/clients/:id/contact-requests/:contactRequestId/dismissal",
    button: "Dismiss request",
    does: "makes",
    typed: () => ({}),
    open: (visitor, agent) => openRequest(visitor, agent, "dismissal"),
  },
];

export const publicContactForms: readonly PublicForm[] = [
  {
    pattern: "/client-portal/contact",
    query,
    button: "Send message",
    typed: () => ({ name: "Noor Haddad", email: someAddress(), phoneNumber: "206 555 0100", message: "Call me." }),
    open: (visitor) => visitor.open(`/client-portal/contact${query}`),
  },
  {
    pattern: "/client-portal/register",
    query,
    button: "Register",
    typed: () => ({ name: "Noor Haddad", email: someAddress(), phoneNumber: "206 555 0100" }),
    open: (visitor) => visitor.open(register),
  },
  {
    pattern: "/client-portal/registrations/:token",
    button: "Confirm my address",
    typed: () => ({}),
    async open(visitor) {
      const email = someAddress();
      await visitor.open(register);
      await visitor.submitOnly({ name: "Noor Haddad", email }, { button: "Register" });
      return visitor.open(await findMailedLink(visitor, email, "/client-portal/registrations/"));
    },
  },
];
