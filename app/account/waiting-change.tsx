import { href } from "react-router";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";

type WaitingChangeProps = {
  email: string;
  newEmail: string;
  isOldConfirmed: boolean;
  isNewConfirmed: boolean;
  expiresAt: string | null;
};

/** A change of one's address that waits for its confirmations. Sending again and withdrawing twice do no harm, so they have no key. */
export function WaitingChange({ email, newEmail, isOldConfirmed, isNewConfirmed, expiresAt }: WaitingChangeProps) {
  return (
    <>
      <PageHead
        title="Change email"
        subtitle="Open the link in the email to each address, in any order. Until both are confirmed, you sign in as before."
      />
      <Sheet>
        <Rows label="Addresses">
          <AddressRow label="Present address" email={email} isConfirmed={isOldConfirmed} />
          <AddressRow label="New address" email={newEmail} isConfirmed={isNewConfirmed} />
        </Rows>
      </Sheet>
      <p className="muted">
        It can be confirmed until <DateTime value={expiresAt} form="moment" />.
      </p>
      <div className="actions">
        <PostForm action={href("/settings/account/email/sending")}>
          <SubmitButton look="plain">Send the emails again</SubmitButton>
        </PostForm>
        <PostForm action={href("/settings/account/email/withdrawal")}>
          <SubmitButton look="bad">Withdraw</SubmitButton>
        </PostForm>
        <LinkButton href={href("/settings/account")}>Back to your account</LinkButton>
      </div>
    </>
  );
}

function AddressRow({ label, email, isConfirmed }: { label: string; email: string; isConfirmed: boolean }) {
  return (
    <Row>
      <div>
        <b>{email}</b>
        <div className="muted small">{label}</div>
      </div>
      <State tone={isConfirmed ? "on" : "due"}>{isConfirmed ? "Confirmed" : "Not confirmed yet"}</State>
    </Row>
  );
}
