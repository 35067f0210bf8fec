import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../tables.ts";

interface MessageMail {
  readonly to: string;
  /** First name. */
  readonly name: string;
  readonly language: Language;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  /** Who wrote the newest message. */
  readonly author: string;
  /** How many are unread. */
  readonly total: number;
  /** The beginning of the newest message; empty where it is not quoted. */
  readonly words: string;
  /** Whether an answer to the email is a message to the agent. */
  readonly canReply: boolean;
  readonly url: string;
  readonly choicesUrl: string;
}

/** As many characters of a message as an email quotes. */
const longestQuote = 200;

type Words = (mail: MessageMail) => {
  readonly subject: string;
  readonly opening: string;
  readonly more: string;
  readonly label: string;
  readonly about: string;
  readonly reply: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: ({ author, workspaceName, total }) => ({
    subject: total === 1 ? `${author} wrote to you` : `${total} new messages from ${author}`,
    opening: `${author} of ${workspaceName} wrote to you:`,
    more: total === 1 ? "" : `There are ${total} messages that you have not read.`,
    label: "Read and reply",
    about: "The link signs you in. It is just for you and works once, within 7 days.",
    reply: "Or reply to this email: your answer joins your messages.",
  }),
  es: ({ author, workspaceName, total }) => ({
    subject: total === 1 ? `${author} le escribió` : `${total} mensajes nuevos de ${author}`,
    opening: `${author}, de ${workspaceName}, le escribió:`,
    more: total === 1 ? "" : `Hay ${total} mensajes que usted no ha leído.`,
    label: "Leer y responder",
    about: "El enlace le da entrada. Es solo para usted y funciona una vez, durante 7 días.",
    reply: "O responda a este correo: su respuesta llega a sus mensajes.",
  }),
};

/** Tells a person of a client that their agent has written. */
export function messageMail(mail: MessageMail): Mail {
  const { to, name, language, workspaceName: sender, contact, words: said, url, choicesUrl } = mail;
  const { subject, opening, more, label, about, reply } = words[language](mail);
  const lines = said.split(/\n+/).filter((line) => line.trim() !== "");
  const cut = said.length >= longestQuote ? "…" : "";
  const letter = renderEmail({
    language,
    sender,
    contact,
    subject,
    name,
    opening: [
      lines.length === 0 ? opening.replace(/:$/, ".") : opening,
      ...lines.map((line, place) => (place === lines.length - 1 ? `${line}${cut}` : line)),
      ...(more === "" ? [] : [more]),
    ],
    link: { label, url },
    closing: [about, ...(mail.canReply ? [reply] : [])],
    choicesUrl,
  });
  return { ...letter, to, unsubscribeUrl: choicesUrl };
}
