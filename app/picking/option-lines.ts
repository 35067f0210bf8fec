import { type Candidate, meaningOf, newChoice, type Picked, type PickOption } from "./pick.ts";
import type { OfferedOptions } from "./use-options.ts";

/** A line of the list: a record, or something to do, by what it says. */
export type OptionLine = Picked & { readonly option: PickOption | null; readonly does?: string };

/** The id of the line that takes the choice back. */
export const clearingId = "";
/** The id of the line that leads to a page where the record is created. */
export const creatingId = "creating";

export const nothingPicked: Picked = { id: null, text: "" };

/** Whether two lines are the same; text that was only typed is no line of the list. */
export const isSame = (one: OptionLine | null, other: OptionLine | null) =>
  one != null && one.id !== null && one.id === other?.id;

/** What the lines beside the records say, and what a picked record is shown as. */
export interface Wording {
  /** What the line says that makes something new of the text; without one only existing records can be picked. */
  readonly create?: ((text: string) => string) | undefined;
  /** The page that creates a record, with the text as its `name`; it opens in a new tab. */
  readonly createAt?: string | undefined;
  /** What the line says that takes the choice back, in a filter. */
  readonly all?: string | undefined;
  readonly textOf: (option: Candidate) => string;
}

/** The lines for what was found, with those that create a record or take the choice back. */
export function linesOf(
  { options, isGuess, state }: OfferedOptions,
  text: string,
  { create, createAt, all, textOf }: Wording,
): OptionLine[] {
  const lines = options.map((option): OptionLine => ({ id: option.id, text: textOf(option), option }));
  if (text === "" && all !== undefined)
    return [{ ...nothingPicked, id: clearingId, option: null, does: all }, ...lines];
  if (text === "" || state === "waiting") return lines;
  if (createAt !== undefined) lines.push({ id: creatingId, text, option: null, does: `Create “${text}”` });
  if (create === undefined) return lines;
  const creating: OptionLine = { id: newChoice, text, option: null, does: create(text) };
  // First where nothing has just these words, so that Enter keeps what was typed.
  return isGuess ? [creating, ...lines] : [...lines, creating];
}

/** The one that a text means for certain, or where only what is there can be picked, the only one that has its words. */
export function onlyMeaning(
  text: string,
  { options, isGuess }: OfferedOptions,
  { create, textOf }: Wording,
): Picked | null {
  const meaning = meaningOf(text, options);
  const [first, ...others] = options;
  const only = create === undefined && !isGuess && others.length === 0 ? first : undefined;
  const meant = meaning.kind === "one" ? options.find(({ id }) => id === meaning.id) : only;
  return meant === undefined ? null : { id: meant.id, text: textOf(meant) };
}

/**
 * Whether a key does what it does in any field: Enter sends the form where there is nothing to take, or only the text as it
 * is; Tab takes nothing that was not chosen where a text may stay as it is.
 */
export function passesBy(key: string, active: OptionLine | null, isSteered: boolean, mayStay: boolean): boolean {
  if (key === "Tab") return active?.id === creatingId || (mayStay && !isSteered);
  return key === "Enter" && (active === null || (active.option === null && active.id !== clearingId && !isSteered));
}

/** What a screen reader hears of the list. */
export function say({ state, isGuess, options }: OfferedOptions, lines: readonly OptionLine[]): string {
  if (state === "failed") return "The search did not work. Check your connection and go on typing.";
  if (lines.length === 0) return state === "waiting" ? "Searching…" : "No matches.";
  const count = `${options.length} ${options.length === 1 ? "match" : "matches"}`;
  return isGuess ? `No exact match. Did you mean one of ${count}?` : count;
}
