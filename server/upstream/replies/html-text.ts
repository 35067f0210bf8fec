/** The text of an email that has HTML alone. */
import { Parser } from "htmlparser2";

/** Elements whose content is no text. */
const silent = new Set(["style", "script", "head", "title", "template", "noscript", "svg", "object"]);
/** Elements that begin and end a line. */
const blocks = new Set([
  ...["address", "article", "aside", "div", "dd", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3"],
  ...["h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul"],
]);
const apart = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre"]);
/** Quotes within quotes are all the same: history. */
const deepestQuote = 3;

/** A reply stands at the beginning; what is nested takes longer than in proportion to its length. */
const mostCharacters = 300_000;

/** Gives the text as a mail program would have written it: lines, "- " before items of lists, ">" before quotes, addresses of links. */
export function textOfHtml(html: string): string {
  const lines: string[] = [];
  let line: string[] = [];
  let endsInSpace = true;
  let quotes = 0;
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
    const mark = quotes === 0 ? "" : `${">".repeat(Math.min(quotes, deepestQuote))} `;
    lines.push(mark + line.join("").trim());
    line = [];
    endsInSpace = true;
  }
  const endStarted = () => {
    if (line.length > 0) endLine();
  };
  const leaveSpace = () => {
    endStarted();
    const last = lines.at(-1);
    if (last !== undefined && last !== "" && !/^>+ $/.test(last)) endLine();
  };

  const parser = new Parser(
    {
      onopentag(name, { href = "" }) {
        if (silent.has(name)) silence += 1;
        if (name === "br") endLine();
        else if (name === "blockquote") {
          leaveSpace();
          quotes += 1;
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
          quotes = Math.max(0, quotes - 1);
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
  return lines.join("\n");
}
