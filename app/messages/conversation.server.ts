import { questionPath } from "../action-paths.ts";
import { allows } from "../json-api/resource.ts";
import type { WaitingMessageMail } from "../notifications/delivery.server.ts";
import { packagePath } from "../record-paths.ts";
import { type Day, dayIn, formatDay, formatMoment, formatRecent, formatTime } from "../ui/date-format.ts";
import type { ConversationDay, ShownMessage } from "./conversation.tsx";
import type { FoundMessage, FoundThread } from "./messages.server.ts";

interface Told {
  /** IANA name. */
  readonly timeZone: string;
  readonly today: Day;
  /** The thread's client, with the picture on our own server: others of their household write in it, too. */
  readonly client: { readonly name: string; readonly picture: string | null };
  /** Emails about messages that have not gone out. */
  readonly waitingMails: readonly WaitingMessageMail[];
  /** Whether whoever looks may answer the client's questions. */
  readonly mayAnswer: boolean;
}

/** A page of messages, the newest first, as days with the oldest first. */
export function conversationOf(
  found: readonly FoundMessage[],
  readers: FoundThread["readers"],
  told: Told,
): readonly ConversationDay[] {
  const receipts = receiptsOf(found, readers, told);
  const shown = found.toReversed().map((message) => shownMessage(message, receipts.get(message.id) ?? [], told));
  const days = Map.groupBy(shown, ({ at }) => dayIn(told.timeZone, new Date(at)));
  return [...days].map(([day, messages]) => ({ day, label: labelOf(messages[0]?.at ?? "", told), messages }));
}

/** "Today", "Yesterday", "Mon, Nov 16", "Nov 12, 2023". */
function labelOf(at: string, { timeZone, today }: Told): string {
  if (dayIn(timeZone, new Date(at)) === today) return "Today";
  const recent = formatRecent(at, timeZone, today);
  return recent === "Yesterday" || recent.includes(", ") ? recent : formatDay(at, timeZone);
}

function shownMessage(message: FoundMessage, readBy: readonly string[], told: Told): ShownMessage {
  const { timeZone, client, waitingMails, mayAnswer } = told;
  const { id, kind, isFromClient, authorName, body, packageId, packageStreet, attachments, question, insertedAt } =
    message;
  return {
    id,
    kind,
    isFromClient,
    author: authorName === "" ? (isFromClient ? "The client" : "A colleague") : authorName,
    face: { name: authorName, picture: isFromClient && authorName === client.name ? client.picture : null },
    body,
    original: message.original,
    property:
      packageId === null || packageStreet === null ? null : { href: packagePath(packageId), street: packageStreet },
    attachments: attachments.map(({ id, label }) => ({ id, label })),
    question: question && {
      path: mayAnswer ? questionPath(question.opportunityId, question.id, "messages") : null,
      isAnswered: question.isAnswered,
    },
    isByEmail: message.source === "email",
    isVerified: message.isVerified,
    hasPaymentDetails: message.paymentWarning.length > 0,
    isEdited: message.editedAt !== null,
    isDeleted: message.deletedAt !== null,
    isChangeable: allows(message, "update") && message.can !== null,
    at: insertedAt,
    time: formatTime(insertedAt, timeZone),
    moment: formatMoment(insertedAt, timeZone),
    readBy,
    unmailed: waitingMails
      .filter(({ messageNumber }) => messageNumber === message.number)
      .map((mail) => sentenceOf(mail, timeZone)),
  };
}

function sentenceOf({ to, nextTryAt }: WaitingMessageMail, timeZone: string): string {
  const next = nextTryAt === null ? "it is being tried now" : `next try at ${formatTime(nextTryAt, timeZone)}`;
  return `The email to ${to} about this has not gone out yet; ${next}.`;
}

/** Each person of the client's is named below the newest message of staff that they have read, by the message's id. */
function receiptsOf(
  found: readonly FoundMessage[],
  readers: FoundThread["readers"],
  { timeZone, today }: Told,
): ReadonlyMap<string, string[]> {
  const receipts = new Map<string, string[]>();
  for (const { name, isClient, lastReadNumber, readAt } of readers) {
    const read = found.find(
      ({ kind, isFromClient, number }) => kind === "message" && !isFromClient && number <= lastReadNumber,
    );
    if (!isClient || readAt === null || read === undefined) continue;
    const words = `${name}, ${formatRecent(readAt, timeZone, today)}`;
    receipts.set(read.id, [...(receipts.get(read.id) ?? []), words]);
  }
  return receipts;
}
