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
export function keywordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? [];
  return words.filter((word) => word.length > 2 && !common.has(word)).map(stem);
}

/** Takes plural and tense off, so that "leaks" and "leaking" are one word. Coarse, and the same for all. */
function stem(word: string): string {
  const bare = word.replace(/['’]s?$/, "");
  return bare.length > 5 ? bare.replace(/(?:ing|ed|es|s)$/, "") : bare.replace(/(?<=\w{3})s$/, "");
}
