import { type EmailContact, renderEmail } from "../../../mail/email-template.ts";
import type { Mail } from "../../../mail/mail.ts";
import type { Language } from "../../tables.ts";

interface PersonDeletedMail {
  readonly to: string;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly language: Language;
}

const words: Readonly<
  Record<Language, (workspace: string) => { readonly subject: string; readonly opening: readonly string[] }>
> = {
  en: (workspace) => ({
    subject: "Your data is deleted",
    opening: [
      `${workspace} has deleted what it kept about you, as you asked: your details, messages, answers and documents. You can no longer sign in to your home search there.`,
      "Papers that must be kept by law are locked away and deleted on their day. Backups forget you when they are replaced.",
      "This is the last email to you. No copy of it is kept.",
    ],
  }),
  es: (workspace) => ({
    subject: "Su información está borrada",
    opening: [
      `${workspace} borró lo que guardaba de usted, como lo pidió: sus datos, mensajes, respuestas y documentos. Ya no puede entrar allí a su búsqueda de casa.`,
      "Los papeles que la ley exige guardar quedan bajo llave y se borran en su día. Las copias de seguridad le olvidan cuando se reemplazan.",
      "Este es el último correo para usted. No se guarda ninguna copia de él.",
    ],
  }),
};

/** Tells somebody that they were deleted. Nothing of the email stays once it is sent. */
export function personDeletedMail({ to, workspaceName: sender, contact, language }: PersonDeletedMail): Mail {
  const letter = renderEmail({ language, sender, contact, name: "", closing: [], ...words[language](sender) });
  return { ...letter, to, isForgotten: true };
}
