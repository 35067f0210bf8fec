/** The forms about messages and saved replies. */

import { randomUUID } from "node:crypto";
import { newDocument } from "./document-forms.ts";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import { createClient } from "./seeded-agent.ts";
import type { Visitor } from "./visitor.ts";
import { addReply, sendMessage } from "./written-messages.ts";

const nothing = () => ({});
const tag = (): string => randomUUID().slice(0, 8);
const words = () => ({ body: `Shall we look on Friday? ${tag()}` });
const reply = () => ({ name: `Hours ${tag()}`, body: "Hello {client}, I am there from 9 to 5." });

/** A message to a client of its own: whatever is sent ends the key of the thread's form. Gives its address. */
async function sentPath(visitor: Visitor): Promise<string> {
  const clientId = await createClient(visitor, { name: "Ida Reading", email: `ida.${tag()}@client.example` });
  return `/messages/${clientId}/messages/${await sendMessage(visitor, clientId, words())}`;
}

export const messageForms: readonly AgentForm[] = [
  {
    pattern: "/messages/:clientId",
    button: "Send message",
    does: "makes",
    typed: words,
    open: (visitor, { clientId }) => visitor.open(`/messages/${clientId}`),
  },
  {
    pattern: "/messages/:clientId",
    button: "Mark unread",
    does: "settles",
    typed: nothing,
    open: (visitor, { clientId }) => visitor.open(`/messages/${clientId}`),
  },
  {
    pattern: "/messages/:clientId/attachments",
    button: "Attach",
    does: "settles",
    typed: nothing,
    open: async (visitor, { clientId, packageId }) => {
      await visitor.open(`/documents/${await newDocument(visitor, `?package=${packageId}`)}/visibility`);
      await visitor.submitOnly({}, { button: "Show to clients" });
      return visitor.open(`/messages/${clientId}/attachments`);
    },
  },
  {
    pattern: "/messages/:clientId/notes/new",
    button: "Add note",
    does: "makes",
    typed: words,
    open: (visitor, { clientId }) => visitor.open(`/messages/${clientId}/notes/new`),
  },
  {
    pattern: "/messages/:clientId/messages/:messageId/edit",
    button: "Save changes",
    does: "changes",
    typed: words,
    open: async (visitor) => visitor.open(`${await sentPath(visitor)}/edit`),
  },
  {
    pattern: "/messages/:clientId/messages/:messageId/removal",
    button: "Delete message",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`${await sentPath(visitor)}/removal`),
  },
  {
    pattern: "/messages/replies/new",
    button: "Add saved reply",
    does: "makes",
    typed: reply,
    open: (visitor) => visitor.open("/messages/replies/new"),
  },
  {
    pattern: "/messages/replies/:replyId/edit",
    button: "Save changes",
    does: "changes",
    typed: reply,
    open: (visitor, { replyId }: SeededAgent) => visitor.open(`/messages/replies/${replyId}/edit`),
  },
  {
    pattern: "/messages/replies/:replyId/removal",
    button: "Remove saved reply",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/messages/replies/${await addReply(visitor, reply())}/removal`),
  },
];
