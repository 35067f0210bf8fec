/** Texts that the service adds to a message that came by email, in its writer's language. */
import type { Language } from "../tables.ts";
import type { CalendarAnswer } from "./mail-reading.ts";

interface AddedWords {
  readonly cut: string;
  readonly leftOut: (files: readonly LeftOut[]) => string;
  /** In place of an empty text, while the files wait for an agent. */
  readonly filesOnly: (names: readonly string[]) => string;
  readonly tooMany: (most: number) => string;
  readonly empty: string;
  readonly noRoom: string;
  readonly repeated: string;
  readonly answered: (answer: CalendarAnswer) => string;
  readonly file: (number: number) => string;
}

export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** "20261127T150000Z" for people; the time is without a time zone, or in UTC. */
function writeStart(start: string | null, locale: string): string {
  const [, year, month, day, hour, minute, zone = ""] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(start ?? "") ?? [];
  if (year === undefined || month === undefined || day === undefined) return "";
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0)));
  const form: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeZone: "UTC" };
  if (hour !== undefined) form.timeStyle = "short";
  return ` (${new Intl.DateTimeFormat(locale, form).format(date)}${zone === "Z" ? " UTC" : ""})`;
}

const en: AddedWords = {
  cut: "[The email was longer. The rest was left out.]",
  leftOut: (files) => files.map(({ name, why }) => `[“${name}” was not added. ${why}]`).join("\n"),
  filesOnly: (names) => `[Email without text. Attachments: ${names.join(", ")}]`,
  tooMany: (most) => `An email can add ${most} files.`,
  empty: "The file is empty.",
  noRoom: "It is too large, or there is no room left for it.",
  repeated: "It came with an earlier email.",
  answered: ({ answer, summary, start }) => {
    const verb = { accepted: "accepted", declined: "declined", tentative: "tentatively accepted" }[answer];
    return `[Calendar answer: ${verb}${summary === "" ? "" : ` “${summary}”`}${writeStart(start, "en-US")}]`;
  },
  file: (number) => `Attachment ${number}`,
};

const es: AddedWords = {
  cut: "[El correo era más largo. El resto no se incluyó.]",
  leftOut: (files) => files.map(({ name, why }) => `[«${name}» no se agregó. ${why}]`).join("\n"),
  filesOnly: (names) => `[Correo sin texto. Archivos adjuntos: ${names.join(", ")}]`,
  tooMany: (most) => `Un correo puede agregar ${most} archivos.`,
  empty: "El archivo está vacío.",
  noRoom: "Es demasiado grande o ya no hay espacio para él.",
  repeated: "Llegó con un correo anterior.",
  answered: ({ answer, summary, start }) => {
    const verb = { accepted: "aceptada", declined: "rechazada", tentative: "aceptada provisionalmente" }[answer];
    return `[Respuesta del calendario: ${verb}${summary === "" ? "" : ` «${summary}»`}${writeStart(start, "es-US")}]`;
  },
  file: (number) => `Archivo adjunto ${number}`,
};

/** The texts in a language; English for none. */
export function addedWords(language: Language | null): AddedWords {
  return language === "es" ? es : en;
}
