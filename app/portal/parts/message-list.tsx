import { Face } from "../../client-pages/face.tsx";
import { clockOf, longTime, weekdayOf } from "../../client-pages/texts/format.ts";
import { useLanguage, useTexts } from "../../client-pages/texts/texts.ts";
import { LinkedText } from "../../ui/linked-text.tsx";
import { WholeEmail } from "../../ui/whole-email.tsx";
import type { ThreadMessage } from "../message.ts";
import type { Thread } from "../portal-messages.server.ts";
import { PaymentWarning } from "./payment-warning.tsx";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

/** The messages of a page by their days. It scrolls by itself, and begins at its end: the newest message is in view. */
export function MessageList({ thread, isOlder }: { thread: Thread; isOlder: boolean }) {
  const { messages: words } = useTexts();
  const { agent, isView, timeZone } = useFrame();
  const language = useLanguage();
  const to = usePortalPath();
  const { messages, older, lastReadNumber } = thread;
  const firstNew = isOlder ? undefined : messages.find(({ isOwn, number }) => !isOwn && number > lastReadNumber);
  const days = Map.groupBy(messages, ({ insertedAt }) => weekdayOf(language, insertedAt, timeZone));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus
    <section className="thread" aria-label={words.title} tabIndex={0}>
      <div className="grid gap-5">
        {older === null ? null : (
          <p>
            <a href={to(`/messages?before=${older}`)}>{words.older}</a>
          </p>
        )}
        {messages.length === 0 ? <p className="muted">{isView ? words.emptyView : words.empty(agent.name)}</p> : null}
        {[...days].map(([day, listed]) => (
          <div key={day}>
            <h2 className="muted small text-center mb-3">{day}</h2>
            <ol className="grid gap-3">
              {listed.map((message) => (
                <Message key={message.id} message={message} isFirstNew={message === firstNew} />
              ))}
            </ol>
          </div>
        ))}
        <p>
          <a href={to("/messages")}>{isOlder ? words.newest : words.refresh}</a>
        </p>
      </div>
    </section>
  );
}

function Message({ message, isFirstNew }: { message: ThreadMessage; isFirstNew: boolean }) {
  const { messages: words } = useTexts();
  const { timeZone } = useFrame();
  const language = useLanguage();
  const to = usePortalPath();
  const {
    name,
    photoId,
    isOwn,
    body,
    original,
    isDeleted,
    editedAt,
    insertedAt,
    packageId,
    property,
    attachments,
    paymentWarning,
  } = message;
  return (
    <li className={isOwn ? "flex flex-row-reverse items-end gap-2" : "flex items-end gap-2"} id={`m${message.number}`}>
      <Face name={name} photoId={photoId} size="sm" />
      <div className={`max-w-160 min-w-0 rounded-xl px-3.5 py-2.5 ${isOwn ? "bg-wash" : "bg-sunk"}`}>
        <p className="muted small">
          <b>
            <bdi>{isOwn ? words.you : name}</bdi>
          </b>{" "}
          <time dateTime={insertedAt} title={longTime(language, insertedAt, timeZone)}>
            {clockOf(language, insertedAt, timeZone)}
          </time>
          {editedAt === null || isDeleted ? "" : `, ${words.edited}`}
          {isFirstNew ? " " : null}
          {isFirstNew ? <b className="c">{words.isNew}</b> : null}
        </p>
        {packageId === null || property === null ? null : (
          <p className="small">
            <a href={to(`/properties/${encodeURIComponent(packageId)}`)}>{words.about(property)}</a>
          </p>
        )}
        {paymentWarning.length > 0 && !isDeleted ? <PaymentWarning rules={paymentWarning} /> : null}
        {isDeleted ? (
          <p className="muted">{words.deleted}</p>
        ) : (
          <p className="lines-kept" dir="auto">
            <LinkedText text={body} />
          </p>
        )}
        <WholeEmail label={words.rest} text={isDeleted ? null : original} />
        {attachments.map(({ id, label, isShown }) => (
          <p key={id} className="small">
            <a href={to(`/documents/${encodeURIComponent(id)}${isShown ? "" : "?download=true"}`)}>
              <bdi>{label}</bdi>
            </a>
          </p>
        ))}
      </div>
    </li>
  );
}
