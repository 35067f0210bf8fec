/** The only rules for a password: long enough, and not among the first that anybody would try. */

const fewest = 12;
/** Far above what NIST SP 800-63B asks for; a bound on the work of whoever checks it. */
const most = 128;

/** Guesses that an attacker may afford offline in moments; zxcvbn's own scale calls 10^10 safe. */
const tooFewGuesses = 1e9;

/** zxcvbn's time grows with the square of the length; a longer password is as good as its better half. */
const judgedAtOnce = 48;

export interface PasswordOwner {
  readonly email: string;
  readonly names: readonly string[];
}

/**
 * Gives the sentence that says why a password cannot be taken, or null.
 * @param owner their words, and the product's, count as guessed first
 */
export async function refusePassword(password: string, owner: PasswordOwner): Promise<string | null> {
  const canonical = password.normalize("NFKC");
  const length = [...canonical].length;
  if (length < fewest) return `Password must be at least ${fewest} characters.`;
  if (length > most) return `Password must be at most ${most} characters.`;
  const words = wordsOf(owner);
  const parts =
    canonical.length > judgedAtOnce ? [canonical.slice(0, judgedAtOnce), canonical.slice(-judgedAtOnce)] : [canonical];
  const judge = await loadJudge();
  const isStrong = parts.some((part) => judge(part, words) >= tooFewGuesses);
  return isStrong ? null : "This password is too easy to guess. A few words that do not belong together are better.";
}

function wordsOf({ email, names }: PasswordOwner): string[] {
  const phrases = [email, ...names].map((phrase) => phrase.normalize("NFKC").toLowerCase());
  const words = phrases.flatMap((phrase) => phrase.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3);
  return ["latchkey", "real estate", "realestate", ...phrases, ...words];
}

type Judge = (password: string, words: readonly string[]) => number;
let loading: Promise<Judge> | undefined;

/** Its dictionary takes some 15 MB: it comes into memory with the first password that somebody chooses. */
function loadJudge(): Promise<Judge> {
  loading ??= (async () => {
    const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
    ]);
    const factory = new ZxcvbnFactory({
      dictionary: { passwords: dictionary["passwords-common"] },
      graphs: adjacencyGraphs,
    });
    return (password: string, words: readonly string[]) => factory.check(password, [...words]).guesses;
  })();
  return loading;
}
