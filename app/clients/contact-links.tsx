import { type ButtonLook, LinkButton } from "../ui/button.tsx";
import type { Client } from "./client.ts";
import { callLink, formatPhone } from "./client-links.ts";

/** Characters up to which a number stays on one line. */
const shortPhone = 24;

/** A phone number for people to read. */
export function Phone({ typed }: { typed: string }) {
  const shown = formatPhone(typed);
  return <span className={shown.length > shortPhone ? undefined : "num"}>{shown}</span>;
}

type ContactLinksProps = Pick<Client, "name" | "phoneNumber"> & {
  /** Where one writes to them; null where one cannot. */
  message: string | null;
  look?: ButtonLook;
};

/** Buttons to call a client and to write to them. */
export function ContactLinks({ name, phoneNumber, message, look = "plain" }: ContactLinksProps) {
  const call = phoneNumber === null ? null : callLink(phoneNumber);
  return (
    <>
      {call === null ? null : (
        <LinkButton href={call} look={look} aria-label={`Call ${name}`}>
          Call
        </LinkButton>
      )}
      {message === null ? null : (
        <LinkButton href={message} look={look} aria-label={`Message ${name}`}>
          Message
        </LinkButton>
      )}
    </>
  );
}

/** A client's email and phone number in a line; the number is called by a click where that is possible. */
export function ContactLine({ email, phoneNumber }: Pick<Client, "email" | "phoneNumber">) {
  const call = phoneNumber === null ? null : callLink(phoneNumber);
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
