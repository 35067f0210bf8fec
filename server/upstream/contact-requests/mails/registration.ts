import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../tables.ts";

export interface RegistrationMail {
  readonly to: string;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly url: string;
  readonly days: number;
  readonly usefulUntil: Date;
  readonly language: Language;
}

type Words = (mail: RegistrationMail) => Record<"subject" | "opening" | "label" | "closing", string>;

const words: Readonly<Record<Language, Words>> = {
  en: ({ workspaceName, days }) => ({
    subject: `Confirm your email address for ${workspaceName}`,
    opening: `You asked to register at ${workspaceName}. Open the link and press the button to confirm that this is your address. The link works for ${days} days.`,
    label: "Confirm my address",
    closing: "If you didn't ask for this, ignore this email. Nothing happens then.",
  }),
  es: ({ workspaceName, days }) => ({
    subject: `Confirme su correo para ${workspaceName}`,
    opening: `Usted pidió registrarse en ${workspaceName}. Abra el enlace y pulse el botón para confirmar que esta dirección es suya. El enlace funciona durante ${days} días.`,
    label: "Confirmar mi dirección",
    closing: "Si usted no lo pidió, ignore este correo. No pasará nada.",
  }),
};

/** Asks whoever registered whether the address is theirs. It repeats nothing else of what was typed. */
export function registrationMail(mail: RegistrationMail): Mail {
  const { to, url, language, workspaceName: sender, contact, usefulUntil } = mail;
  const { subject, opening, label, closing } = words[language](mail);
  const about = { language, sender, contact, subject, name: "" };
  const parts = { ...about, opening: [opening], link: { label, url }, closing: [closing] };
  return { ...renderEmail(parts), to, usefulUntil };
}
