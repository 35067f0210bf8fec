import { useTexts } from "../../client-pages/texts/texts.ts";
import { AskCard } from "./ask-card.tsx";
import { countOfNew } from "./count-of-new.ts";
import { useFrame, usePortalPath } from "./portal-frame.tsx";

/** Says on the first page that there are new messages; nothing where there are none. */
export function NewMessages() {
  const { messages } = useTexts();
  const { agent, unreadMessages } = useFrame();
  const to = usePortalPath();
  if (unreadMessages === null || unreadMessages === 0) return null;
  return (
    <AskCard title={messages.waiting(countOfNew(unreadMessages), unreadMessages === 1)} text={messages.subtitle}>
      <a className="btn" href={to("/messages")} aria-label={`${messages.read}: ${messages.title}, ${agent.name}`}>
        {messages.read}
      </a>
    </AskCard>
  );
}
