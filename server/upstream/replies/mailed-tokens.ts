/**
 * Secrets of mailed links in an email. Mail filters rewrite links, so a text is searched in each of their spellings; each character
 * of a decoded text remembers where it came from.
 */

interface View {
  readonly text: string;
  /** For each character, where it begins in the source. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Whether base64 was decoded: what is masked stays base64. */
  readonly isBase64: boolean;
}

/** Characters that are searched at once; windows overlap. */
const windowSize = 100_000;
const overlap = 5_000;
/** How deep, and in how many ways a text is decoded. */
const deepest = 6;
const mostViews = 60;
/** Characters of an email that are searched; longer emails count as unsure. */
export const mostSearched = 3_000_000;

const tokenLength = 43;
/** Longer runs are files; what is in them is found once they are decoded. */
const longestRun = 4_000;

interface Secrets {
  /** Pieces that look like tokens. */
  readonly tokens: ReadonlySet<string>;
  /** Secrets that are known by their place, not by a hash: of links by which people choose their emails, and of reply addresses. */
  readonly placed: ReadonlySet<string>;
}

/** What may be a secret in a text, and what is one. */
export function secretsIn(text: string): Secrets {
  const tokens = new Set<string>();
  const placed = new Set<string>();
  for (const { words } of windowsOf(text))
    for (const view of viewsOf(words)) {
      for (const run of runsOf(view))
        for (let at = 0; at + tokenLength <= run.length; at += 1) tokens.add(run.slice(at, at + tokenLength));
      for (const [, ofLink, ofAddress] of view.text.matchAll(places)) placed.add(ofLink ?? ofAddress ?? "");
    }
  return { tokens, placed };
}

const places = /client-portal[/_](?:mails|sign-in|invitations)[/_]([\w-]{43,800})|\breply-([a-z2-7]{50})(?![a-z0-9])/gi;

/** Filters that replace a link by a number. */
const numbering =
  /\b(?:mimecast\.com|mimecastprotect\.com|hornetsecurity\.com|antispameurope\.com|emailprotection\.link|inky\.com|linkscan\.io|clicktime\.symantec\.com|mailprotect\.link)\/\S{8}/i;

/** Whether links lead where it cannot be told. */
export function hidesLinks(text: string): boolean {
  return numbering.test(text);
}

function runsOf({ text }: View): readonly string[] {
  const pieces = (text.match(/[\w+/=-]{43,}/g) ?? []).filter((piece) => piece.length <= longestRun);
  return pieces.flatMap((piece) => piece.match(/[\w-]{43,}/g) ?? []);
}

/** Masks secrets in a text, in any spelling. @param fill gives the replacement; base64 stays base64 */
export function withoutTokens(text: string, tokens: ReadonlySet<string>, fill: (length: number) => string): string {
  if (tokens.size === 0) return text;
  const masks = windowsOf(text).flatMap(({ start, words }) =>
    viewsOf(words).flatMap((view) =>
      occurrences(view, tokens).map(([from, to]) => ({
        from: start + from,
        to: start + to,
        words: view.isBase64 ? asterisks.repeat(Math.ceil((to - from) / asterisks.length)) : fill(to - from),
      })),
    ),
  );
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, words } of masks.sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (to <= done) continue;
    if (from >= done) parts.push(text.slice(done, from), words);
    done = to;
  }
  return [...parts, text.slice(done)].join("");
}

const asterisks = "Kioq";

function occurrences({ text, starts, ends }: View, tokens: ReadonlySet<string>): [number, number][] {
  return [...tokens].flatMap((token) => {
    const found: [number, number][] = [];
    for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
      // Between joined lines or base64, a range has what stood there.
      const from = starts[at] ?? 0;
      found.push([from, Math.max(from, ends[at + token.length - 1] ?? 0)]);
    }
    return found;
  });
}

function windowsOf(text: string): { readonly start: number; readonly words: string }[] {
  const windows = [];
  for (let start = 0; start === 0 || start + overlap < text.length; start += windowSize - overlap)
    windows.push({ start, words: text.slice(start, start + windowSize) });
  return windows;
}

