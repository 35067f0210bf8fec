/** Chooses the sentences that say most: each has points, the best are taken, and none that repeats a better one. */
import { type Sentence, sentencesOf } from "../texts/sentences.ts";
import type { Point } from "./point.ts";

const maxPoints = 8;
const words = { fewest: 6, most: 60 };
const longest = 500;

/** Points beside those for words. */
const marks: readonly { readonly pattern: RegExp; readonly points: number }[] = [
  { pattern: /[$€£]\s?\d|\d[,.]?\s?(?:dollars|usd|percent)\b|\d\s?%/i, points: 0.3 },
  {
    pattern:
      /\b(?:no later than|deadline|expires?|due (?:on|by|date)|within \d+ (?:business |calendar )?(?:days|hours|months)|effective)\b/i,
    points: 0.3,
  },
  {
    pattern: /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b.{0,12}\d/i,
    points: 0.1,
  },
  {
    pattern: /\b(?:must|shall|required?|responsible|obligat\w+|prohibit\w+|not (?:permitted|allowed|included))\b/i,
    points: 0.25,
  },
  {
    pattern: /\b(?:recommend\w*|advise\w*|in (?:summary|conclusion)|most important\w*|overall|please note)\b/i,
    points: 0.3,
  },
  { pattern: /\b(?:hazard\w*|unsafe|dangerous|fire|shock|carbon monoxide|structural|safety)\b/i, points: 0.2 },
  {
    pattern:
      /\b(?:damage\w*|defect\w*|leak\w*|crack\w*|hazard\w*|unsafe|fail\w*|missing|rot(?:ted)?|corro\w+|mold|asbestos|radon|lead paint|repair\w*|replac\w+|flood\w*|lien|easement|violation)\b/i,
    points: 0.3,
  },
  {
    pattern:
      /\bno\b.{0,40}\b(?:observed|found|noted|visible|detected|evident)\b|\b(?:satisfactory|serviceable|normal(?:ly)?|in good condition)\b/i,
    points: -0.5,
  },
  {
    pattern:
      /\b(?:liab(?:le|ility)|warrant(?:y|ies)|standards? of practice|copyright|all rights reserved|confidential|this report (?:is|was|has been) prepared|not intended to|client agrees|scope of (?:the|this))\b/i,
    points: -0.7,
  },
];

/** In the document's order. @param pages the text by page */
export function keySentences(pages: readonly string[]): readonly Point[] {
  const candidates = sentencesOf(pages).filter(isQuotable);
  const keywords = new Map(candidates.map((sentence) => [sentence, keywordsOf(sentence.text)]));
  const scores = scoresOf(keywords);
  const perPage = Math.max(3, Math.ceil((1.5 * maxPoints) / Math.max(1, pages.length)));
  const chosen: Sentence[] = [];
  for (const sentence of candidates.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0))) {
    // Negative points: only what every such document says.
    if (chosen.length === maxPoints || (scores.get(sentence) ?? 0) <= 0) break;
    const besides = chosen.filter(({ page }) => page === sentence.page);
    const isTold = chosen.some((better) => repeats(keywords.get(sentence) ?? [], keywords.get(better) ?? []));
    if (besides.length < perPage && !isTold) chosen.push(sentence);
  }
  const order = new Map(candidates.map((sentence, index) => [sentence, index]));
  return chosen
    .toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    .map(({ text, page }) => ({ text, page }));
}

function isQuotable({ text }: Sentence): boolean {
  const count = text.split(/\s+/).length;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    count >= words.fewest &&
    count <= words.most &&
    text.length <= longest &&
    letters > 0.6 * text.replace(/\s/g, "").length &&
    /\p{Ll}{2}/u.test(text)
  );
}

/** Points: 0 to 1 for how common its words are in the text, by logarithm and the root of its length; the marks; a little for its place. */
function scoresOf(keywords: ReadonlyMap<Sentence, readonly string[]>): ReadonlyMap<Sentence, number> {
  const sentences = [...keywords.keys()];
  const counts = new Map<string, number>();
  for (const word of [...keywords.values()].flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (sentence: Sentence) => {
    const own = keywords.get(sentence) ?? [];
    const sum = [...new Set(own)].reduce((total, word) => total + Math.log(1 + (counts.get(word) ?? 0)), 0);
    return own.length === 0 ? 0 : sum / Math.sqrt(own.length);
  };
  const weights = new Map(sentences.map((sentence) => [sentence, weight(sentence)]));
  const heaviest = Math.max(...weights.values(), Number.EPSILON);
  return new Map(
    sentences.map((sentence) => {
      const marked = marks.filter(({ pattern }) => pattern.test(sentence.text));
      const points = marked.reduce((total, mark) => total + mark.points, 0);
      const place = (sentence.isFirst ? 0.1 : 0) + (sentence.page === 1 ? 0.1 : 0);
      return [sentence, (weights.get(sentence) ?? 0) / heaviest + points + place];
    }),
  );
}

function repeats(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.intersection(b).size > 0.5 * Math.min(a.size, b.size);
}

/** Words of every English text. In other languages all words count, which is coarser. */
const common = new Set(
  `a about above after again all also although am an and any are as at be because been before being below between both but by
  can cannot could did do does doing down during each few for from further had has have having he her here hers him his how i if
  in into is it its itself just may me might more most my no nor not of off on once only or other our out over own per same shall
  she should so some such than that the their them then there these they this those through to too under until up upon us very
  was we were what when where which while who whom why will with within without would you your`.split(/\s+/),
);

/** The words of a text without common ones, in order. */
function keywordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? [];
  return words.filter((word) => word.length > 2 && !common.has(word)).map(stem);
}

/** "leaks" and "leaking" are one word. */
function stem(word: string): string {
  const bare = word.replace(/['’]s?$/, "");
  return bare.length > 5 ? bare.replace(/(?:ing|ed|es|s)$/, "") : bare.replace(/(?<=\w{3})s$/, "");
}
