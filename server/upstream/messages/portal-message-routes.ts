import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { ownDocuments, writerOf } from "../visibility.ts";
import { addMessage } from "./add-message.ts";
import { checkDocuments } from "./client-of-thread.ts";
import { endDraft, keepDraft, readDraft } from "./draft.ts";
import { body, documentIds, draftBody } from "./inputs.ts";
import { portalDraftType, portalThreadType, readPortalDraft, readPortalThread } from "./portal-thread.ts";
import { markRead } from "./reads.ts";

const sentType = recordType("portal_message", z.object({}));

const numberText = z.string().regex(/^\d{1,15}$/, "Say the number of a message.");

/** What a client does in their own thread. */
export const portalMessageRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/messages",
    summary: "The client's thread: the newest 30 messages, or those before one, and what the person has begun to write",
    access: "client",
    parameters: z.object({ before: numberText.optional() }),
    answers: { status: 200, of: portalThreadType },
    async run({ database, currentUser, parameters: { before } }) {
      const attributes = await readPortalThread(database, currentUser, before === undefined ? null : Number(before));
      return found(portalThreadType, { id: currentUser.clientId, attributes, path: "/portal/messages" });
    },
  }),
  action({
    method: "POST",
    path: "/portal/messages",
    summary: "Send a message to the agent; what was begun is sent with it, and a new one begins",
    access: "client",
    input: {
      type: "portal_message",
      attributes: z.object({ body, documentIds: documentIds.optional() }),
    },
    answers: { status: 201, of: sentType },
    async run({ database, currentUser: user, attributes: { body, documentIds = [] } }) {
      const { clientId, workspaceId, email } = user;
      if (body === "" && documentIds.length === 0)
        throw invalidAttribute("body", "Message must be at least 1 character.");
      await checkOwnDocuments(database, user, documentIds);
      const write = { database, currentUser: writerOf(user) };
      const added = await addMessage(write, { clientId, source: "portal", authorEmail: email, body, documentIds });
      if (added === null) throw new Error("The message was not added.");
      await endDraft(database, { clientId, workspaceId, email });
      return created(sentType, { id: added.id, attributes: {} });
    },
  }),
  action({
    method: "POST",
    path: "/portal/messages/read",
    summary: "The person has read their thread, up to a message; only for what they did themselves",
    access: "client",
    input: {
      type: "portal_thread",
      attributes: z.object({ number: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    },
    answers: { status: 204, of: null },
    async run({ database, currentUser, attributes: { number } }) {
      const { workspaceId, clientId, email, name } = currentUser;
      await markRead(database, { workspaceId, clientId, email, name }, number);
      return nothing;
    },
  }),
  action({
    method: "GET",
    path: "/portal/message_draft",
    summary: "What the person has begun to write",
    access: "client",
    answers: { status: 200, of: portalDraftType },
    async run({ database, currentUser }) {
      const attributes = await readPortalDraft(database, currentUser);
      return found(portalDraftType, { id: currentUser.clientId, attributes, path: "/portal/message_draft" });
    },
  }),
  action({
    method: "PATCH",
    path: "/portal/message_draft",
    summary: "Keep what the person has begun to write; what is left out stays as it was",
    access: "client",
    input: {
      type: "portal_message_draft",
      attributes: z.object({ body: draftBody.optional(), documentIds: documentIds.optional() }),
    },
    answers: { status: 204, of: null },
    async run({ database, currentUser: user, attributes }) {
      const { clientId, workspaceId, email } = user;
      const key = { clientId, workspaceId, email };
      await checkOwnDocuments(database, user, attributes.documentIds ?? []);
      const before = await readDraft(database, key, ownDocuments(user));
      await keepDraft(database, key, {
        body: attributes.body ?? before.body,
        packageId: null,
        documentIds: attributes.documentIds ?? before.documents.map(({ id }) => id),
      });
      return nothing;
    },
  }),
];

const gone = "A document isn't there any more. Choose again.";

function checkOwnDocuments(database: Queries, user: PortalUser, ids: readonly string[]): Promise<void> {
  return checkDocuments(database, { seen: ownDocuments(user), otherwise: gone }, ids);
}
