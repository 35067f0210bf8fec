import type { Route } from "./+types/mail-accept";
import { decide, loadWaitingMail } from "./inbound-mails.server.ts";
import { MailDecision } from "./mail-decision.tsx";

/** Accepts a reply by email, which cannot be taken back. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadWaitingMail(context, "accept", params);
}

export async function action({ params, context }: Route.ActionArgs) {
  return decide(context, "acceptance", params);
}

export default function AcceptMail({ loaderData: { item, mail } }: Route.ComponentProps) {
  const where = mail.isOfStaff ? `It is sent to ${item.client}` : `It joins the messages with ${item.client}`;
  return (
    <MailDecision
      item={item}
      mail={mail}
      title="Accept this reply?"
      subtitle={`${where} as a reply of ${mail.authorName}. You can't undo this.`}
      send="Accept reply"
      look="go"
    />
  );
}
