import type { Route } from "./+types/mail-dismiss";
import { decide, loadWaitingMail } from "./inbound-mails.server.ts";
import { MailDecision } from "./mail-decision.tsx";

/** Dismisses a reply by email, which cannot be taken back. Idempotent, so it has no submission key. */

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadWaitingMail(context, "dismiss", params);
}

export async function action({ params, context }: Route.ActionArgs) {
  return decide(context, "dismissal", params);
}

export default function DismissMail({ loaderData: { item, mail } }: Route.ComponentProps) {
  return (
    <MailDecision
      item={item}
      mail={mail}
      title="Dismiss this reply?"
      subtitle="It never joins the messages. The sender isn't told. You can't undo this."
      send="Dismiss reply"
      look="bad"
    />
  );
}
