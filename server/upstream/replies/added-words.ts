/** What the service itself adds to the text of an email, in the language of whoever wrote it. */
import type { Language } from "../engine/current-user.ts";

interface AddedWords {
  /** Below a text that was longer than a message. */
  readonly cut: string;
  /** @param files with the reason each, as a sentence */
  readonly leftOut: (files: readonly LeftOut[]) => string;
  /** In place of a text that is empty, while the files wait for an agent. */
  readonly filesOnly: (names: readonly string[]) => string;
  readonly tooMany: (most: number) => string;
  readonly empty: string;
  readonly noRoom: string;
  /** Name of a file without one. @param number counted from 1 */
  readonly file: (number: number) => string;
}

export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

const en: AddedWords = {
  cut: "[The email was longer. The rest was left out.]",
  leftOut: (files) => files.map(({ name, why }) => `[“${name}” was not added. ${why}]`).join("\n"),
  filesOnly: (names) => `[Email without text. Attachments: ${names.join(", ")}]`,
  tooMany: (most) => `An email can add ${most} files.`,
  empty: "The file is empty.",
  noRoom: "It is too large, or there is no room left for it.",
  file: (number) => `Attachment ${number}`,
};

const es: AddedWords = {
  cut: "[El correo era más largo. El resto no se incluyó.]",
  leftOut: (files) => files.map(({ name, why }) => `[«${name}» no se agregó. ${why}]`).join("\n"),
  filesOnly: (names) => `[Correo sin texto. Archivos adjuntos: ${names.join(", ")}]`,
  tooMany: (most) => `Un correo puede agregar ${most} archivos.`,
  empty: "El archivo está vacío.",
  noRoom: "Es demasiado grande o ya no hay espacio para él.",
  file: (number) => `Archivo adjunto ${number}`,
};

/** The words for somebody's language; English where they chose none. */
export function addedWords(language: Language | null): AddedWords {
  return language === "es" ? es : en;
}
