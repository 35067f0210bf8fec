/** What was mailed to somebody about a thread, made anew from its messages: the emails themselves are not kept once they are sent. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { splitName } from "../identity/person-name.ts";
import { messageMail } from "../mailing/mails/message.ts";
import { newsMail } from "../mailing/mails/news.ts";
import { languages } from "../tables.ts";
import type { Correspondent } from "./correspondent.ts";

/** The newest messages, of which emails may be answered. */
const mostMessages = 60;
/** Several unread ones have an email that counts them. */
const mostCounted = 20;

const row = z.object({
  workspace_name: z.string(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  author_name: z.string(),
  words: z.string(),
});
type Row = z.output<typeof row>;

/** Gives each as its subject and the text below it. */
export async function sentTo(database: Pick<Queries, "execute">, correspondent: Correspondent): Promise<string[]> {
  const { clientId, accountId } = correspondent;
  const { rows } = await database.execute(sql`
    select workspace.name as workspace_name, workspace.phone_number, workspace.website_url, message.author_name,
      left(message.body, 200) as words
    from upstream.messages message join upstream.workspaces workspace on workspace.id = message.workspace_id
    where message.client_id = ${clientId} and message.kind = 'message' and message.is_from_client = ${accountId !== null}
    order by message.number desc limit ${mostMessages}`);
  const found = z.array(row).parse(rows);
  return found.flatMap((message, place) =>
    accountId === null ? toClient(message, place, correspondent) : toMember(message, correspondent),
  );
}

function toClient(message: Row, place: number, { name }: Correspondent): string[] {
  const counts = place === 0 ? Array.from({ length: mostCounted }, (_, index) => index + 1) : [1];
  return languages.flatMap((language) =>
    counts.map((total) => {
      const { subject, text } = messageMail({
        to: "",
        name: splitName(name).firstName,
        language,
        workspaceName: message.workspace_name,
        contact: { phoneNumber: message.phone_number, websiteUrl: message.website_url },
        author: message.author_name,
        total,
        words: message.words,
        canReply: true,
        url: "",
        choicesUrl: "",
      });
      return `${subject}\n${text}`;
    }),
  );
}

function toMember(
  { workspace_name: workspaceName, author_name: author, words }: Row,
  { name, clientName }: Correspondent,
) {
  const told = { title: `${author} sent a message`, detail: words, isMessage: true, clientId: null, clientName };
  const { subject, text } = newsMail({
    to: "",
    name: splitName(name).firstName,
    workspaceName,
    total: 1,
    news: [{ ...told, opportunityId: null }],
    canReply: true,
    publicOrigin: "",
    unsubscribeUrl: "",
  });
  return [`${subject}\n${text}`];
}
