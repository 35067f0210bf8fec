/** Whether a page makes sense where text alone is shown. */
import { type HTMLElement, parse } from "node-html-parser";
import { textInLynx } from "./lynx.ts";

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** What text browsers write for pictures without words and for parts of a page that they cannot show. */
const noise = /\[(INLINE|IMAGE|LINK|EMBED|USEMAP)\]|[\w-]+\.(webp|avif|png|jpe?g|gif|svg)\b/gi;

/** Fields that people type into. */
const typed = 'input:not([type]), input[type="text"], input[type="email"], input[type="tel"], textarea';

/** Gives what is wrong with a page as lynx prints it: noise, headings out of their order, fields before their labels. */
export function faultsInLynx(lynx: string, html: string): string[] {
  const text = oneLine(textInLynx(lynx, html));
  const document = parse(html);
  const headings = document.querySelectorAll("h1, h2, h3").filter((heading) => heading.closest("dialog") === null);
  return [
    ...[...text.matchAll(noise)].map(([word]) => `noise: ${word}`),
    ...outOfOrder(
      text,
      headings.map((heading) => oneLine(heading.text)),
    ),
    ...document.querySelectorAll(typed).flatMap((field) => faultsOfField(text, document, field)),
  ];
}

/** The headings that do not come in the order of the page, the page's own first. */
function outOfOrder(text: string, headings: readonly string[]): string[] {
  let at = 0;
  return headings.flatMap((heading) => {
    const found = text.indexOf(heading, at);
    if (found === -1) return [`not there, or too early: ${heading}`];
    at = found + heading.length;
    return [];
  });
}

function faultsOfField(text: string, document: HTMLElement, field: HTMLElement): string[] {
  if (field.closest(".extra") !== null) return [];
  const label = document.querySelectorAll("label").find((one) => one.getAttribute("for") === field.id);
  const words = oneLine(label?.text ?? field.getAttribute("aria-label") ?? "");
  const at = text.indexOf(words);
  const isBefore = words !== "" && at !== -1 && text.indexOf("____", at) !== -1;
  return isBefore ? [] : [`no label before ${field.outerHTML.slice(0, 80)}`];
}
