/** Which language a report is written in, by its letters or its most frequent words. */
import { foldLetters } from "../../../spelling/folding.ts";

const scripts: readonly (readonly [name: string, letters: RegExp])[] = [
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Arabic or Persian", /\p{Script=Arabic}/gu],
  ["Russian or another language in Cyrillic letters", /\p{Script=Cyrillic}/gu],
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Korean", /\p{Script=Hangul}/gu],
  ["Chinese", /\p{Script=Han}/gu],
  ["Hindi", /\p{Script=Devanagari}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Thai", /\p{Script=Thai}/gu],
  ["Armenian", /\p{Script=Armenian}/gu],
  ["Punjabi", /\p{Script=Gurmukhi}/gu],
  ["Bengali", /\p{Script=Bengali}/gu],
];

const frequent: readonly (readonly [name: string, words: string])[] = [
  ["English", "the and of is in to with are was at not for or on be no from by has this should"],
  ["Spanish", "el la los las de del en y que un una es esta con por para no se al hay junto sin su"],
  ["French", "le la les des du et est une dans pour pas sur avec au aux ne qui sont ce"],
  ["Portuguese", "o a os as do da dos das em e um uma nao com para no na foi esta ao pelo que"],
  ["German", "der die das und ist nicht ein eine im mit auf den dem zu von sind wurde an"],
  ["Italian", "il lo gli di del della e un una non con per sono nel alla dei che"],
  ["Vietnamese", "va cua la co khong cac mot trong cho duoc voi nha bi nuoc tren"],
  ["Polish", "w i na nie jest sie do z oraz przez dla od po brak"],
  ["Tagalog", "ang ng sa mga na ay hindi may at ito"],
  ["Dutch", "de het een en van is niet op met zijn aan door voor"],
  ["Haitian Creole", "nan ak pou yon pa se yo ki gen li"],
];

const few = 4;
const longest = 60_000;

/** "English" where nothing says otherwise. @param pages the text by page */
export function languageOf(pages: readonly string[]): string {
  const text = pages.join("\n").slice(0, longest);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [name, script] of scripts) if ((text.match(script)?.length ?? 0) > 0.3 * letters) return name;
  const words = foldLetters(text).match(/[a-z]+/g) ?? [];
  const counts = Map.groupBy(words, (word) => word);
  const scores = frequent.map(([name, list]) => ({
    name,
    score: list.split(" ").reduce((sum, word) => sum + (counts.get(word)?.length ?? 0), 0),
  }));
  const [english, ...others] = scores;
  const best = others.toSorted((one, other) => other.score - one.score)[0];
  const isOther = best !== undefined && best.score >= few && best.score > 1.3 * (english?.score ?? 0);
  return isOther ? best.name : "English";
}
