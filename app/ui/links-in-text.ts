/** Links, addresses and phone numbers in what people write. */

/** A piece of a text, with where it leads; null for words. */
export interface TextPiece {
  readonly text: string;
  readonly href: string | null;
}

const web = /(?<![\w@./-])(?:https?:\/\/|www\.)[^\s<>"“”«»]+/gi;
const email = /(?<![^\s<>(["“«:;,])[^\s<>@,;:()"“”«»[\]…]+@[^\s<>@,;:()"'“”«»[\]…]+/g;
/** North American numbers as they are written there, and others with their country. */
const national = /(?<![\w+.,/-])(?:\+?1[ .-]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-]?)\d{3}[ .-]?\d{4}(?![\w-])/g;
const abroad = /(?<![\w+.,/-])\+[2-9]\d?(?:[ ()./-]{0,2}\d){6,13}(?![\w-])/g;

/** Takes a text apart, so that its pieces in order are the text. */
export function linksIn(text: string): readonly TextPiece[] {
  const found = [
    ...[...text.matchAll(web)].map((match) => ({ match, piece: webLink(match[0]) })),
    ...[...text.matchAll(email)].map((match) => ({ match, piece: emailLink(match[0]) })),
    ...[...text.matchAll(national), ...text.matchAll(abroad)].map((match) => ({ match, piece: callLink(match[0]) })),
  ].sort((one, other) => one.match.index - other.match.index);
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { match, piece } of found) {
    if (piece === null || match.index < done) continue;
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), href: null });
    pieces.push(piece);
    done = match.index + piece.text.length;
  }
  if (done < text.length || pieces.length === 0) pieces.push({ text: text.slice(done), href: null });
  return pieces;
}

function webLink(written: string): TextPiece | null {
  const text = withoutPunctuation(written);
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  // A secret was taken out of it: it leads nowhere.
  const isWhole = !written.includes("…") && URL.canParse(href) && new URL(href).hostname.includes(".");
  return isWhole ? { text, href } : null;
}

function emailLink(written: string): TextPiece | null {
  const text = withoutPunctuation(written);
  const [name = "", domain = ""] = text.split("@");
  const isDomain = domain.split(".").every((label) => label !== "") && /\.\p{L}{2,63}$/u.test(domain);
  const isOne = name !== "" && !/^['’]/.test(name) && isDomain && text.isWellFormed();
  return isOne ? { text, href: `mailto:${encodeURIComponent(name)}@${encodeURIComponent(domain)}` } : null;
}

function callLink(text: string): TextPiece {
  // "+49 (0)30": the zero is for those who call from within the country.
  const digits = text.replace("(0)", "").replace(/\D/g, "");
  const isBare = !text.startsWith("+") && digits.length === 10;
  return { text, href: `tel:+${isBare ? "1" : ""}${digits}` };
}

/** What ends a sentence is no part of a link, nor is a bracket that the link does not open. */
function withoutPunctuation(written: string): string {
  let text = written;
  for (let last = text.at(-1) ?? ""; last !== ""; last = text.at(-1) ?? "") {
    const opening = last === ")" ? "(" : last === "]" ? "[" : null;
    const isUnopened = opening !== null && text.split(opening).length < text.split(last).length;
    if (!isUnopened && !/[.,;:!?'’*_~。，、]/.test(last)) return text;
    text = text.slice(0, -1);
  }
  return text;
}
