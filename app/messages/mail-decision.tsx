import { threadPath } from "../record-paths.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { doubtOf, type InboundMail } from "./inbound-mail.ts";
import type { ThreadItem } from "./load-thread.server.ts";
import { ThreadPage } from "./thread-page.tsx";

type MailDecisionProps = {
  item: ThreadItem;
  mail: Pick<InboundMail, "body" | "doubt" | "fromAddress">;
  title: string;
  subtitle: string;
  send: string;
  look: "go" | "bad";
};

/** Asks before a reply by email is accepted or dismissed: neither can be taken back. */
export function MailDecision({ item, mail, title, subtitle, send, look }: MailDecisionProps) {
  return (
    <ThreadPage item={item} title={title} crumb={send} subtitle={subtitle}>
      <p className="mb-2">{doubtOf(mail)}</p>
      <blockquote className="sheet pad mb-2 whitespace-pre-line" dir="auto">
        {mail.body}
      </blockquote>
      <PostForm>
        <div className="actions">
          <SubmitButton look={look}>{send}</SubmitButton>
          <LinkButton href={threadPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </ThreadPage>
  );
}
