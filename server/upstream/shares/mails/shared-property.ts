import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../tables.ts";

export interface SharedPropertyMail {
  readonly to: string;
  /** First name. */
  readonly name: string;
  readonly language: Language;
  /** The agent who shares it. */
  readonly agent: { readonly name: string; readonly email: string };
  readonly workspaceName: string;
  readonly contact: EmailContact;
  /** At least one, each with its address in one line, and the page that shows it. */
  readonly properties: readonly { readonly address: string; readonly url: string }[];
  /** The agent's own words; empty for none. */
  readonly note: string;
  /** What a link leads to: the property in the portal, an invitation to the portal, or a page for this property alone. */
  readonly leadsTo: "portal" | "invitation" | "link";
  /** For how long a link works. */
  readonly days: number;
  /** Where the reader chooses which emails they get. */
  readonly choicesUrl: string;
}

interface Said {
  readonly subject: string;
  readonly shared: string;
  readonly about: Readonly<Record<SharedPropertyMail["leadsTo"], string>>;
}

interface Words {
  /** @param address of the property */
  readonly one: (mail: SharedPropertyMail, address: string) => Said;
  readonly several: (mail: SharedPropertyMail) => Said;
  readonly writes: (agent: string) => string;
  readonly label: string;
  readonly questions: (agent: SharedPropertyMail["agent"]) => string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    one: ({ agent, workspaceName, days }, address) => ({
      subject: `${address}: a property for you`,
      shared: `${agent.name} of ${workspaceName} has shared a property with you: ${address}.`,
      about: {
        portal: `The link signs you in to your home search. It is just for you and works once, within ${days} days. After that the same link sends you a fresh one.`,
        invitation: `The link opens a page for your home search, where you find this property and what comes next. You need no password. The link is just for you and works for ${days} days.`,
        link: `This link is just for you and works for ${days} days. Anyone you forward it to will see the same page.`,
      },
    }),
    several: ({ agent, workspaceName, days, properties: { length } }) => ({
      subject: `${length} properties for you`,
      shared: `${agent.name} of ${workspaceName} has shared ${length} properties with you.`,
      about: {
        portal: `The first link you open signs you in to your home search, once and within ${days} days; the others then open there. They are just for you. After that the same links send you a fresh one.`,
        invitation: `Each link opens a page for your home search, where you find these properties and what comes next. You need no password. The links are just for you and work for ${days} days.`,
        link: `These links are just for you and work for ${days} days. Anyone you forward them to will see the same pages.`,
      },
    }),
    writes: (agent) => `${agent} writes:`,
    label: "See the property",
    questions: ({ name, email }) => `Questions? Write to ${name}: ${email}`,
  },
  es: {
    one: ({ agent, workspaceName, days }, address) => ({
      subject: `${address}: una propiedad para usted`,
      shared: `${agent.name}, de ${workspaceName}, ha compartido una propiedad con usted: ${address}.`,
      about: {
        portal: `El enlace le da entrada a su búsqueda de casa. Es solo para usted y funciona una vez, durante ${days} días. Después, el mismo enlace le envía uno nuevo.`,
        invitation: `El enlace abre una página para su búsqueda de casa, donde están esta propiedad y lo que viene. No necesita contraseña. El enlace es solo para usted y funciona durante ${days} días.`,
        link: `Este enlace es solo para usted y funciona durante ${days} días. Las personas a quienes lo reenvíe verán la misma página.`,
      },
    }),
    several: ({ agent, workspaceName, days, properties: { length } }) => ({
      subject: `${length} propiedades para usted`,
      shared: `${agent.name}, de ${workspaceName}, ha compartido ${length} propiedades con usted.`,
      about: {
        portal: `El primer enlace que abra le da entrada a su búsqueda de casa, una vez y durante ${days} días; los demás se abren entonces allí. Son solo para usted. Después, los mismos enlaces le envían uno nuevo.`,
        invitation: `Cada enlace abre una página para su búsqueda de casa, donde están estas propiedades y lo que viene. No necesita contraseña. Los enlaces son solo para usted y funcionan durante ${days} días.`,
        link: `Estos enlaces son solo para usted y funcionan durante ${days} días. Las personas a quienes los reenvíe verán las mismas páginas.`,
      },
    }),
    writes: (agent) => `${agent} escribe:`,
    label: "Ver la propiedad",
    questions: ({ name, email }) => `¿Preguntas? Escriba a ${name}: ${email}`,
  },
};

/** Shows a client what their agent has prepared for them: one property, or several, each with a link of its own. */
export function sharedPropertyMail(mail: SharedPropertyMail): Mail {
  const { to, name, language, agent, workspaceName: sender, contact, note, properties, leadsTo, choicesUrl } = mail;
  const { one, several, writes, label, questions } = words[language];
  const [first, ...more] = properties;
  const isOne = first !== undefined && more.length === 0;
  const { subject, shared, about } = isOne ? one(mail, first.address) : several(mail);
  const lines = note.split(/\n+/).filter((line) => line.trim() !== "");
  const letter = renderEmail({
    language,
    sender,
    contact,
    subject,
    name,
    opening: [shared, ...(lines.length > 0 ? [writes(agent.name), ...lines] : [])],
    ...(isOne
      ? { link: { label, url: first.url } }
      : { sections: properties.map(({ address, url }) => ({ heading: address, lines: [], link: { label, url } })) }),
    closing: [about[leadsTo], questions(agent)],
    choicesUrl,
  });
  return { ...letter, to, unsubscribeUrl: choicesUrl };
}
