/** Reactions that mail programs send as emails of their own. */
import type { Attachment } from "postal-mime";
import { z } from "zod";

/** The part that Gmail adds. */
export function isReaction({ mimeType }: Pick<Attachment, "mimeType">): boolean {
  return mimeType === "text/vnd.google.email-reaction+json";
}

const gmailReaction = z.object({ emoji: z.string().min(1).max(40) });

/** The emoji of a reaction; null for an email that is none. @param words of the reply @param sent our emails, one of which it is about */
export function reactionOf(words: string, attachments: readonly Attachment[], sent: readonly string[]): string | null {
  for (const { content } of attachments.filter(isReaction)) {
    const { data } = gmailReaction.safeParse(readJson(content));
    if (data !== undefined) return data.emoji;
  }
  return toldBy(words) ?? tapback(words, sent);
}

function readJson(content: Attachment["content"]): unknown {
  try {
    return JSON.parse(typeof content === "string" ? content : new TextDecoder().decode(content));
  } catch {
    // Somebody else's part of that name.
    return null;
  }
}

/** An emoji, with the signs that join and color it. */
const emoji = /\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d){0,12}/u;

const told =
  /^[^\n]{0,100}\b(?:reacted (?:via|to your (?:message|email))|reaccionó (?:a través de|a tu (?:mensaje|correo)|a su (?:mensaje|correo)))\b[^\n]{0,200}$/i;

/** "👍 Nora Lind reacted via Gmail", "[Like] Nora Lind reacted to your message:": Gmail without its part, and Outlook. */
function toldBy(words: string): string | null {
  const lines = words.split("\n").filter((line) => line.trim() !== "");
  const at = lines.slice(0, 3).findIndex((line) => told.test(line));
  if (at < 0) return null;
  const [, named = ""] = /\[([^\][]{1,30})\]/.exec(words) ?? [];
  const shown = emoji.exec(lines.slice(0, at + 2).join("\n"))?.[0] ?? outlookNames.get(named.toLowerCase());
  const isAlone =
    lines.length <= at + 2 && lines.slice(0, at).every((line) => emoji.test(line) || /^\[.*\]$/.test(line));
  return shown !== undefined && isAlone ? shown : null;
}

const outlookNames = new Map([
  ["like", "👍"],
  ["thumbs up", "👍"],
  ["heart", "❤️"],
  ["love", "❤️"],
  ["celebrate", "🎉"],
  ["laugh", "😆"],
  ["surprised", "😮"],
  ["sad", "😢"],
]);

/** How an Apple device says it where the other program knows no reactions. */
const tapbacks: readonly (readonly [RegExp, string])[] = [
  [/^(?:liked|le gustó|a \p{L}+ le gustó|le dio me gusta a|marcó como me gusta)$/iu, "👍"],
  [/^(?:loved|le encantó|a \p{L}+ le encantó)$/iu, "❤️"],
  [/^(?:disliked|no le gustó|a \p{L}+ no le gustó)$/iu, "👎"],
  [/^(?:laughed at|le dio risa|se rió de)$/iu, "😂"],
  [/^(?:emphasized|resaltó|enfatizó)$/iu, "‼️"],
  [/^(?:questioned|cuestionó|preguntó por)$/iu, "❓"],
];

/** 'Liked “Shall we look on Friday?”', of words of ours. */
function tapback(words: string, sent: readonly string[]): string | null {
  const [, verb = "", quoted = ""] = /^([^“«"\n]{3,60})[“«"]([^“”«»"]{1,2000})[”»"]\.?$/u.exec(words.trim()) ?? [];
  if (quoted === "" || !sent.some((text) => plain(text).includes(plain(quoted)))) return null;
  const said = verb.trim();
  const reacted = /^(?:reacted|reaccionó(?: con)?) (.{1,20}) (?:to|a)$/iu.exec(said)?.[1];
  if (reacted !== undefined) return emoji.exec(reacted)?.[0] ?? null;
  return tapbacks.find(([form]) => form.test(said))?.[1] ?? null;
}

function plain(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
}
