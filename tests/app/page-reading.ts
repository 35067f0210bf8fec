/** What a person reads off forms and lists. */
import { HTMLElement } from "node-html-parser";
import type { Visit } from "#tests/support/visitor.ts";

/** What a field holds. */
export function typedIn({ document }: Visit, name: string): string | undefined {
  const input = document.querySelector(`input[name="${name}"]`)?.getAttribute("value");
  return input ?? document.querySelector(`textarea[name="${name}"]`)?.text;
}

/** The messages beside fields, in their order, without the places that only scripts write to. */
export function messagesOn({ document }: Visit): string[] {
  return document.querySelectorAll(".err:not(output)").map(({ text }) => text);
}

/** "Field | theirs | yours" for each field of the comparison. */
export function versionsOn({ document }: Visit): string[] {
  return document.querySelectorAll("[aria-label='Both versions'] li").map((row) => {
    const [label, theirs, yours] = row.querySelectorAll("b, div > div").map(({ text }) => text.trim());
    return [label, theirs?.replace("Theirs: ", ""), yours?.replace("Yours: ", "")].join(" | ");
  });
}

/** The rows of a list by its name, each as its words one after the other. */
export function rowsOn({ document }: Visit, list: string): string[] {
  return document.querySelectorAll(`[aria-label="${list}"] > li`).map(wordsOf);
}

function wordsOf(element: HTMLElement): string {
  const words = element.childNodes.map((node) => (node instanceof HTMLElement ? wordsOf(node) : node.text));
  return words.join(" ").replaceAll(/\s+/g, " ").trim();
}

/** What the rows of a list link to, by their texts. */
export function namesOn({ document }: Visit): string[] {
  return document.querySelectorAll("a.row-link").map(({ text }) => text.trim());
}

/** 'Showing x to y of total results'. */
export function footOf({ document }: Visit): string | undefined {
  return document.querySelector(".foot p")?.text;
}

/** Where the first link with this text leads. */
export function linkOf({ document }: Visit, text: string): string | undefined {
  const link = document.querySelectorAll("a").find((candidate) => candidate.text.trim() === text);
  return link?.getAttribute("href");
}
