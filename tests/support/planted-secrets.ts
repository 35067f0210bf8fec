/** Secrets that a test plants, and finds again however they are spelled. */
import { randomBytes } from "node:crypto";

/** Makes a secret that stands nowhere else. Its letters are the same in HTML, in JSON, in addresses and in headers. */
export function plantSecret(name: string): string {
  return `${name}-${randomBytes(24).toString("hex")}`;
}

/** Which of these secrets stand in a text, each told by its first letters. */
export function secretsIn(text: string, secrets: Iterable<string>): string[] {
  return [...secrets]
    .filter((secret) => spellingsOf(secret).some((spelling) => text.includes(spelling)))
    .map((secret) => `${secret.slice(0, 14)}…`);
}

const spellings = new Map<string, readonly string[]>();

function spellingsOf(secret: string): readonly string[] {
  const known = spellings.get(secret);
  if (known !== undefined) return known;
  const bytes = Buffer.from(secret);
  const inBase64 = (["base64", "base64url"] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => withinBase64(bytes, before, encoding)),
  );
  const made = [...new Set([secret, encodeURIComponent(secret), bytes.toString("hex"), ...inBase64])];
  spellings.set(secret, made);
  return made;
}

/** How bytes stand in the base64 of something longer, with so many bytes before them, less the letters that are shared. */
function withinBase64(bytes: Buffer, before: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
  return text.slice(before === 0 ? 0 : before + 1, Math.floor((before + bytes.length) / 3) * 4);
}
