import { type ButtonLook, LinkButton } from "../ui/button.tsx";
import type { Client } from "./client.ts";
import { callLink, messageLink, showPhone } from "./client-links.ts";

/** A number that is written on one line; longer ones are wrapped, and so are remarks in them. */
const shortPhone = 24;

/** A phone number for people to read. */
export function Phone({ typed }: { typed: string }) {
  const shown = showPhone(typed);
  return <span className={shown.length > shortPhone ? undefined : "num"}>{shown}</span>;
}

type ReachProps = Pick<Client, "name" | "email" | "phoneNumber"> & { look?: ButtonLook };

/** Ways to reach somebody at once, for as long as there is no conversation in Latchkey itself. */
export function Reach({ name, email, phoneNumber, look = "plain" }: ReachProps) {
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