function viewsOf(text: string): readonly View[] {
  const places = Uint32Array.from({ length: text.length }, (_, place) => place);
  const whole: View = { text, starts: places, ends: places.map((place) => place + 1), isBase64: false };
  const unfolded = [whole, decode(whole, quotedPrintable) ?? whole];
  const bases = unfolded.flatMap((view) => [view, decode(view, tags) ?? view]);
  const views: View[] = [];
  const seen = new Set<string>();
  const add = (view: View) => {
    if (views.length >= mostViews || seen.has(view.text)) return;
    seen.add(view.text);
    views.push(view);
  };
  for (const base of bases) {
    const joined = decode(base, brokenLines) ?? base;
    add(decode(joined, shortPieces) ?? joined);
  }
  let [from, to] = [0, views.length];
  for (let depth = 0; depth < deepest && from < to; depth += 1) {
    for (const view of views.slice(from, to))
      for (const decoding of decodings) {
        const decoded = decode(view, decoding);
        if (decoded !== null) add(decoded);
      }
    [from, to] = [to, views.length];
  }
  return views;
}

interface Decoding {
  readonly form: RegExp;
  readonly read: (match: string, code: string | undefined) => string;
  readonly skipped?: number;
}

const ofCode = (match: string, code: string | undefined) =>
  code === undefined ? match : String.fromCharCode(Number.parseInt(code, 16));

const brokenLines: Decoding = { form: /\s[\s>|]*/g, read: (match) => (/[\r\n]/.test(match) ? "" : match) };
const tags: Decoding = { form: /<[^<>]*>/g, read: () => "" };
const quotedPrintable: Decoding = {
  form: /=(?:([0-9a-f]{2})|\r?\n)/gi,
  read: (match, code) => (code === undefined ? "" : ofCode(match, code)),
};
const shortPieces: Decoding = { form: /[^ \t]+/g, read: (match) => (match.length < tokenLength ? "" : match) };

const decodings: readonly Decoding[] = [
  // Links in links, as Safe Links and Barracuda write them.
  { form: /%([0-9a-f]{2})/gi, read: ofCode },
  brokenLines,
  { form: /[\0\u00ad\u200b-\u200d\u2060\ufeff]/g, read: () => "" },
  tags,
  // Proofpoint's second way.
  { form: /-([0-9a-f]{2})/gi, read: ofCode },
  quotedPrintable,
  { form: /&#x([0-9a-f]{2});?/gi, read: ofCode },
  { form: /&#(\d{2,3});?/g, read: (match, code) => (code === undefined ? match : String.fromCharCode(Number(code))) },
  { form: /&(amp|lowbar|hyphen|dash);/g, read: (match, name) => named.get(name ?? "") ?? match },
  { form: /\\(?:u00|x)([0-9a-f]{2})/gi, read: ofCode },
  ...[0, 1, 2, 3].map((skipped) => ({ form: /[\w+/-]{48,}/g, read: readBase64, skipped })),
];

const named = new Map([
  ["amp", "&"],
  ["lowbar", "_"],
  ["hyphen", "-"],
  ["dash", "-"],
]);

function readBase64(match: string): string {
  const decoded = Buffer.from(match, "base64").toString("latin1");
  return /[\0\s\x20-\x7e]{43}/.test(decoded) ? decoded : match;
}

function decode(view: View, { form, read, skipped }: Decoding): View | null {
  const parts: string[] = [];
  const starts = new Uint32Array(view.text.length);
  const ends = new Uint32Array(view.text.length);
  let size = 0;
  let done = 0;
  const copyUntil = (end: number) => {
    parts.push(view.text.slice(done, end));
    starts.set(view.starts.subarray(done, end), size);
    ends.set(view.ends.subarray(done, end), size);
    size += end - done;
  };
  for (const match of view.text.matchAll(form)) {
    const written = match[0].slice(skipped ?? 0);
    const words = read(written, match[1]);
    if (words === written) continue;
    const start = match.index + (skipped ?? 0);
    copyUntil(start);
    done = start + written.length;
    parts.push(words);
    for (let index = 0; index < words.length; index += 1) {
      const group = skipped === undefined ? null : Math.floor(index / 3) * 4;
      starts[size] = view.starts[start + (group ?? 0)] ?? 0;
      ends[size] = view.ends[group === null ? done - 1 : Math.min(start + group + 3, done - 1)] ?? 0;
      size += 1;
    }
  }
  if (done === 0) return null;
  copyUntil(view.text.length);
  return { text: parts.join(""), starts, ends, isBase64: view.isBase64 || skipped !== undefined };
}
