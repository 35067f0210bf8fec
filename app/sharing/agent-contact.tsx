import { callLink, formatPhone, messageLink } from "../clients/client-links.ts";
import { Sheet } from "../ui/page.tsx";
import type { SharedView } from "./shared.server.ts";

type AgentContactProps = { agent: NonNullable<SharedView["agent"]>; workspaceName: string | null };

/** The agent's contact details. */
export function AgentContact({ agent: { name, email, phoneNumber }, workspaceName }: AgentContactProps) {
  return (
    <Sheet title="Questions?" padded>
      Ask {name}
      {workspaceName === null ? "" : `, ${workspaceName}`}
      {email === null ? null : <ContactLink before=": " text={email} href={messageLink(email)} />}
      {phoneNumber === null ? null : (
        <ContactLink before=", " text={formatPhone(phoneNumber)} href={callLink(phoneNumber)} />
      )}
    </Sheet>
  );
}

/** A link, or plain text for what is no email address or phone number. */
function ContactLink({ before, text, href }: { before: string; text: string; href: string | null }) {
  return (
    <>
      {before}
      {href === null ? (
        text
      ) : (
        <a className="link" href={href}>
          {text}
        </a>
      )}
    </>
  );
}
