import { renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";

export interface ToldNews {
  readonly title: string;
  readonly detail: string | null;
  readonly isMessage: boolean;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly opportunityId: string | null;
}

interface NewsMail {
  readonly to: string;
  /** First name. */
  readonly name: string;
  readonly workspaceName: string;
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
  const { to, name, workspaceName, total, news, publicOrigin, unsubscribeUrl } = mail;
  const [only] = news;
  const letter = renderEmail({
    subject: total === 1 && only !== undefined ? only.title : `${countNews(total)} in ${workspaceName}`,
    name,
    opening: total === 1 ? news.map(lineOf) : linesOfNews(news, total),
    link: linkOf(mail),
    closing: mail.canReply ? ["Or reply to this email: the client gets your answer as a message."] : [],
    choicesUrl: `${publicOrigin}/settings/notifications`,
  });
  return { ...letter, to, unsubscribeUrl };
}

export function countNews(total: number): string {
  return total === 1 ? "1 notification" : `${total} notifications`;
}

/** A line for each, and how many more there are. */
export function linesOfNews(news: readonly ToldNews[], total: number): string[] {
  const more = total - news.length;
  return [...news.map((told) => `• ${lineOf(told)}`), ...(more > 0 ? [`And ${more} more.`] : [])];
}

function lineOf({ title, detail, clientName }: ToldNews): string {
  const about = clientName === null || title.includes(clientName) ? "" : ` (${clientName})`;
  const said = detail === null || detail === "" ? "" : `: ${detail}`;
  return `${title}${about}${said}`;
}

/** A single one leads to its record, several lead to all of them. */
function linkOf({ total, news: [only], publicOrigin }: NewsMail) {
  // Whoever works a deal may not be the agent of its client.
  if (total === 1 && only?.opportunityId != null)
    return { label: "See the opportunity", url: `${publicOrigin}/opportunities/${only.opportunityId}` };
  if (total === 1 && only?.clientId != null) {
    if (only.isMessage) return { label: "Read and reply", url: `${publicOrigin}/messages/${only.clientId}` };
    return { label: "See the client", url: `${publicOrigin}/clients/${only.clientId}` };
  }
  return linkToNews(publicOrigin);
}

export function linkToNews(publicOrigin: string) {
  return { label: "See your notifications", url: `${publicOrigin}/notifications` };
}
