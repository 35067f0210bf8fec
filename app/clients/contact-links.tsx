import { LinkButton } from "../ui/button.tsx";
import type { Client } from "./client.ts";

/** Characters up to which a number stays on one line. */
const shortPhone = 24;

/** A phone number as it was typed. */
export function Phone({ typed }: { typed: string }) {
  return <span className={typed.length > shortPhone ? undefined : "num"}>{typed}</span>;
}

type ContactLinksProps = Pick<Client, "name"> & {
  /** Dials their number; null where there is none. */
  call: string | null;
  /** Where one writes to them; null where one cannot. */
  message: string | null;
};

/** Buttons to call a client and to write to them, in a row of a list. */
export function ContactLinks({ name, call, message }: ContactLinksProps) {
  return (
    <>
      {call === null ? null : (
        <LinkButton href={call} look="quiet" aria-label={`Call ${name}`}>
          Call
        </LinkButton>
      )}
      {message === null ? null : (
        <LinkButton href={message} look="quiet" aria-label={`Message ${name}`}>
          Message
        </LinkButton>
      )}
    </>
  );
}

type ContactLineProps = Pick<Client, "email" | "phoneNumber"> & { call: string | null };

/** A client's email and phone number in a line; the number is called by a click where that is possible. */
export function ContactLine({ email, phoneNumber, call }: ContactLineProps) {
  return (
    <>
      {email}
      {email === null || phoneNumber === null ? null : " · "}
      {phoneNumber === null ? null : call === null ? (
        <Phone typed={phoneNumber} />
      ) : (
        <a href={call}>
          <Phone typed={phoneNumber} />
        </a>
      )}
    </>
  );
}
