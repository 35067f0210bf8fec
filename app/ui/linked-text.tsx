import { linksIn } from "./links-in-text.ts";

/** What somebody wrote, with its links, addresses and phone numbers as links. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return linksIn(text).map(({ text: words, href }) => {
    const key = at;
    at += words.length;
    if (href === null) return words;
    return (
      <a key={key} className="link" href={href} rel="noopener">
        {words}
      </a>
    );
  });
}
