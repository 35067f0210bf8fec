import { Parser } from "htmlparser2";
import type { MailLine } from "./mail-lines.ts";

const silent = new Set(["style", "script", "head", "title", "template", "noscript", "svg", "object"]);
const blocks = new Set([
  ...["address", "article", "aside", "div", "dd", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3"],
  ...["h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul"],
]);
const apart = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre"]);
/** Deeper quotes are history as well. */
const deepestQuote = 3;

/** Nested elements take longer than in proportion to the length. */
const mostCharacters = 300_000;

/** The text of HTML as mail programs write it: lines, "- " before items, ">" before quotes, addresses of links. */
export function textOfHtml(html: string): string {
  return linesOfHtml(html)
    .map(({ raw }) => raw)
    .join("\n");
}

function isQuote(name: string, { type = "", class: names = "" }: Attributes): boolean {
  return name === "blockquote" && (type.toLowerCase() === "cite" || /quote|cite/i.test(names));
}

/** Whether an element begins the history without marking it as quoted: Outlook, GMX, Yahoo, Proton, Tutanota. */
function opensHistory({ id = "", name = "", class: names = "" }: Attributes): boolean {
  return (
    /^(x_)*(divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)$/.test(id) ||
    name === "quote" ||
    /\b(yahoo_quoted|ymail_android_signature_quote|protonmail_quote|tutanota_quote|ms-outlook-mobile-reference-message)\b/.test(
      names,
    )
  );
}

type Attributes = Readonly<Record<string, string>>;

/** Gives the lines of the text, with what the elements say about each. */
export function linesOfHtml(html: string): MailLine[] {
  const lines: MailLine[] = [];
  let line: string[] = [];
  let endsInSpace = true;
  /** For each quote around the text, whether a mail program made it. */
  const quotes: boolean[] = [];
  let isOpening = false;
  let silence = 0;
  let link = "";
  let linked: string[] = [];

  function add(words: string): void {
    const added = endsInSpace ? words.trimStart() : words;
    if (added === "") return;
    line.push(added);
    endsInSpace = added.endsWith(" ");
  }
  function endLine(): void {
    const mark = quotes.length === 0 ? "" : `${">".repeat(Math.min(quotes.length, deepestQuote))} `;
    const bare = line.join("").trim();
    lines.push({
      raw: mark + bare,
      bare,
      depth: quotes.length,
      isCited: quotes.includes(true),
      opensHistory: isOpening,
    });
    if (bare !== "") isOpening = false;
    line = [];
    endsInSpace = true;
  }
  const endStarted = () => {
    if (line.length > 0) endLine();
  };
  const leaveSpace = () => {
    endStarted();
    const last = lines.at(-1);
    if (last !== undefined && last.bare !== "") endLine();
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const { href = "" } = attributes;
        if (silent.has(name)) silence += 1;
        if (opensHistory(attributes)) {
          endStarted();
          isOpening = true;
        }
        if (name === "br") endLine();
        else if (name === "blockquote") {
          leaveSpace();
          quotes.push(isQuote(name, attributes));
        } else if (apart.has(name)) leaveSpace();
        else if (blocks.has(name)) endStarted();
        if (name === "li") add("- ");
        if (name === "td" || name === "th") add(" ");
        if (name === "a") {
          link = /^https?:/i.test(href) ? href : "";
          linked = [];
        }
      },
      ontext(text) {
        if (silence > 0) return;
        const words = text.replace(/\s+/g, " ");
        add(words);
        if (link !== "") linked.push(words);
      },
      onclosetag(name) {
        if (silent.has(name)) silence = Math.max(0, silence - 1);
        if (name === "a") {
          const isShown = linked.join("").includes(link.replace(/^https?:\/\//i, "").replace(/\/$/, ""));
          if (link !== "" && !isShown) add(` (${link})`);
          link = "";
        }
        if (name === "blockquote") {
          endStarted();
          quotes.pop();
          leaveSpace();
        } else if (apart.has(name)) leaveSpace();
        else if (blocks.has(name)) endStarted();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html.slice(0, mostCharacters));
  parser.end();
  endStarted();
  return lines;
}
