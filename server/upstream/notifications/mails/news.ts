import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

interface ToldNews {
  readonly title: string;
  readonly detail: string | null;
  readonly isMessage: boolean;
  readonly clientId: string | null;
  readonly clientName: string | null;
}

export interface NewsMail {
  readonly to: string;
  /** First name. */
  readonly name: string;
  readonly workspaceName: string;
  /** One email a day, rather than one as things happen. */
  readonly isDaily: boolean;
  /** All of them; `news` has the newest. */
  readonly total: number;
  readonly news: readonly ToldNews[];
  /** Whether an answer to the email is a message to the client. */
  readonly canReply: boolean;
  /** Without a trailing slash. */
  readonly publicOrigin: string;
  readonly unsubscribeUrl: string;
}

/** Tells a member what they have not read. */
export function newsMail(mail: NewsMail): Mail {
  const { to, name, workspaceName, isDaily, total, news, publicOrigin, unsubscribeUrl } = mail;
  const [only] = news;
  const subject =
    total === 1 && only !== undefined && !isDaily
      ? only.title
      : `${total} ${total === 1 ? "notification" : "notifications"} in ${workspaceName}`;
  const more = total - news.length;
  const letter = renderEmail({
    subject,
    name,
    opening: [
      ...(isDaily ? [`What happened in ${workspaceName} since yesterday:`] : []),
      ...news.map((told) => lineOf(told, total > 1 || isDaily)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    link: linkOf(mail),
    closing: mail.canReply ? ["Or reply to this email: the client gets your answer as a message."] : [],
    choicesUrl: `${publicOrigin}/settings/notifications`,
  });
  return { ...letter, to, unsubscribeUrl };
}

function lineOf({ title, detail, clientName }: ToldNews, isOneOfMany: boolean): string {
  const about = clientName === null || title.includes(clientName) ? "" : ` (${clientName})`;
  const said = detail === null || detail === "" ? "" : `: ${detail}`;
  return `${isOneOfMany ? "• " : ""}${title}${about}${said}`;
}

/** A single one leads to its record, several lead to all of them. */
function linkOf({ total, news: [only], publicOrigin }: NewsMail) {
  if (total === 1 && only?.clientId != null) {
    if (only.isMessage) return { label: "Read and reply", url: `${publicOrigin}/messages/${only.clientId}` };
    return { label: "See the client", url: `${publicOrigin}/clients/${only.clientId}` };
  }
  return { label: "See your notifications", url: `${publicOrigin}/notifications` };
}
