import { linksIn } from "./links-in-text.ts";
import { MarkedText } from "./marked-text.tsx";

/** What somebody wrote, with its links, addresses and phone numbers as links. @param words of a search, folded, which are marked */
export function LinkedText({ text, words = [] }: { text: string; words?: readonly string[] }) {
  let at = 0;
  return linksIn(text).map(({ text: piece, href }) => {
    const key = at;
    at += piece.length;
    const shown = words.length === 0 ? piece : <MarkedText key={key} text={piece} words={words} />;
    if (href === null) return shown;
    return (
      <a key={key} className="link" href={href} rel="noopener">
        {shown}
      </a>
    );
  });
}
