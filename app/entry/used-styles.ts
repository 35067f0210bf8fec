import { type AtRule, type ChildNode, parse } from "postcss";
import { hashSource } from "./content-policy.ts";
import { keptIn } from "./page-bytes.ts";

/** The rules of a sheet that one page uses: a page that nobody's browser changes needs no others, and they are half of its first visit. */

/** A rule, with those of its selectors of which the page has all classes; left out where it has those of none. */
interface Rule {
  readonly selectors: readonly Selector[];
  readonly block: string;
}

interface Selector {
  readonly text: string;
  readonly classes: readonly string[];
}

interface Group {
  readonly opening: string;
  readonly parts: readonly Part[];
}

type Part = Rule | Group;

export interface InlinedStyles {
  readonly element: Buffer;
  readonly hash: string;
}

/** The element for these styles. */
export function inlineStyles(text: string): InlinedStyles {
  return { element: Buffer.from(`<style>${text}</style>`), hash: hashSource(text) };
}

const grouping = new Set(["layer", "media", "supports", "container"]);

const attributeStart = ' class="';

/**
 * Reads a sheet once.
 * @param always classes that scripts of such pages add
 * @returns the styles of a page, by its HTML as React writes it, and by further classes that are added to it
 */
export function readUsedStyles(
  sheet: string,
  always: readonly string[],
): (html: string, added?: readonly string[]) => InlinedStyles {
  const parts = partsOf(parse(sheet).nodes);
  const known = new Set(parts.flatMap(classesOf));
  const byClasses = new Map<string, InlinedStyles>();
  // Most pages have the attributes of an earlier one, so that their classes need not be looked up.
  const byAttributes = new Map<string, InlinedStyles>();

  function stylesOf(attributes: readonly string[]): InlinedStyles {
    const names = attributes.flatMap((value) => unescapeHtml(value).split(" ")).filter((name) => known.has(name));
    const used = new Set([...always, ...names]);
    return keptIn(byClasses, [...used].toSorted().join(" "), () => inlineStyles(write(parts, used)));
  }

  return (html, added = []) => {
    const attributes = [...attributesIn(html), ...added].toSorted();
    return keptIn(byAttributes, attributes.join('"'), () => stylesOf(attributes));
  };
}

/** The different values of `class` in a page. A search by `indexOf` costs a quarter of what a regular expression does. */
function attributesIn(html: string): Set<string> {
  const values = new Set<string>();
  let start = html.indexOf(attributeStart);
  while (start !== -1) {
    const from = start + attributeStart.length;
    const end = html.indexOf('"', from);
    if (end === -1) break;
    values.add(html.slice(from, end));
    start = html.indexOf(attributeStart, end);
  }
  return values;
}

function partsOf(nodes: readonly ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === "comment") return [];
    if (node.type === "rule")
      return [
        {
          selectors: node.selectors.map((text) => ({ text, classes: classesIn(text) })),
          block: node.toString().slice(node.selector.length),
        },
      ];
    if (node.type === "atrule" && node.nodes !== undefined && grouping.has(node.name))
      return [{ opening: openingOf(node), parts: partsOf(node.nodes) }];
    const isStatement = node.type === "atrule" && node.nodes === undefined;
    return [{ selectors: [{ text: "", classes: [] }], block: `${node.toString()}${isStatement ? ";" : ""}` }];
  });
}

const openingOf = ({ name, params }: AtRule) => `@${name} ${params}{`;

/**
 * The classes that something has to have, to be in, or to have in it, for a selector to match. What is in other parentheses than
 * those of `:has` may say the opposite, or one of several.
 */
function classesIn(selector: string): string[] {
  const levels = [{ text: "", counts: true }];
  let level = levels[0];
  for (const [token] of selector.matchAll(/\\.|[()]|[^\\()]+/gs)) {
    if (level === undefined) break;
    if (token === "(") levels.push({ text: "", counts: level.text.endsWith(":has") });
    else if (token === ")") {
      levels.pop();
      const around = levels.at(-1);
      if (around !== undefined && level.counts && !level.text.includes(",")) around.text += level.text;
    } else level.text += token;
    level = levels.at(-1);
  }
  return [...(levels[0]?.text ?? "").matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) =>
    name.replaceAll(/\\(.)/g, "$1"),
  );
}

function classesOf(part: Part): string[] {
  return "parts" in part ? part.parts.flatMap(classesOf) : part.selectors.flatMap(({ classes }) => classes);
}

function write(parts: readonly Part[], used: ReadonlySet<string>): string {
  return parts.map((part) => writePart(part, used)).join("");
}

function writePart(part: Part, used: ReadonlySet<string>): string {
  if ("parts" in part) {
    const inside = write(part.parts, used);
    return inside === "" ? "" : `${part.opening}${inside}}`;
  }
  const matching = part.selectors.filter(({ classes }) => classes.every((name) => used.has(name)));
  return matching.length === 0 ? "" : `${matching.map(({ text }) => text).join(",")}${part.block}`;
}

/** As React escapes attributes. */
function unescapeHtml(text: string): string {
  return text.includes("&")
    ? text
        .replaceAll("&gt;", ">")
        .replaceAll("&lt;", "<")
        .replaceAll("&quot;", '"')
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&")
    : text;
}
