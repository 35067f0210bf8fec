import { type RouterContextProvider, redirect } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { largePages } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { threadPath } from "../record-paths.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId, refuse } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { type InboundMail, inboundMailAttributes } from "./inbound-mail.ts";
import { itemOf, loadBeside, loadThread } from "./load-thread.server.ts";

/** The calls about replies by email: the only file that names their JSON:API type. */

const inboundMail = resource("inbound_mail", inboundMailAttributes);

type Context = Readonly<RouterContextProvider>;

/** For a client's thread: the replies that wait for an agent, the oldest first. The promise never rejects. */
export function loadWaitingMails(context: Context, clientId: string): Promise<Settled<readonly InboundMail[]>> {
  return settle(apiOf(context), (api) => listWaiting(api, clientId), logFaults(context));
}

async function listWaiting(api: Api, clientId: string): Promise<readonly InboundMail[]> {
  const filters = { "filter[client_id]": clientId, "filter[waiting]": true };
  const query = { ...largePages, sort: "inserted_at", "page[count]": false, ...filters };
  const failure = "Failed to fetch the replies";
  return (await api.list("/inbound_mails", inboundMail, { query, failure })).items;
}

type Params = { readonly clientId: string; readonly mailId: string };

/** A reply that waits, for the page that asks what is to become of it. @throws 404, 403, or a redirect to the thread of one that waits no more */
export async function loadWaitingMail(context: Context, action: "accept" | "dismiss", params: Params) {
  const id = recordId(params.mailId);
  const [thread, mail] = await loadBeside(loadThread(context, params.clientId), load(findMail(apiOf(context), id)));
  if (mail.clientId !== thread.id) throw notFound();
  const back = threadPath(thread.id);
  if (mail.state !== "waiting") throw redirect(back);
  const { body, doubt, fromAddress, isOfStaff, authorName } = permitted(mail, action, {
    refused: `You don't have permission to ${action} this reply.`,
    back: { label: "Back to the messages", href: back },
  });
  return { item: itemOf(thread), mail: { body, doubt, fromAddress, isOfStaff, authorName } };
}

const done = {
  acceptance: "The reply is in the messages.",
  dismissal: "The reply was dismissed.",
} as const;

/**
 * Accepts or dismisses a reply. Whoever does so again is told what has become of it.
 * @throws 404 for another client's, or a redirect to the thread
 */
export async function decide(context: Context, what: keyof typeof done, params: Params): Promise<Response> {
  const api = apiOf(context);
  const [clientId, id] = [recordId(params.clientId), recordId(params.mailId)];
  if ((await load(findMail(api, id))).clientId !== clientId) throw notFound();
  const failure = "Failed to answer the reply";
  const answered = api.act(path`/inbound_mails/${id}/${what}`, inboundMail, {}, { failure });
  await load(answered.catch((error: unknown) => findSettled(api, { clientId, id }, error)));
  const { state } = await load(findMail(api, id));
  setToast(context, state === "added" ? done.acceptance : done.dismissal);
  return redirect(threadPath(clientId), 303);
}

function findMail(api: Api, id: string): Promise<InboundMail> {
  return api.find(path`/inbound_mails/${id}`, inboundMail, { failure: "Failed to fetch the reply" });
}

/** Somebody was first. @throws the error where nobody was; 403 with a sentence where it cannot be accepted any more */
async function findSettled(api: Api, { clientId, id }: { clientId: string; id: string }, error: unknown) {
  if (error instanceof ApiError && error.kind === "conflict")
    throw refuse({
      refused: "The person who was to answer may not write in these messages any more. Dismiss the reply.",
      back: { label: "Back to the messages", href: threadPath(clientId) },
    });
  const isRefused = error instanceof ApiError && error.kind === "forbidden";
  const mail = isRefused ? await findMail(api, id) : null;
  if (mail === null || mail.state === "waiting") throw error;
  return mail;
}
