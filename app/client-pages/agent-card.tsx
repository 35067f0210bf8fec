import { phoneText } from "../../spelling/phone-text.ts";
import { messageLink } from "../ui/mail-link.ts";
import { Face } from "./face.tsx";
import { useTexts } from "./texts/texts.ts";

type AgentCardProps = {
  agent: {
    readonly name: string;
    readonly email: string | null;
    readonly phoneNumber: string | null;
    /** Dials it. */
    readonly call: string | null;
    readonly photoId?: string | null | undefined;
  };
  /** What they are to the reader, below the name. */
  role: string;
  /** Where the reader writes to them here; null where an email is the only way. */
  messages: string | null;
};

/** Whose face a page has, and how to reach them. */
export function AgentCard({ agent: { name, email, phoneNumber, call, photoId }, role, messages }: AgentCardProps) {
  const { agent } = useTexts();
  const write = messages ?? (email === null ? null : messageLink(email));
  return (
    <div className="agent">
      <div className="flex items-center gap-3">
        <Face name={name} photoId={photoId} />
        <div className="g">
          <b>{name}</b>
          <div className="small muted">{role}</div>
        </div>
      </div>
      {call === null || phoneNumber === null ? null : (
        <a className="btn" href={call}>
          {agent.call(phoneText(phoneNumber))}
        </a>
      )}
      {write === null ? null : (
        <a className="btn" href={write}>
          {messages === null ? agent.email : agent.message}
        </a>
      )}
    </div>
  );
}
