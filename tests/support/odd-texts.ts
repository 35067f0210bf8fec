/** What nobody types on purpose, and whether a form says what to correct and keeps it. */
import { isSecret } from "#app/ui/secret-fields.ts";
import { fillForm } from "./posted-form.ts";
import type { Visit } from "./visitor.ts";

export interface OddText {
  readonly text: string;
  /** As it stands in the body, where no text can say it. */
  readonly wire?: string;
}

export const oddTexts: Readonly<Record<string, OddText>> = {
  nothing: { text: "" },
  blanks: { text: " \t  " },
  "a megabyte": { text: "x".repeat(1_000_000) },
  "a NUL": { text: "Ma\0ya" },
  "half a surrogate pair": { text: "Ma\ufffd\ufffd\ufffdya", wire: "Ma%ED%A0%BDya" },
  "bytes that are no UTF-8": { text: "Ma\ufffd\ufffdya", wire: "Ma%FF%C3ya" },
  emoji: { text: "👩‍👩‍👧 🏡 Ça ﷽" },
  "right to left": { text: "שלום \u202eevil\u202c مرحبا" },
  markup: { text: `"><b onmouseover='x()'>&amp;</b></textarea><script>x()</script>{{7*7}}` },
  "control characters": { text: "Ma\u0001\u001b[31m\u007f\u0085ya" },
  "a very long word": { text: "W".repeat(180) },
  lines: { text: "one\r\ntwo\rthree\nfour" },
  invisible: { text: "\u200b\u2060\ufeff" },
  "a query": { text: "'; DROP TABLE upstream.clients; -- %s $1 ../../etc/passwd" },
  "a number past all numbers": { text: "9".repeat(40) },
  "a prototype": { text: "__proto__" },
};

/** Passwords are hashed and counted as tries: for them only what the rules of the form itself could miss. */
const oddPasswords = ["nothing", "a megabyte", "a NUL", "half a surrogate pair", "control characters", "emoji"];

export function oddTextsFor(field: string): string[] {
  return isSecret(field) ? oddPasswords : Object.keys(oddTexts);
}

export function bodyOf(fields: URLSearchParams, field: string, { text, wire }: OddText): URLSearchParams {
  const body = new URLSearchParams(fields);
  if (wire === undefined) {
    body.set(field, text);
    return body;
  }
  body.set(field, "\u0001mark");
  const raw = body.toString().replace("%01mark", wire);
  body.toString = () => raw;
  return body;
}

/** As text can come back: line ends as the wire has them, without what HTML cannot hold. */
export function comparable(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "").trim();
}

export function shown(page: Visit, button: string, field: string): string {
  return comparable(fillForm(page, button, {}).fields.get(field) ?? "");
}

/** What is wrong with the answer that shows the form again; null when it says what to correct and keeps the text. */
export function flawOfRefusal(page: Visit, button: string, field: string, { text }: OddText): string | null {
  const alert = page.document.querySelector("[role=alert], .note")?.text.trim() ?? "";
  // Where nobody is signed in, a form that is much too long is not read at all.
  if (page.status === 413 && text.length > 64 * 1024)
    return page.text.includes("too long") ? null : page.text.slice(0, 200);
  if (page.status >= 500 || page.status === 429) return `${page.status}: ${page.text.slice(0, 200)}`;
  if (alert === "") return `${page.status} without a word: ${page.text.slice(0, 200)}`;
  const main = page.document.querySelector("main");
  if (isSecret(field)) return main?.outerHTML.includes(text) && text !== "" ? "a secret is shown again" : null;
  // Select, checkbox and radio have no place for what is not on their list; one is chosen again.
  if (main?.querySelector(`:is(select, [type=checkbox], [type=radio])[name="${field}"]`)) return null;
  const kept = shown(page, button, field);
  return kept === comparable(text) ? null : `typed ${show(text)}, kept ${show(kept)}`;
}

/** Selects with a text field beside them: what is typed there counts instead, and is the select's choice from then on. */
export const selectBeside: Readonly<Record<string, string>> = {
  otherSource: "leadSource",
  otherHouseType: "houseType",
};

/** The typed texts without those that would count instead of this field's. */
export function withoutInstead(
  typed: Readonly<Record<string, string>>,
  field: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [name, selectBeside[name] === field ? "" : text]),
  );
}

/** The beginning of a text, for a message. */
export const show = (text: string): string => JSON.stringify(text.slice(0, 60));
