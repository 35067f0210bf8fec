import type { ReactNode } from "react";
import { href } from "react-router";
import { documentPath } from "../record-paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { Tag } from "../ui/tag.tsx";
import { WholeEmail } from "../ui/whole-email.tsx";

type ConversationProps = {
  clientId: string;
  days: readonly ConversationDay[];
  /** Of a search, folded: they are marked. */
  words: readonly string[];
  /** Pages before and after this one; null where there is none. */
  older: string | null;
  newer: string | null;
  /** What comes after them. */
  children?: ReactNode;
};

/** Messages day by day, the newest at the bottom and in view: it is what the box begins with, with scripts and without. */
export function Conversation({ clientId, days, words, older, newer, children }: ConversationProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus
    <section className="talk" aria-label="Conversation" tabIndex={0}>
      <div>
        {older === null ? null : (
          <p className="muted small">
            <a className="link" href={older}>
              Older messages
            </a>
          </p>
        )}
        {days.map(({ day, label, messages }) => (
          <section key={day}>
            <h2 className="small pt-2 pb-0.75 text-center text-ink-3 [font-weight:400]">{label}</h2>
            <ol>
              {messages.map((message) => (
                <Message key={message.id} message={message} clientId={clientId} words={words} />
              ))}
            </ol>
          </section>
        ))}
        {children}
        {newer === null ? null : (
          <p className="muted small">
            <a className="link" href={newer}>
              Newer messages
            </a>
          </p>
        )}
      </div>
    </section>
  );
}

function lookOf({ kind, isFromClient }: ShownMessage): string {
  if (kind === "note") return "team-note";
  if (kind === "announcement") return kind;
  return isFromClient ? "theirs" : "ours";
}

type MessageProps = { message: ShownMessage; clientId: string; words: readonly string[] };

function Message({ message, clientId, words }: MessageProps) {
  const { id, face, property, attachments, isDeleted, readBy, unmailed } = message;
  return (
    <li id={id} className={lookOf(message)}>
      <Avatar {...face} />
      <div>
        <Head message={message} />
        {isDeleted ? (
          <p className="muted">This message was deleted.</p>
        ) : (
          <p dir="auto">
            <LinkedText text={message.body} words={words} />
          </p>
        )}
        <WholeEmail label="Show the rest" text={isDeleted ? null : message.original} />
        {attachments.length === 0 ? null : (
          <ul aria-label="Attachments">
            {attachments.map((attachment) => (
              <li key={attachment.id}>
                <a className="link" href={documentPath(attachment.id)}>
                  {attachment.label}
                </a>
              </li>
            ))}
          </ul>
        )}
        {property === null ? null : (
          <p className="small muted">
            About{" "}
            <a className="link" href={property.href}>
              {property.street}
            </a>
          </p>
        )}
        <AskedAtProperty message={message} />
        {readBy.length === 0 ? null : <p className="small muted">Read by {readBy.join("; ")}</p>}
        {unmailed.map((sentence) => (
          <p key={sentence} className="small muted">
            {sentence}
          </p>
        ))}
        {message.isChangeable ? <Verbs message={{ clientId, messageId: id }} /> : null}
      </div>
    </li>
  );
}

/** The way from a question asked at a property, and from its answer there, to the form that answers it. */
function AskedAtProperty({ message: { question, isFromClient, isDeleted } }: { message: ShownMessage }) {
  if (question === null || isDeleted) return null;
  const { path, isAnswered } = question;
  return (
    <p className="small muted">
      {isFromClient ? "Asked at the property. " : "Shown at the property as the answer. "}
      {path === null ? null : (
        <a
          className="link"
          href={path}
          aria-label={isAnswered ? "Edit or take back the answer" : "Answer this question"}
        >
          {isAnswered ? "Edit or take back" : "Answer"}
        </a>
      )}
    </p>
  );
}

function Head({ message }: { message: ShownMessage }) {
  const { kind, author, at, time, moment, isByEmail, isEdited, isDeleted } = message;
  return (
    <p className="small">
      <b>{author}</b>{" "}
      <time className="muted" dateTime={at} title={moment}>
        <span aria-hidden="true">{time}</span>
        <span className="vh">{moment}</span>
      </time>
      <span className="muted">
        {isByEmail ? " by email" : ""}
        {isEdited && !isDeleted ? " · edited" : ""}
      </span>{" "}
      {kind === "note" ? <Tag>Internal note: the client can’t see it</Tag> : null}
      {message.hasPaymentDetails ? <Tag>Looks like payment details</Tag> : null}
      {message.isVerified ? null : <Tag>Sender not verified</Tag>}
    </p>
  );
}

/** What its author can do with a message, for 10 minutes. */
function Verbs({ message }: { message: { clientId: string; messageId: string } }) {
  return (
    <p className="actions small">
      <a
        className="link"
        href={href("/messages/:clientId/messages/:messageId/edit", message)}
        aria-label="Edit message"
      >
        Edit
      </a>
      <a
        className="link"
        href={href("/messages/:clientId/messages/:messageId/removal", message)}
        aria-label="Delete message"
      >
        Delete
      </a>
    </p>
  );
}

/** A message or a note. */
export interface ShownMessage {
  readonly id: string;
  readonly kind: "message" | "note" | "announcement";
  readonly isFromClient: boolean;
  readonly author: string;
  /** On our own server; null for initials. */
  readonly face: { readonly name: string; readonly picture: string | null };
  readonly body: string;
  /** All of the email that it was; null where nothing was left out. */
  readonly original: string | null;
  readonly property: { readonly href: string; readonly street: string } | null;
  readonly attachments: readonly { readonly id: string; readonly label: string }[];
  /** A question asked at a property, or its answer there; the path is of the form that answers it, null for those who may not. */
  readonly question: { readonly path: string | null; readonly isAnswered: boolean } | null;
  readonly isByEmail: boolean;
  readonly isVerified: boolean;
  readonly hasPaymentDetails: boolean;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  /** Whether whoever looks may change it: its author may, for 10 minutes. */
  readonly isChangeable: boolean;
  /** ISO 8601, and for people: the time of day, and all of it. */
  readonly at: string;
  readonly time: string;
  readonly moment: string;
  /** Who of the client's has read up to here, and when. */
  readonly readBy: readonly string[];
  /** What is said of emails about it that have not gone out. */
  readonly unmailed: readonly string[];
}

export interface ConversationDay {
  readonly day: string;
  readonly label: string;
  /** The oldest first. */
  readonly messages: readonly ShownMessage[];
}
