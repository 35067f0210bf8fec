import type { RouterContextProvider } from "react-router";
import { startForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, load, logFaults } from "../session/session.server.ts";
import { loadMostBytes } from "./message-files.server.ts";
import type { Composing } from "./message-form.tsx";
import { findDraft } from "./messages.server.ts";
import { listReplies } from "./replies.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What the form of a message to a client begins with: what was written there before, on whichever device. Its key is the draft's and
 * changes when that is sent, so a page that is asked for again may be the same one.
 * @param about the property that an address names; it counts where it is one of the client's
 */
export async function loadComposing(
  context: Context,
  clientId: string,
  about: string | null = null,
): Promise<Omit<Composing, "client">> {
  const api = apiOf(context);
  const [draft, replies, start, mostBytes] = await Promise.all([
    load(findDraft(api, clientId)),
    settle(api, async (api) => (await listReplies(api)).map(({ id, name }) => ({ id, name })), logFaults(context)),
    startForm(context),
    loadMostBytes(context),
  ]);
  const { body, documents, packages } = draft;
  const isKnown = packages.some(({ id }) => id === about);
  return {
    clientId,
    body,
    packageId: isKnown ? about : draft.packageId,
    documents,
    packages,
    replies,
    mostBytes,
    draftKey: draft.submissionKey,
    start: start.parked === null ? { ...start, key: draft.submissionKey } : start,
  };
}
