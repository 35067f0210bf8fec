/**
 * Chooses the sentences that say most of a document. The choice can be explained and is always the same: each sentence has
 * points for what it says, the best are taken, and none that says again what a better one says.
 */
import { type Sentence, sentencesOf } from "../texts/sentences.ts";
import type { Point } from "./point.ts";

const maxPoints = 8;
const words = { fewest: 6, most: 60 };
/** The longest sentence that is quoted, in characters. */
const longest = 500;

/** What makes a sentence worth reading, besides its words; points are added up. */
const marks: readonly { readonly pattern: RegExp; readonly points: number }[] = [
  // What it costs, and when it is due.
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
  // What has to be done, and what must not be.
  {
    pattern: /\b(?:must|shall|required?|responsible|obligat\w+|prohibit\w+|not (?:permitted|allowed|included))\b/i,
    points: 0.25,
  },
  {
    pattern: /\b(?:recommend\w*|advise\w*|in (?:summary|conclusion)|most important\w*|overall|please note)\b/i,
    points: 0.3,
  },
  // Dangers and defects.
  { pattern: /\b(?:hazard\w*|unsafe|dangerous|fire|shock|carbon monoxide|structural|safety)\b/i, points: 0.2 },
  {
    pattern:
      /\b(?:damage\w*|defect\w*|leak\w*|crack\w*|hazard\w*|unsafe|fail\w*|missing|rot(?:ted)?|corro\w+|mold|asbestos|radon|lead paint|repair\w*|replac\w+|flood\w*|lien|easement|violation)\b/i,
    points: 0.3,
  },
  // Things that are in good condition.
  {
    pattern:
      /\bno\b.{0,40}\b(?:observed|found|noted|visible|detected|evident)\b|\b(?:satisfactory|serviceable|normal(?:ly)?|in good condition)\b/i,
    points: -0.5,
  },
  // What every such document says.
  {
    pattern:
      /\b(?:liab(?:le|ility)|warrant(?:y|ies)|standards? of practice|copyright|all rights reserved|confidential|this report (?:is|was|has been) prepared|not intended to|client agrees|scope of (?:the|this))\b/i,
    points: -0.7,
  },
];

/**
 * Gives the key sentences of a text, in its order.
 * @param pages the text by page; the first is page 1
 */
export function keySentences(pages: readonly string[]): readonly Point[] {
  const candidates = sentencesOf(pages).filter(isQuotable);
  const keywords = new Map(candidates.map((sentence) => [sentence, keywordsOf(sentence.text)]));
  const scores = scoresOf(keywords);
  const perPage = Math.max(3, Math.ceil((1.5 * maxPoints) / Math.max(1, pages.length)));
  const chosen: Sentence[] = [];
  for (const sentence of candidates.toSorted((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0))) {
    // Less than nothing has only what every such document says.
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

/** Whether it is a sentence of a person's, not a line of a table. */
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

/**
 * Points of each sentence: from 0 to 1 for how often its words occur in the whole text, by a word's logarithm and the root of
 * the sentence's length, so that long ones have no advantage; the marks; and a little for standing where authors put what matters.
 */
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

/** Words of a text that say what it is about. */

/** English words that are in every text. In other languages all words count, which only makes the choice coarser. */
const common = new Set(
  `a about above after again all also although am an and any are as at be because been before being below between both but by
  can cannot could did do does doing down during each few for from further had has have having he her here hers him his how i if
  in into is it its itself just may me might more most my no nor not of off on once only or other our out over own per same shall
  she should so some such than that the their them then there these they this those through to too under until up upon us very
  was we were what when where which while who whom why will with within without would you your`.split(/\s+/),
);

/** Gives the words of a text that are not in every text, in lower case, in their order. */
function keywordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? [];
  return words.filter((word) => word.length > 2 && !common.has(word)).map(stem);
}

/** Takes plural and tense off, so that "leaks" and "leaking" are one word. Coarse, and the same for all. */
function stem(word: string): string {
  const bare = word.replace(/['’]s?$/, "");
  return bare.length > 5 ? bare.replace(/(?:ing|ed|es|s)$/, "") : bare.replace(/(?<=\w{3})s$/, "");
}
