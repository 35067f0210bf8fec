/** The forms about messages and saved replies. */

import { randomUUID } from "node:crypto";
import type { AgentForm, FurnishedAgent } from "./form-types.ts";
import type { Visitor } from "./visitor.ts";

const nothing = () => ({});
const tag = (): string => randomUUID().slice(0, 8);
const words = () => ({ body: `Shall we look on Friday? ${tag()}` });
const reply = () => ({ name: `Hours ${tag()}`, body: "Hello {client}, I am there from 9 to 5." });

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
    does: "makes",
    typed: nothing,
    open: async (visitor, { clientId, documentId }) => {
      await visitor.open(`/documents/${documentId}/visibility`);
      await visitor.submit({ isClientVisible: "on" }, { button: "Save changes" });
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
    open: async (visitor, { clientId }) =>
      visitor.open(`/messages/${clientId}/messages/${await sendMessage(visitor, clientId, words())}/edit`),
  },
  {
    pattern: "/messages/:clientId/messages/:messageId/removal",
    button: "Delete message",
    does: "changes",
    typed: nothing,
    open: async (visitor, { clientId }) =>
      visitor.open(`/messages/${clientId}/messages/${await sendMessage(visitor, clientId, words())}/removal`),
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
    open: (visitor, { replyId }: FurnishedAgent) => visitor.open(`/messages/replies/${replyId}/edit`),
  },
  {
    pattern: "/messages/replies/:replyId/removal",
    button: "Remove saved reply",
    does: "changes",
    typed: nothing,
    open: async (visitor) => visitor.open(`/messages/replies/${await addReply(visitor, reply())}/removal`),
  },
];

/** Sends a message by the form and gives its id. */
export async function sendMessage(
  visitor: Visitor,
  clientId: string,
  typed: Readonly<Record<string, string>> & { readonly body: string },
): Promise<string> {
  await visitor.open(`/messages/${clientId}`);
  const { document, text } = await visitor.submit(typed, { button: "Send message" });
  const shown = document.querySelectorAll("main .talk li[id]").findLast((message) => message.text.includes(typed.body));
  const id = shown?.getAttribute("id");
  if (id === undefined) throw new Error(`No message was sent: ${text.slice(0, 300)}`);
  return id;
}

/** Adds a saved reply by the form and gives its id. */
export async function addReply(
  visitor: Visitor,
  typed: Readonly<Record<string, string>> & { readonly name: string },
): Promise<string> {
  await visitor.open("/messages/replies/new");
  const { document, text } = await visitor.submit(typed, { button: "Add saved reply" });
  const row = document.querySelectorAll("main li").find((one) => one.text.includes(typed.name));
  const [, id] = /\/replies\/([0-9a-f-]{36})\/edit$/.exec(row?.querySelector("a")?.getAttribute("href") ?? "") ?? [];
  if (id === undefined) throw new Error(`No saved reply was added: ${text.slice(0, 300)}`);
  return id;
}
