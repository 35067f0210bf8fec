import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../tables.ts";

export interface PortalInvitationMail {
  readonly to: string;
  /** First name. */
  readonly name: string;
  readonly agent: string;
  readonly agentEmail: string;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly url: string;
  readonly days: number;
  readonly usefulUntil: Date;
  readonly language: Language;
}

type Words = (mail: PortalInvitationMail) => {
  readonly subject: string;
  readonly opening: readonly string[];
  readonly label: string;
  readonly closing: readonly string[];
};

const words: Readonly<Record<Language, Words>> = {
  en: ({ agent, agentEmail, workspaceName, days }) => ({
    subject: `${agent} invites you to your home search`,
    opening: [
      `${agent} of ${workspaceName} has set up a page for your home search. You see the properties picked for you, what comes next, and what you are asked to do.`,
      `You need no password. The link works for ${days} days.`,
    ],
    label: "Open my home search",
    closing: [
      `Questions? Write to ${agent}: ${agentEmail}`,
      "¿Prefiere leer en español? Abra el enlace y elija Español.",
      "If you don't know the sender, ignore this email.",
    ],
  }),
  es: ({ agent, agentEmail, workspaceName, days }) => ({
    subject: `${agent} le invita a su búsqueda de casa`,
    opening: [
      `${agent}, de ${workspaceName}, ha preparado una página para su búsqueda de casa. Allí ve las propiedades elegidas para usted, lo que viene y lo que se le pide.`,
      `No necesita contraseña. El enlace funciona durante ${days} días.`,
    ],
    label: "Abrir mi búsqueda",
    closing: [`¿Preguntas? Escriba a ${agent}: ${agentEmail}`, "Si no conoce a quien lo envía, ignore este correo."],
  }),
};

/** Invites someone of a client's household to the portal. */
export function portalInvitationMail(mail: PortalInvitationMail): Mail {
  const { to, name, url, language, workspaceName: sender, contact, usefulUntil } = mail;
  const { subject, opening, label, closing } = words[language](mail);
  const letter = renderEmail({ language, sender, contact, subject, name, opening, link: { label, url }, closing });
  return { ...letter, to, usefulUntil };
}
