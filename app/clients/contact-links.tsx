import { type ButtonLook, LinkButton } from "../ui/button.tsx";
import type { Client } from "./client.ts";
import { callLink, formatPhone, messageLink } from "./client-links.ts";

/** Characters up to which a number stays on one line. */
const shortPhone = 24;

/** A phone number for people to read. */
export function Phone({ typed }: { typed: string }) {
  const shown = formatPhone(typed);
  return <span className={shown.length > shortPhone ? undefined : "num"}>{shown}</span>;
}

type ContactLinksProps = Pick<Client, "name" | "email" | "phoneNumber"> & { look?: ButtonLook };

/** Buttons to call and to email a client. */
export function ContactLinks({ name, email, phoneNumber, look = "plain" }: ContactLinksProps) {
  const call = phoneNumber === null ? null : callLink(phoneNumber);
  const message = messageLink(email);
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
