import { analyse } from "chardet";

/** In which encoding a file was written, told by its bytes. */

/** What people may choose from, as TextDecoder calls them; where two fit alike, the earlier one counts. */
export const encodings = {
  "utf-8": "Unicode (UTF-8)",
  "utf-16le": "Unicode (UTF-16)",
  "utf-16be": "Unicode (UTF-16, big-endian)",
  "windows-1252": "Western European (Windows)",
  "windows-1250": "Central European (Windows)",
  "windows-1251": "Cyrillic (Windows)",
  macintosh: "Western European (Mac)",
  shift_jis: "Japanese (Shift-JIS)",
} as const satisfies Readonly<Record<string, string>>;

/** What people call an encoding. */
export function encodingName(encoding: string): string {
  return new Map<string, string>(Object.entries(encodings)).get(encoding) ?? encoding;
}

/** Bytes of words with letters beyond ASCII by which an encoding is found. */
const mostJudged = 20_000;

/** The name of the encoding that these bytes are in; UTF-8 where they may be that. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return wideEncodingOf(bytes) ?? (decode(bytes, "utf-8", true) === null ? judge(tellingWords(bytes)) : "utf-8");
}

/** The text of these bytes; null where they cannot be in this encoding and `isStrict` asks for that. */
export function decode(bytes: Uint8Array, encoding: string, isStrict = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: isStrict }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

/** UTF-16 without a mark: every second byte of what is ASCII in it is zero, and hardly one of the others. */
function wideEncodingOf(bytes: Uint8Array): string | null {
  const zeros = [0, 0];
  for (const [place, byte] of bytes.subarray(0, mostJudged).entries())
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const encoding = odd > even ? "utf-16le" : "utf-16be";
  const isWide = Math.max(even, odd) > 10 * Math.min(even, odd) && bytes.length % 2 === 0;
  return isWide && decode(bytes, encoding, true)?.includes("\0") === false ? encoding : null;
}

/** The words that have bytes beyond ASCII: the others are alike in all of these encodings. */
function tellingWords(bytes: Uint8Array): Uint8Array {
  const words: number[] = [];
  let start = 0;
  let isTelling = false;
  for (let place = 0; place <= bytes.length && words.length < mostJudged; place += 1) {
    const byte = bytes[place] ?? 0x20;
    if (byte >= 0x80) isTelling = true;
    // No encoding uses these for the second byte of a letter.
    if (byte > 0x2c && byte !== 0x3b) continue;
    if (isTelling) words.push(...bytes.subarray(start, Math.min(place, start + 1000)), 0x20);
    isTelling = false;
    start = place + 1;
  }
  return Uint8Array.from(words);
}

/** What a detector says of any bytes that an encoding allows. */
const leastConfidence = 10;

/**
 * The encoding in which most of the words can be words. A detector knows languages by what is frequent in long texts: a list
 * has a few names, so its word counts where two encodings fit alike.
 */
function judge(words: Uint8Array): string {
  const found = analyse(words).filter(({ confidence }) => confidence > leastConfidence);
  const names = [
    ...Object.keys(encodings).filter((name) => !name.startsWith("utf-16")),
    ...found.map(({ name }) => name),
  ];
  const readings = new Map<string, { encoding: string; confidence: number }>();
  for (const name of names) {
    const text = decode(words, name, name !== "utf-8");
    if (text === null) continue;
    const confidence = found.find((one) => one.name === name)?.confidence ?? 0;
    const reading = readings.get(text) ?? { encoding: new TextDecoder(name).encoding, confidence };
    readings.set(text, { ...reading, confidence: Math.max(confidence, reading.confidence) });
  }
  const judged = [...readings].map(([text, reading]) => ({ ...reading, likeliness: likelinessOf(text) }));
  judged.sort((one, other) => other.likeliness - one.likeliness || other.confidence - one.confidence);
  return judged[0]?.encoding ?? "windows-1252";
}

/** How many more words of a text can be words than cannot. */
function likelinessOf(text: string): number {
  const words = new Set(text.match(/[A-Za-z\u0080-\u{10FFFF}]+/gu));
  return [...words].reduce((sum, word) => sum + likelinessOfWord(word), 0);
}

/** Letters beyond a to z that one language has. A word has letters of one. */
const alphabets = [
  "àâæçéèêëîïôœùûüÿ",
  "äöüß",
  "áéíóúüñ",
  "áàâãçéêíóôõú",
  "àèéìíòóùú",
  "åäöøæéü",
  "áðéíóúýþæö",
  "ąćęłńóśźż",
  "áčďéěíňóřšťúůýž",
  "áäčďéíĺľňóôŕšťúýž",
  "áéíóöőúüű",
  "ăâîşţșț",
  "čćđšž",
  "çğıöşü",
].map((letters) => new Set(letters));

const scripts = [
  /^\p{Script=Cyrillic}+$/u,
  /^\p{Script=Greek}+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u,
  /^\p{Script=Hangul}+$/u,
  /^[\p{Script=Hebrew}\p{M}]+$/u,
  /^[\p{Script=Arabic}\p{M}]+$/u,
  /^[\p{Script=Thai}\p{M}]+$/u,
];

/** 1 for what can be a word, -1 for what cannot, 0 for what tells nothing. */
function likelinessOfWord(marked: string): -1 | 0 | 1 {
  if (/[\p{Co}\p{Cn}\p{Cc}\uFFFD]/u.test(marked)) return -1;
  if (/^(?:[DLON]’\p{L}+|\p{L}+’(?:s|t|re|ll|ve|d|m)|\p{L}+s’)$/iu.test(marked)) return 1;
  const word = marked.replace(/^[“‘«„¿¡€£]+/u, "").replace(/[”’»…€£]$/u, "");
  if (!/[^A-Za-z]/.test(word) || (word.match(/\p{L}/gu) ?? []).length < 2) return 0;
  // Portuguese has this letter before an e alone; elsewhere it is Hungarian in another encoding.
  if (/\p{Ll}\p{Lu}|õ(?!e)/u.test(word)) return -1;
  if (!/^[\p{L}\p{M}]+$/u.test(word)) return /^[\p{L}\p{M}–—’]+$/u.test(word) ? 0 : -1;
  if (/^\p{Script=Latin}+$/u.test(word)) {
    const letters = [...word.toLowerCase()].filter((letter) => !/[a-z]/.test(letter));
    return alphabets.some((alphabet) => letters.every((letter) => alphabet.has(letter))) ? 1 : -1;
  }
  return scripts.some((script) => script.test(word)) ? 1 : -1;
}
