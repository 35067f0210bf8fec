import { callLink, messageLink, showPhone } from "../clients/client-links.ts";
import { Sheet } from "../ui/page.tsx";
import type { SharedView } from "./shared.server.ts";

type QuestionsProps = { agent: NonNullable<SharedView["agent"]>; workspaceName: string | null };

/** Whom the client may ask, and how. */
export function AgentContact({ agent: { name, email, phoneNumber }, workspaceName }: QuestionsProps) {
  return (
    <Sheet title="AgentContact?" padded>
      Ask {name}
      {workspaceName === null ? "" : `, ${workspaceName}`}
      {email === null ? null : <Way before=": " text={email} href={messageLink(email)} />}
      {phoneNumber === null ? null : <Way before=", " text={showPhone(phoneNumber)} href={callLink(phoneNumber)} />}
    </Sheet>
  );
}

/** What is no address and no number stands there all the same. */
function Way({ before, text, href }: { before: string; text: string; href: string | null }) {
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
