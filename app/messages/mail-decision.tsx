import { threadPath } from "../record-paths.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/mail-decision";
import { doubtOf } from "./inbound-mail.ts";
import { decide, loadWaitingMail } from "./inbound-mails.server.ts";
import { ThreadPage } from "./thread-page.tsx";

/** Accepts a reply by email, or dismisses it at the other address; neither can be taken back. Idempotent, so it has no submission key. */

const isDismissal = (pattern: string) => pattern.endsWith("/dismissal");

export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const decision = isDismissal(pattern) ? "dismiss" : "accept";
  return { decision, ...(await loadWaitingMail(context, decision, params)) };
}

export async function action({ params, pattern, context }: Route.ActionArgs) {
  return decide(context, isDismissal(pattern) ? "dismissal" : "acceptance", params);
}

export default function DecideOnMail({ loaderData: { decision, item, mail } }: Route.ComponentProps) {
  const isAccepted = decision === "accept";
  const send = isAccepted ? "Accept reply" : "Dismiss reply";
  const where = mail.isOfStaff ? `It is sent to ${item.client}` : `It joins the messages with ${item.client}`;
  return (
    <ThreadPage
      item={item}
      title={isAccepted ? "Accept this reply?" : "Dismiss this reply?"}
      crumb={send}
      subtitle={
        isAccepted
          ? `${where} as a reply of ${mail.authorName}. You can't undo this.`
          : "It never joins the messages. The sender isn't told. You can't undo this."
      }
    >
      <p className="mb-2">{doubtOf(mail)}</p>
      <blockquote className="sheet pad mb-2 whitespace-pre-line" dir="auto">
        {mail.body}
      </blockquote>
      <PostForm>
        <div className="actions">
          <SubmitButton look={isAccepted ? "go" : "bad"}>{send}</SubmitButton>
          <LinkButton href={threadPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </ThreadPage>
  );
}
