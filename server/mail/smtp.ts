import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { reasonOf } from "../reason.ts";
import type { Mail } from "./mail.ts";

export type SmtpOutcome =
  | { readonly state: "sent" }
  /** `final`: another attempt is useless. `isBounce`: the address takes no emails. */
  | { readonly state: "refused"; readonly reason: string; readonly final: boolean; readonly isBounce: boolean };

export interface Smtp {
  send(id: string, mail: Mail): Promise<SmtpOutcome>;
  close(): void;
}

/** In ms, for each step. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** @param url as in "smtp://user:password@mail.example:587" or "smtps://…" @param from a bare address, or with a name */
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
        // An object is never parsed as a list of addresses.
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        // Duplicates after a crash show as one email.
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

/** RFC 6531; domains are made ASCII instead. */
function isInternational(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf("@")));
}

/** Whether the mail server takes such addresses; others may lose the email. @throws why it cannot be asked */
function takesInternational(url: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const connection = new SMTPConnection({
    ...parseConnectionUrl(url),
    ...patience,
    // A custom way to sign in learns what the server announced.
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

/** Replies and delivery reports go to that address. */
function answering(to: string, replyTo: string) {
  return { replyTo: { name: "", address: replyTo }, envelope: { from: replyTo, to } };
}

/** RFC 2369 and RFC 8058. */
function unsubscribeHeaders({ unsubscribeUrl: url }: Mail): Record<string, string> {
  return url === undefined
    ? {}
    : { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** 5xx for sender, recipient or content; a refused sign-in can be fixed. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  const isAboutThisMail = error.code === "EENVELOPE" || error.code === "EMESSAGE";
  return isAboutThisMail && typeof error.responseCode === "number" && error.responseCode >= 500;
}

/** Refused at the recipient, but not for a rule (5.7) or a full mailbox (552, 5.2.2). */
function isBounce(error: unknown): boolean {
  if (!isFinal(error) || !(error instanceof Error) || !("command" in error) || error.command !== "RCPT TO")
    return false;
  return !/\b(?:552|5\.7\.\d+|5\.2\.2)\b/.test(error.message);
}

/** As in "EENVELOPE 550 5.1.1 …". */
function describeFailure(error: unknown): string {
  const text = reasonOf(error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  return (text.includes(code) ? text : `${code} ${text}`).slice(0, 500);
}

/** Connects and signs in. @throws the reason why that fails */
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
