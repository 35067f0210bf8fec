import { ApiError } from "../json-api/api-error.ts";

/** The service decides which handles are free and well-formed; longer ones than it takes are refused here. */
export const longestHandle = 63;

/** Room for the number that makes a taken one another. */
const longestSuggestion = longestHandle - 3;

/** Latin letters that are no other letter with a mark, and apostrophes, which are within words. */
const spelled: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  "'": "",
  "\u2019": "",
  "\u02bc": "",
};

/**
 * The workspace url that a name suggests: "Évergreen Homes & Co." gives "evergreen-homes-co", "O’Brien’s" gives "obriens".
 * @returns "" where the name has neither a Latin letter nor a digit
 */
export function suggestHandle(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]/g, (letter) => spelled[letter] ?? letter);
  return words
    .split(/[^a-z0-9]/)
    .filter((word) => word !== "")
    .join("-")
    .slice(0, longestSuggestion)
    .replace(/-$/, "");
}

/** How many are tried where those before are taken: "evergreen", "evergreen-2" and so on. */
const tries = 5;

interface HandleChoice {
  /** Null where the field was left empty. */
  readonly typed: string | null;
  readonly name: string;
  readonly field: string;
  readonly key: string;
}

/**
 * Writes with the workspace url that was typed or, where none was, with the first that can be had of those that the name suggests. A
 * name without Latin letters and digits suggests none: the url is one that nobody else has.
 * @param write is called with an idempotency key of its own for each: a form that is sent again finds what the first one made
 * @throws what `write` throws: for suggested ones after the fifth was refused
 */
export async function withHandle<Result>(
  { typed, name, field, key }: HandleChoice,
  write: (handle: string, key: string) => Promise<Result>,
): Promise<Result> {
  if (typed !== null) return write(typed, key);
  const base =
    suggestHandle(name) ||
    `workspace-${key
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "")
      .slice(0, 8)}`;
  for (let number = 1; number < tries; number += 1) {
    try {
      return await writeNumbered(number);
    } catch (error) {
      if (!(error instanceof ApiError) || !(field in error.fieldErrors)) throw error;
    }
  }
  return writeNumbered(tries);

  function writeNumbered(number: number): Promise<Result> {
    return number === 1 ? write(base, key) : write(`${base}-${number}`, `${key}-${number}`);
  }
}

/** Shown before a handle in its field: the product's domain and a slash. */
export function handlePrefix(publicOrigin: string): string {
  return `${new URL(publicOrigin).host}/`;
}
