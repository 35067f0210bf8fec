import * as z from "zod/mini";
import { hiddenFieldNames } from "../ui/hidden-field-names.ts";
import { isChosen } from "../uploads/chosen-files.tsx";

/** Messages on their way, kept in this tab until the server has answered: nothing that was typed is lost with the line. */

const unsentMessage = z.object({
  /** Of the form that sends it: however often that is sent, it is one message. */
  key: z.string(),
  /** All that its form says. */
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** When the newest message was written that was there before it: ISO 8601, "" where there was none. */
  after: z.string(),
  /** Whether the thread shows it, in place of the field in which it was typed. */
  isShown: z.boolean(),
});
export type UnsentMessage = z.output<typeof unsentMessage>;

const unsentMessages = z.array(unsentMessage);

/** Whether a form sends files, which are not kept here. */
export function hasFiles(sent: FormData): boolean {
  return sent.getAll("file").some(isChosen);
}

/** What a form sends as a message. */
export function unsentOf(sent: FormData, after: string): UnsentMessage {
  const fields: [string, string][] = [];
  for (const [name, value] of sent) if (typeof value === "string") fields.push([name, value]);
  return { key: keyOf(sent), fields, after, isShown: false };
}

export function keyOf(sent: FormData): string {
  return String(sent.get(hiddenFieldNames.key));
}

/** What was said in one of its fields. */
export function saidIn({ fields }: UnsentMessage, name: string): readonly string[] {
  return fields.filter(([field]) => field === name).map(([, value]) => value);
}

export function bodyOf(message: UnsentMessage): string {
  return (saidIn(message, "body")[0] ?? "").replaceAll("\r\n", "\n").trim();
}

export function readUnsent(name: string): readonly UnsentMessage[] {
  try {
    return unsentMessages.parse(JSON.parse(sessionStorage.getItem(name) ?? "[]"));
  } catch {
    return [];
  }
}

export function writeUnsent(name: string, messages: readonly UnsentMessage[]): void {
  try {
    if (messages.length === 0) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(messages));
  } catch {
    // The browser has no room, or does not let us.
  }
}
