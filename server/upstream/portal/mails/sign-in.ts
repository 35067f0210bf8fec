import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../tables.ts";

export interface PortalSignInMail {
  readonly to: string;
  /** First name; empty when it is not known. */
  readonly name: string;
  readonly url: string;
  readonly code: string;
  readonly usefulUntil: Date;
  readonly language: Language;
  /** Whose page or link asked for it; null where that is not known. */
  readonly agency: SigningAgency | null;
}

export interface SigningAgency {
  readonly name: string;
  readonly contact: EmailContact;
}

const words = {
  en: {
    subject: "Sign in to your home search",
    opening: "Here is the link you asked for. It works once, within 15 minutes.",
    label: "Sign in",
    code: "If this email opens in another browser, enter this code where you asked for the link:",
    closing: "If you didn't ask for it, ignore this email. Nobody can sign in without it.",
  },
  es: {
    subject: "Entre a su búsqueda de casa",
    opening: "Aquí está el enlace que pidió. Funciona una vez, durante 15 minutos.",
    label: "Entrar",
    code: "Si este correo se abre en otro navegador, escriba este código donde pidió el enlace:",
    closing: "Si usted no lo pidió, ignore este correo. Nadie puede entrar sin él.",
  },
} as const;

/** The mail with which someone signs in to the portal. */
export function portalSignInMail({ to, name, url, code, usefulUntil, language, agency }: PortalSignInMail): Mail {
  const { subject, opening, label, code: codeLabel, closing } = words[language];
  const letter = renderEmail({
    language,
    subject,
    name,
    opening: [opening],
    link: { label, url },
    code: { label: codeLabel, digits: code },
    closing: [closing],
    ...(agency === null ? {} : { sender: agency.name, contact: agency.contact }),
  });
  return { ...letter, to, usefulUntil, ...(agency === null ? {} : { senderName: agency.name }) };
}
