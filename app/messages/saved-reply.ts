import * as z from "zod/mini";
import { messagesPath } from "../record-paths.ts";
import { requiredText } from "../ui/form-values.ts";
import type { Crumb } from "../ui/page.tsx";
import { repliesPath } from "./message-list.ts";

/** Answers that a workspace gives again and again. */

export const savedReplyAttributes = { name: z.string(), body: z.string() };

export const replyForm = z.object({
  name: requiredText("Name must be at least 1 character.", 100),
  body: requiredText("Text must be at least 1 character.", 5000),
});

/** Where a page about saved replies stands. @param last the page itself; none for the list of them */
export function replyCrumbs(last?: string): Crumb[] {
  const all = "Saved replies";
  const here = last === undefined ? [{ label: all }] : [{ label: all, href: repliesPath }, { label: last }];
  return [{ label: "Messages", href: messagesPath }, ...here];
}

interface Words {
  readonly client: string;
  readonly agent: string;
  /** Empty where the message is about none. */
  readonly property: string;
}

/** Fills in the words that a saved reply leaves open: {client}, {agent} and {property}; others stay as they are. */
export function fillIn(body: string, words: Words): string {
  const filled = { ...words, property: words.property === "" ? "the property" : words.property };
  return body.replaceAll(/\{(client|agent|property)\}/g, (_, name: keyof Words) => filled[name]);
}

/** What was typed with a reply after it, on a line of its own. */
export function appendReply(typed: string, reply: string): string {
  return typed.trim() === "" ? reply : `${typed.trimEnd()}\n\n${reply}`;
}
