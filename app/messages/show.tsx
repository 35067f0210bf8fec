import { useEffect } from "react";
import { data, href, redirect } from "react-router";
import { fold } from "../../spelling/folding.ts";
import { describeLanguage } from "../clients/client-language.ts";
import { ClientLanguage } from "../clients/client-language-line.tsx";
import { writeForm } from "../forms/forms.server.ts";
import { footOf, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { listQuery, readList, recordIdOrNull } from "../lists/list-state.ts";
import { loadWaitingMessageMails } from "../notifications/delivery.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { clientPath, messagesPath, threadPath } from "../record-paths.ts";
import { isAskedByPerson } from "../session/asked-by-person.server.ts";
import { agentOf, apiOf, load, logFaults, recordId } from "../session/session.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button, SubmitButton } from "../ui/button.tsx";
import { ContactLine } from "../ui/contact.tsx";
import { dayIn } from "../ui/date-format.ts";
import { Menu, MenuButton, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { PageTitle } from "../ui/page.tsx";
import { withCall } from "../ui/phone.server.ts";
import { PostForm } from "../ui/post-form.tsx";
import { searchIn } from "../ui/search-text.ts";
import { State } from "../ui/tag.tsx";
import { nothingKept, receiveFields } from "../uploads/receive-form.server.ts";
import { reloadsAfterUpload } from "../uploads/upload-form.tsx";
import { type RefusedFile, statusOf } from "../uploads/upload-limits.ts";
import type { Route } from "./+types/show";
import { keepAsDocuments, loadComposing } from "./composing.server.ts";
import { conversationOf } from "./conversation.server.ts";
import { Conversation } from "./conversation.tsx";
import { loadWaitingMails } from "./inbound-mails.server.ts";
import { InboundMailsPanel } from "./inbound-mails-panel.tsx";
import { loadBeside, loadThread } from "./load-thread.server.ts";
import { Mailbox } from "./mailbox.tsx";
import { messageForm, messageWithFiles } from "./message.ts";
import { MessageForm, messageFormId } from "./message-form.tsx";
import { listState } from "./message-list.ts";
import { addMessage, findSaid, keepDraft, listMessages, listMessagesAround, readThread } from "./messages.server.ts";
import type { PaymentQuestion } from "./payment-question.tsx";
import { ThreadList } from "./thread-list.tsx";
import { type ThreadsBeside as Beside, loadThreadsBeside } from "./thread-row.server.ts";
import { bodyOf, saidIn, type Unsent, type UnsentMessage, useUnsent } from "./use-unsent.ts";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const { workspace, can } = agentOf(context);
  const timeZone = workspace.timeZone ?? "UTC";
  const api = apiOf(context);
  const clientId = recordId(params.clientId);
  const page = readRequestedPage(url.searchParams);
  const words = searchIn(url.searchParams.get("q") ?? "");
  const place = page === null && words !== "" ? readPlace(url.searchParams) : null;
  if (page === null && words !== "" && place === null) await leadToFound(context, clientId, words, url.searchParams);
  const parts = Promise.all([
    load(place === null ? listMessages(api, clientId, page) : listMessagesAround(api, clientId, place)),
    loadComposing(context, clientId, recordIdOrNull(url.searchParams.get("about") ?? "")),
    loadWaitingMails(context, clientId),
    loadWaitingMessageMails(context, clientId),
    loadThreadsBeside(context, url.searchParams),
  ]);
  const [thread, [found, composing, mails, waitingMails, beside]] = await loadBeside(
    loadThread(context, clientId),
    parts,
  );
  const newest = found.items[0]?.number ?? 0;
  const isSeen = thread.unreadCount > 0 && found.page.before === null && isAskedByPerson(request);
  if (isSeen) await settle(api, (api) => readThread(api, clientId, newest), logFaults(context));
  const { clientName, clientEmail, clientPhoneNumber, clientPhotoUrl, clientLanguage, archivedAt, needsReply } = thread;
  const picture =
    clientPhotoUrl === null ? null : context.get(picturesContext).pathOf(clientPhotoUrl, 200, workspace.id);
  const { previous, next } = footOf(found, threadPath(clientId));
  return {
    client: withCall({ id: clientId, name: clientName, email: clientEmail, phoneNumber: clientPhoneNumber, picture }),
    language: describeLanguage({ language: clientLanguage }),
    isArchived: archivedAt !== null,
    needsReply,
    can: { message: allows(thread, "message"), note: allows(thread, "note"), settle: allows(thread, "settle") },
    days: conversationOf(found.items, thread.readers, {
      timeZone,
      today: dayIn(timeZone),
      client: { name: clientName, picture },
      mayAnswer: allows(thread, "message"),
      waitingMails: waitingMails.ok ? waitingMails.data : [],
    }),
    mailing: waitingMails.ok ? { ok: true as const, data: null } : waitingMails,
    /** Of the search that led here. */
    words: fold(words).split(" ").filter(Boolean),
    older: next,
    newer: previous,
    /** The newest message that is shown and was not read; null where there is none. */
    unseen: thread.unreadCount > 0 && found.page.before === null && !isSeen ? newest : null,
    mails,
    beside,
    state: { ...readList(listState, url.searchParams), page: null },
    maySend: can("messages.send"),
    composing: { ...composing, client: clientName },
  };
}

export const handle = { takesFiles: true };

const placeParameter = "found";

/** The number of the message that a search found, at which the thread is opened. */
function readPlace(parameters: URLSearchParams): number | null {
  const number = parameters.get(placeParameter) ?? "";
  return /^\d{1,15}$/.test(number) ? Number(number) : null;
}

/** Goes on at the newest message that has the words of a search, where one has. @throws a redirect */
async function leadToFound(
  context: Route.LoaderArgs["context"],
  clientId: string,
  words: string,
  parameters: URLSearchParams,
): Promise<void> {
  const said = await settle(apiOf(context), (api) => findSaid(api, clientId, words), logFaults(context));
  if (!said.ok || said.data === null) return;
  const query = new URLSearchParams(parameters);
  query.set(placeParameter, String(said.data.number));
  throw redirect(`${threadPath(clientId)}?${query}#${said.data.id}`);
}

export const shouldRevalidate = reloadsAfterUpload;

/** One more message; files that are chosen for it become documents of the client first, and stay attached where it is refused. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.clientId);
  const schemaFor = (files: number) => (files === 0 ? messageForm : messageWithFiles);
  const { form, files, refused, discard } = await receiveFields(context, request, schemaFor, { ofRecord: true });
  let failed: readonly RefusedFile[] = [];
  try {
    if (!form.isValid) return form.answer;
    return await writeForm<typeof form.value, never, PaymentQuestion>(context, form, async ({ api, value, key }) => {
      const { body, packageId, documentIds, paymentConfirmed } = value;
      const kept = await keepAsDocuments(context, clientId, files, key);
      const message = { packageId, documentIds: [...documentIds, ...kept.documentIds] };
      const keep = () => keepDraft(api, clientId, { ...message, body: body ?? "" });
      failed = [...refused, ...kept.failed];
      if (failed.length > 0) {
        await keep();
        throw nothingKept();
      }
      try {
        await addMessage(api, { clientId, kind: "message", body, paymentConfirmed, ...message }, key);
      } catch (error) {
        if (kept.documentIds.length > 0) await keep();
        throw error;
      }
      return { location: threadPath(clientId), toast: "Message sent." };
    });
  } catch (error) {
    if (!form.isValid || failed.length === 0) throw error;
    return data({ ...form.reply<null, PaymentQuestion | null>({}).data, failed }, { status: statusOf(failed) });
  } finally {
    await discard([]);
  }
}

export default function Thread({ loaderData, actionData }: Route.ComponentProps) {
  const { client, language, isArchived, needsReply, can, days, older, newer, unseen, composing } = loaderData;
  const { beside, state, maySend, words } = loaderData;
  const { id: clientId, name } = client;
  useSeen(href("/messages/:clientId/read", { clientId }), unseen);
  const path = threadPath(clientId);
  const start = actionData?.start ?? composing.start;
  const unsent = useUnsent({ path, formId: messageFormId, start, days, isNewest: newer === null, reply: actionData });
  const next = { ...start, key: unsent.formKey };
  return (
    <Mailbox
      heading={
        <h2>
          <a href={messagesPath}>Messages</a>
        </h2>
      }
      state={state}
      maySend={maySend}
      list={<ThreadsBeside beside={beside} openId={clientId} all={messagesPath + listQuery(state)} />}
      isOpen
    >
      <PageTitle>{`Messages with ${name}`}</PageTitle>
      <div className="talk-h">
        <a className="btn quiet only md:hidden" href={messagesPath + listQuery(state)}>
          <span aria-hidden="true">‹</span>
          <span className="vh">All messages</span>
        </a>
        <Avatar name={name} picture={client.picture} />
        <div className="cut">
          <h1 className="text-3">
            <a href={clientPath(clientId)}>{name}</a>
          </h1>
          <p className="small muted">
            <ContactLine {...client} />
          </p>
        </div>
        {needsReply ? <State tone="due">Needs reply</State> : null}
        {needsReply && can.settle ? (
          <PostForm action={href("/messages/:clientId/settlement", { clientId })}>
            <SubmitButton look="quiet">No reply needed</SubmitButton>
          </PostForm>
        ) : null}
        <Menu end button="quiet only" label={<MoreLabel />}>
          {days.length === 0 ? null : (
            <PostForm action={href("/messages/:clientId/unread", { clientId })}>
              <MenuButton>Mark unread</MenuButton>
            </PostForm>
          )}
          {can.note ? <MenuLink href={href("/messages/:clientId/notes/new", { clientId })}>Add note</MenuLink> : null}
          <MenuLink href={clientPath(clientId)}>Open the client</MenuLink>
          <ClientLanguage clientId={clientId} language={language} canChange={can.settle} />
        </Menu>
      </div>
      {days.length + unsent.messages.length === 0 ? (
        <EmptyState>
          No messages yet.{client.email === null ? null : ` ${name} reads and answers them in the client portal.`}
        </EmptyState>
      ) : (
        <Conversation clientId={clientId} days={days} words={words} older={older} newer={newer}>
          <UnsentMessages path={path} unsent={unsent} />
        </Conversation>
      )}
      <div className="talk-foot">
        <NotLoadedLine what="emails that wait" part={loaderData.mailing} />
        <InboundMailsPanel mails={loaderData.mails} />
        {can.message && client.email === null ? (
          <Notice tone="warn" title={`${name} has no email address.`}>
            They can’t sign in to the client portal, and no email tells them about messages.{" "}
            <a href={href("/clients/:id/edit", { id: clientId })}>Add one</a>
          </Notice>
        ) : null}
        {can.message ? (
          <MessageForm composing={{ ...composing, start: next }} reply={actionData && { ...actionData, start: next }} />
        ) : (
          <Notice>
            {isArchived
              ? "This client is archived. Restore the client to send messages."
              : "You don't have permission to write to this client. You can add notes for your team."}
          </Notice>
        )}
      </div>
    </Mailbox>
  );
}

type ThreadsBesideProps = { beside: Settled<Beside>; openId: string; all: string };

/** The other threads, as the list has them; the page can do without. @param all the address of the list */
function ThreadsBeside({ beside, openId, all }: ThreadsBesideProps) {
  if (!beside.ok) return <NotLoadedLine what="other conversations" part={beside} />;
  return (
    <>
      <ThreadList rows={beside.data.rows} openId={openId} />
      {beside.data.hasMore ? (
        <p className="pad small">
          <a href={all}>All conversations</a>
        </p>
      ) : null}
    </>
  );
}

/**
 * Says that somebody has seen a page's newest message, where scripts run, once the page is looked at: one that was fetched ahead is
 * not. Without scripts the request itself says that a person asked for the page.
 * @param number of the message; null where there is nothing to say
 */
function useSeen(address: string, number: number | null): void {
  useEffect(() => {
    if (number === null) return undefined;
    const tell = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", tell);
      const body = new URLSearchParams({ number: String(number) });
      fetch(address, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
    };
    document.addEventListener("visibilitychange", tell);
    tell();
    return () => document.removeEventListener("visibilitychange", tell);
  }, [address, number]);
}

/** What was not sent, at the end of its thread. */
function UnsentMessages({ path, unsent }: { path: string; unsent: Unsent }) {
  if (unsent.messages.length === 0) return null;
  return (
    <ol className="unsent mt-1.5">
      {unsent.messages.map((message) => (
        <li key={message.key} className="ours">
          <div>
            {message.key === unsent.sendingKey ? (
              <p className="small muted">Sending…</p>
            ) : (
              <p className="small err" role="status">
                Not sent
              </p>
            )}
            <p dir="auto">{bodyOf(message)}</p>
            <Attached count={saidIn(message, "documentIds").length} />
            {message.key === unsent.sendingKey ? null : <Ways path={path} message={message} unsent={unsent} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Attached({ count }: { count: number }) {
  if (count === 0) return null;
  return <p className="small muted">{count === 1 ? "1 attachment" : `${count} attachments`}</p>;
}

/** The form holds all that the message's own form said, its key too: so it is one message. */
function Ways({ path, message, unsent }: { path: string; message: UnsentMessage; unsent: Unsent }) {
  return (
    <PostForm action={path}>
      {message.fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="actions">
        {/* Not busy while it waits for the line: pressed, it tries at once. */}
        <button className="btn" type="submit">
          Try again
        </button>
        <Button look="quiet" onClick={() => unsent.edit(message)}>
          Edit
        </Button>
        <Button look="quiet" onClick={() => unsent.discard(message)}>
          Discard
        </Button>
      </div>
    </PostForm>
  );
}
