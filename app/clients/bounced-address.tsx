import { href } from "react-router";
import { comparedEmail } from "../../spelling/email-address.ts";
import type { Settled } from "../json-api/settle.ts";
import { SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { PostForm } from "../ui/post-form.tsx";

/** An address to which an email could not be delivered. */
export interface BouncedAddress {
  /** In the spelling under which addresses are kept. */
  readonly email: string;
  /** ISO 8601. */
  readonly at: string;
  /** A sentence. */
  readonly reason: string;
}

type BouncedAddressNoticeProps = {
  clientId: string;
  /** As it was typed; null where they have none. */
  email: string | null;
  bounced: Settled<readonly BouncedAddress[]>;
  /** Where the address is corrected; null for those who may not. */
  edit: string | null;
};

/** Says of a person's address that no email arrives there, when and why, and what to do. Nothing where they arrive. */
export function BouncedAddressNotice({ clientId, email, bounced, edit }: BouncedAddressNoticeProps) {
  const found =
    email === null
      ? undefined
      : (bounced.ok ? bounced.data : []).find((address) => comparedEmail(address.email) === comparedEmail(email));
  if (email === null || found === undefined) return null;
  return (
    <Notice tone="warn" title={`Emails to ${email} don’t arrive.`}>
      Since <DateTime value={found.at} />: {found.reason}
      {edit === null ? null : (
        <>
          {" "}
          <a href={edit}>Correct the address</a>, or if it is right:{" "}
          <PostForm action={href("/clients/:id/addresses", { id: clientId })}>
            <input type="hidden" name="email" value={email} />
            <SubmitButton look="quiet">Send emails there again</SubmitButton>
          </PostForm>
        </>
      )}
    </Notice>
  );
}
