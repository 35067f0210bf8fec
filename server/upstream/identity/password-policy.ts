import { setImmediate as nextTurn } from "node:timers/promises";

/** The rules for passwords: long enough, and not among the first guesses. */

const fewest = 12;
/** It bounds the work of checking; far above what NIST SP 800-63B asks for. */
const most = 128;

/** Guesses that an attacker can make offline within moments; zxcvbn calls 10^10 safe. */
const tooFewGuesses = 1e9;

/** zxcvbn's time grows with the square of the length: of a longer password both ends are judged. */
const judgedAtOnce = 48;

/** Characters beside the owner's name and address. */
const fewestOfItsOwn = 6;

const separators = /[\s\p{P}\p{S}]+/gu;

interface PasswordOwner {
  readonly email: string;
  readonly names: readonly string[];
}

/** Why a password is refused, in a sentence; null when it is not. */
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

/** Separators between keys of a keyboard's row do not help: the weaker result counts. */
function guessesFor(text: string, words: readonly string[], judge: Judge): number {
  return Math.min(judge(text, words), judge(text.replaceAll(separators, ""), words));
}

type Judge = (text: string, words: readonly string[]) => number;
let loading: Promise<Judge> | undefined;

/** Some 15 MB, loaded with the first password. */
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
