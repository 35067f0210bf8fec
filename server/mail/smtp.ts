import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { reasonOf } from "../reason.ts";
import type { Mail } from "./mail.ts";

/** The result of one attempt to hand an email to the mail server. */
export type SmtpOutcome =
  | { readonly state: "sent" }
  /**
   * `final`: the mail server refused this email for good, so another attempt is useless. `isBounce`: because of the address, which
   * takes no other email either.
   */
  | { readonly state: "refused"; readonly reason: string; readonly final: boolean; readonly isBounce: boolean };

export interface Smtp {
  send(id: string, mail: Mail): Promise<SmtpOutcome>;
  close(): void;
}

/** How long each step may take, in ms. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

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
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const [, address = from] = /<([^<>]+)>$/.exec(from) ?? [];
  const domain = address.slice(address.lastIndexOf("@") + 1);

  async function send(id: string, mail: Mail): Promise<SmtpOutcome> {
    try {
      if (isInternational(mail.to) && !(await takesInternational(url)))
        return { state: "refused", reason: "The mail server lacks SMTPUTF8.", final: true, isBounce: true };
      await transport.sendMail({
        from: mail.senderName === undefined ? from : { name: mail.senderName, address },
        // As an object, the address is never read as a list of several.
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        // The same for every attempt: an email that arrives twice after a crash shows as one.
        messageId: `<${id}@${domain}>`,
        ...(mail.replyTo === undefined ? {} : answering(mail.to, mail.replyTo)),
        // RFC 3834: no automatic replies.
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(mail) },
      });
      return { state: "sent" };
    } catch (error) {
      return {
        state: "refused",
        reason: describeFailure(error),
        final: isFinal(error),
        isBounce: isBounce(error),
      };
    }
  }

  return { send, close: () => transport.close() };
}

/** Letters before the @ that only some mail servers take (RFC 6531); a domain is made ASCII. */
function isInternational(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf("@")));
}

/** Asks the mail server whether it takes such addresses: those that do not may take the email and lose it. @throws why it can't be asked */
function takesInternational(url: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const connection = new SMTPConnection({
    ...parseConnectionUrl(url),
    ...patience,
    // A way to sign in that says nothing to the server is told what it announced.
    customAuth: {
      ask: ({ extensions, resolve: end }) => {
        resolve(extensions.includes("SMTPUTF8"));
        end();
      },
    },
  });
  connection.once("error", reject);
  connection.once("end", () => reject(new Error("Connection closed.")));
  connection.connect((error) => (error ? reject(error) : connection.login({ method: "ask" }, () => connection.quit())));
  return promise.finally(() => connection.close());
}

/** Replies go to that address, and so do the reports of mail servers that cannot deliver the email. */
function answering(to: string, replyTo: string) {
  return { replyTo: { name: "", address: replyTo }, envelope: { from: replyTo, to } };
}

/** RFC 2369 and RFC 8058. */
function unsubscribeHeaders({ unsubscribeUrl: url }: Mail): Record<string, string> {
  return url === undefined
    ? {}
    : { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** 5xx to the sender, the recipient or the content; a refused sign-in at the mail server can be fixed and is not final. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  const isAboutThisMail = error.code === "EENVELOPE" || error.code === "EMESSAGE";
  return isAboutThisMail && typeof error.responseCode === "number" && error.responseCode >= 500;
}

/** Refused at the recipient, but neither for a rule of the mail server (5.7) nor because the mailbox is full (552, 5.2.2). */
function isBounce(error: unknown): boolean {
  if (!isFinal(error) || !(error instanceof Error) || !("command" in error) || error.command !== "RCPT TO")
    return false;
  return !/\b(?:552|5\.7\.\d+|5\.2\.2)\b/.test(error.message);
}

/** The code of the failure and what was said, as in "EENVELOPE 550 5.1.1 …". */
function describeFailure(error: unknown): string {
  const text = reasonOf(error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return (text.includes(code) ? text : `${code} ${text}`).slice(0, 500);
}

/** Connects to the mail server and signs in there, without sending anything. @throws the reason why that fails */
export async function tryMailServer(url: string): Promise<{ readonly isEncrypted: boolean }> {
  const quickly = { url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000 };
  if (/^smtps:/i.test(url)) {
    await createTransport(quickly).verify();
    return { isEncrypted: true };
  }
  const isEncrypted = await createTransport({ ...quickly, requireTLS: true })
    .verify()
    .then(
      () => true,
      () => false,
    );
  if (!isEncrypted) await createTransport(quickly).verify();
  return { isEncrypted };
}
