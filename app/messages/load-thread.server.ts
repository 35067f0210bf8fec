import { type RouterContextProvider, redirect } from "react-router";
import { orMerged } from "../client-merges/client-merges.server.ts";
import { allows } from "../json-api/resource.ts";
import { threadPath } from "../record-paths.ts";
import { apiOf, load, notFound, permitted, recordId, refuse } from "../session/session.server.ts";
import { type FoundMessage, type FoundThread, findMessage, findThread } from "./messages.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A client's thread as the pages below it name it. */
export interface ThreadItem {
  readonly id: string;
  readonly client: string;
}

export function itemOf({ id, clientName }: FoundThread): ThreadItem {
  return { id, client: clientName };
}

/** The thread of the client whom a URL names; one that was merged leads on to the other. @throws 404 where there is none that the current user may see; 501 */
export async function loadThread(context: Context, clientId: string): Promise<FoundThread> {
  const id = recordId(clientId);
  return load(orMerged(context, id, findThread(apiOf(context), id)));
}

/**
 * Waits for a thread and what is shown with it, side by side. What the thread's loading says, as that the client was merged, comes
 * before what is missing besides.
 */
export async function loadBeside<Parts>(
  thread: Promise<FoundThread>,
  parts: Promise<Parts>,
): Promise<readonly [FoundThread, Parts]> {
  parts.catch(() => {});
  return [await thread, await parts];
}

/** Leads to the thread from an address that only takes what is posted. @throws a redirect, 404 or 501 */
export async function leadToThread(context: Context, clientId: string): Promise<never> {
  throw redirect(threadPath((await loadThread(context, clientId)).id));
}

/** The same for a page that does something in it. @throws 403 */
export async function loadThreadFor(
  action: "message" | "note",
  context: Context,
  clientId: string,
): Promise<FoundThread> {
  const found = await loadThread(context, clientId);
  if (allows(found, action)) return found;
  throw refuse({
    refused:
      found.archivedAt === null
        ? "You don't have permission to write to this client."
        : "This client is archived. Restore the client to send messages.",
    back: { label: "Back to the messages", href: threadPath(found.id) },
  });
}

/** A message of one's own. @throws 404, or 403 for those who did not write it, and after 10 minutes */
export async function loadMessageFor(
  action: "update" | "remove",
  context: Context,
  { clientId, messageId }: { readonly clientId: string; readonly messageId: string },
): Promise<{ item: ThreadItem; message: FoundMessage }> {
  const id = recordId(messageId);
  const finding = load(findMessage(apiOf(context), id));
  const [thread, message] = await loadBeside(loadThread(context, clientId), finding);
  // The service itself would give it under any client's address.
  if (message.clientId !== thread.id) throw notFound();
  return {
    item: itemOf(thread),
    message: permitted(message, action, {
      refused: "This message can't be changed any more.",
      who: "Only the person who wrote it can, for 10 minutes.",
      back: { label: "Back to the messages", href: threadPath(thread.id) },
    }),
  };
}
