import { setImmediate as nextTurn } from "node:timers/promises";

/** The only rules for a password: long enough, and not among the first that anybody would try. */

const fewest = 12;
/** Far above what NIST SP 800-63B asks for; it bounds the work of checking a password. */
const most = 128;

/** Guesses that an attacker may afford offline in moments; zxcvbn's own scale calls 10^10 safe. */
const tooFewGuesses = 1e9;

/** zxcvbn's time grows with the square of the length; a longer password is as good as its better end. */
const judgedAtOnce = 48;

/** What has to be left of a password without its owner's own words. */
const fewestOfItsOwn = 6;

const separators = /[\s\p{P}\p{S}]+/gu;

export interface PasswordOwner {
  readonly email: string;
  /** Names of the person, and of the workspace where it is known. */
  readonly names: readonly string[];
}

/** Gives the sentence that says why a password cannot be taken, or null. */
export async function refusePassword(password: string, owner: PasswordOwner): Promise<string | null> {
  const canonical = password.normalize("NFKC");
  const length = [...canonical].length;
  if (length < fewest) return `Password must be at least ${fewest} characters.`;
  if (length > most) return `Password must be at most ${most} characters.`;
  const words = wordsOf(owner);
  if (withoutWords(canonical, words).length < fewestOfItsOwn) {
    return "This password is made of your own name or address, which is what others try first.";
  }
  const judge = await loadJudge();
  for (const end of endsOf(canonical)) {
    if (guessesFor(end, words, judge) >= tooFewGuesses) return null;
    // Judging takes long: others have their turn in between.
    await nextTurn();
  }
  return "This password is too easy to guess. A few words that do not belong together are better.";
}

function wordsOf({ email, names }: PasswordOwner): string[] {
  const phrases = ["latchkey", email, ...names].map((phrase) => phrase.normalize("NFKC").toLowerCase());
  const parts = phrases.flatMap((phrase) => phrase.split(separators));
  return [...new Set([...phrases, ...parts])].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

function withoutWords(password: string, words: readonly string[]): string {
  const left = words.reduce((rest, word) => rest.replaceAll(word, " "), password.toLowerCase());
  return left.replaceAll(separators, "");
}

function endsOf(password: string): string[] {
  return password.length > judgedAtOnce ? [password.slice(0, judgedAtOnce), password.slice(-judgedAtOnce)] : [password];
}

/** Hyphens between the keys of a keyboard's row make it no better: the weaker reading counts. */
function guessesFor(text: string, words: readonly string[], judge: Judge): number {
  return Math.min(judge(text, words), judge(text.replaceAll(separators, ""), words));
}

type Judge = (text: string, words: readonly string[]) => number;
let loading: Promise<Judge> | undefined;

/** The dictionary takes some 15 MB: it is loaded when the first password is chosen. */
function loadJudge(): Promise<Judge> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
    ]);
    const passwords = dictionary["passwords-common"];
    const factory = new ZxcvbnFactory({ dictionary: { passwords }, graphs: adjacencyGraphs });
    return (text: string, words: readonly string[]) => factory.check(text, [...words]).guesses;
  })();
  return loading;
}
