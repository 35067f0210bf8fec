import { createTransport } from "nodemailer";
import type { Mail } from "./mail.ts";

/** The result of one attempt to hand an email to the mail server. */
type SmtpOutcome =
  | { readonly state: "sent" }
  /** `final`: the mail server refused this email for good, so another attempt is useless. */
  | { readonly state: "refused"; readonly reason: string; readonly final: boolean };

export interface Smtp {
  send(id: string, mail: Mail): Promise<SmtpOutcome>;
  close(): void;
}

/**
 * Opens connections to the mail server as they are needed.
 * @param url as in "smtp://user:password@mail.example:587" or "smtps://…"
 * @param from the sender: one bare address, or a name and the address in angle brackets
 */
export function createSmtp(url: string, from: string): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? "localhost";

  async function send(id: string, mail: Mail): Promise<SmtpOutcome> {
    try {
      await transport.sendMail({
        from,
        // As an object, the address is never read as a list of several.
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        // The same for every attempt: an email that arrives twice after a crash shows as one.
        messageId: `<${id}@${domain}>`,
        // RFC 3834: no automatic replies.
        headers: { "Auto-Submitted": "auto-generated" },
      });
      return { state: "sent" };
    } catch (error) {
      return { state: "refused", reason: reasonOf(error), final: isFinal(error) };
    }
  }

  return { send, close: () => transport.close() };
}

/** 5xx to the sender, the recipient or the content; a refused sign-in at the mail server can be fixed and is not final. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  const isAboutThisMail = error.code === "EENVELOPE" || error.code === "EMESSAGE";
  return isAboutThisMail && typeof error.responseCode === "number" && error.responseCode >= 500;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
