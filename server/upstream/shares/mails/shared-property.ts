import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../engine/current-user.ts";

export interface SharedPropertyMail {
  readonly to: string;
  /** First name. */
  readonly name: string;
  readonly language: Language;
  /** The agent who shares it, and the address of the property. */
  readonly agent: { readonly name: string; readonly email: string };
  readonly workspaceName: string;
  readonly contact: EmailContact;
  /** One line: street and city. */
  readonly address: string;
  /** The agent's own words; empty for none. */
  readonly note: string;
  readonly url: string;
  /** What the link leads to: the property in the portal, an invitation to the portal, or a page for this property alone. */
  readonly leadsTo: "portal" | "invitation" | "link";
  /** For how long it works. */
  readonly days: number;
  /** Where the reader chooses which emails they get. */
  readonly choicesUrl: string;
}

type Words = (mail: SharedPropertyMail) => {
  readonly subject: string;
  readonly shared: string;
  readonly writes: string;
  readonly label: string;
  readonly about: Readonly<Record<SharedPropertyMail["leadsTo"], string>>;
  readonly questions: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: ({ agent, workspaceName, address, days }) => ({
    subject: `${address}: a property for you`,
    shared: `${agent.name} of ${workspaceName} has shared a property with you: ${address}.`,
    writes: `${agent.name} writes:`,
    label: "See the property",
    about: {
      portal: `The link signs you in to your home search. It is just for you and works once, within ${days} days. After that the same link sends you a fresh one.`,
      invitation: `The link opens a page for your home search, where you find this property and what comes next. You need no password. The link is just for you and works for ${days} days.`,
      link: `This link is just for you and works for ${days} days. Anyone you forward it to will see the same page.`,
    },
    questions: `Questions? Write to ${agent.name}: ${agent.email}`,
  }),
  es: ({ agent, workspaceName, address, days }) => ({
    subject: `${address}: una propiedad para usted`,
    shared: `${agent.name}, de ${workspaceName}, ha compartido una propiedad con usted: ${address}.`,
    writes: `${agent.name} escribe:`,
    label: "Ver la propiedad",
    about: {
      portal: `El enlace le da entrada a su búsqueda de casa. Es solo para usted y funciona una vez, durante ${days} días. Después, el mismo enlace le envía uno nuevo.`,
      invitation: `El enlace abre una página para su búsqueda de casa, donde están esta propiedad y lo que viene. No necesita contraseña. El enlace es solo para usted y funciona durante ${days} días.`,
      link: `Este enlace es solo para usted y funciona durante ${days} días. Las personas a quienes lo reenvíe verán la misma página.`,
    },
    questions: `¿Preguntas? Escriba a ${agent.name}: ${agent.email}`,
  }),
};

/** Shows a client a property that their agent has prepared for them. */
export function sharedPropertyMail(mail: SharedPropertyMail): Mail {
  const { to, name, language, workspaceName: sender, contact, note, url, leadsTo, choicesUrl } = mail;
  const { subject, shared, writes, label, about, questions } = words[language](mail);
  const lines = note.split(/\n+/).filter((line) => line.trim() !== "");
  const letter = renderEmail({
    language,
    sender,
    contact,
    subject,
    name,
    opening: [shared, ...(lines.length > 0 ? [writes, ...lines] : [])],
    link: { label, url },
    closing: [about[leadsTo], questions],
    choicesUrl,
  });
  return { ...letter, to, unsubscribeUrl: choicesUrl };
}
