import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Sheet } from "../ui/page.tsx";

type WaitingNoticeProps = {
  waiting: { readonly id: string; readonly expiresAt: string };
  children: string;
};

/** What the owner asked for and is not confirmed yet, with the way to take it back. */
export function WaitingNotice({ waiting: { id, expiresAt }, children }: WaitingNoticeProps) {
  return (
    <Sheet title="Pending" padded>
      <p>{children}</p>
      <p className="muted mb-2">
        The link works until <DateTime value={expiresAt} form="moment" />.
      </p>
      <div className="actions">
        <LinkButton href={href("/settings/confirmations/:confirmationId/withdrawal", { confirmationId: id })}>
          Withdraw
        </LinkButton>
        <LinkButton href={href("/settings/general")}>Back</LinkButton>
      </div>
    </Sheet>
  );
}
