import { fold } from "../../spelling/folding.ts";

/** A record picked by typing: what is suggested while typing, and what a typed text may mean. */

/** What is picked. "subjects" is whatever a task can be about, "holders" what has files of its own, "reports" a property's documents that can be analyzed. */
export const pickKinds = [
  "clients",
  "properties",
  "colleagues",
  "agents",
  "documents",
  "reports",
  "subjects",
  "holders",
] as const;
export type PickKind = (typeof pickKinds)[number];

/** So many are offered at once. */
export const mostOptions = 12;

/** A record that a typed text may mean. */
export interface Candidate {
  readonly id: string;
  /** What people call it: the client's name, the property's street. */
  readonly name: string;
  /** What tells it from others of that name: an email address, a city. */
  readonly detail: string;
  /** By what it is found, where neither name nor detail has the words: "“pat orell”". */
  readonly reason?: string | undefined;
}

/** A record as a picker offers it; `picture` is an address of ours. */
export interface PickOption extends Candidate {
  readonly picture: string | null;
}

/** What is offered for a text. */
export interface FoundOptions {
  readonly options: readonly PickOption[];
  /** Nothing has the words as they were typed: these have similar ones. */
  readonly isGuess: boolean;
  /** The service cannot search these: they are the first ones, whatever was typed. */
  readonly isUnsearched?: boolean;
}

/** Where the options of a kind are, for a typed text; without one the newest. @param packageId for reports */
export function optionsPath(kind: PickKind, words: string, packageId?: string): string {
  const inside = packageId === undefined ? {} : { package: packageId };
  return `/picker?${new URLSearchParams({ of: kind, ...inside, ...(words === "" ? {} : { q: words }) })}`;
}

/** What a picker holds: the text, and the record that it was picked as; a null id where nothing was picked yet. */
export interface Picked {
  readonly id: string | null;
  readonly text: string;
}

/** What was typed, and which candidate was chosen when a text like it meant several. */
export interface TypedPick {
  readonly text: string;
  readonly chosen: string | null | undefined;
  /** The text that the choice was offered for: of another text it says nothing. */
  readonly chosenFor: string | null | undefined;
}

/** The choice of none of those offered: what was typed is something new. */
export const newChoice = "new";

/** A typed text's meaning. */
export type Meaning =
  | { readonly kind: "one"; readonly id: string }
  | {
      readonly kind: "several";
      readonly candidates: readonly Candidate[];
      /** The text is misspelled, it seems. */
      readonly isGuess?: boolean;
      /** Nobody has looked for the text. */
      readonly isUnsearched?: boolean;
    }
  | { readonly kind: "none" };

/** Asked when a typed text may mean several: which one it was. */
export interface WhichOne {
  /** The text as it was typed. */
  readonly text: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The only likely one, which is ticked already. */
  readonly likely: string | null;
  readonly isGuess: boolean;
  readonly isUnsearched: boolean;
  /** There may be others, which more letters would find. */
  readonly isCut: boolean;
}

/** The question which of these a text means. @param orNew what the choice of something new says, where one may */
export function askWhich(
  text: string,
  { candidates, isGuess = false, isUnsearched = false }: Extract<Meaning, { kind: "several" }>,
  orNew?: string,
): WhichOne {
  const known = candidates.map(({ id, reason, ...shown }) => ({
    value: id,
    label: reason === undefined ? labelOf(shown) : `${labelOf(shown)}, found by ${reason}`,
    isCalled: reason === undefined,
  }));
  const sorted = known
    .toSorted((one, other) =>
      one.isCalled === other.isCalled
        ? one.label.localeCompare(other.label, "en")
        : Number(other.isCalled) - Number(one.isCalled),
    )
    .map(({ value, label }) => ({ value, label }));
  const options = orNew === undefined ? sorted : [...sorted, { value: newChoice, label: orNew }];
  const [first, ...others] = known;
  const likely = first !== undefined && others.length === 0 ? first.value : null;
  return { text, options, likely, isGuess, isUnsearched, isCut: known.length >= mostOptions };
}

/** "Amara Nwosu (amara@client.example)": what is suggested, and what a form shows of a record that is picked already. */
export function labelOf({ name, detail }: Pick<Candidate, "name" | "detail">): string {
  return detail === "" ? name : `${name} (${detail})`;
}

/** What a field shows of a picked record of this kind: colleagues are few, and their names tell them apart. */
export function textOfKind(kind: PickKind): (option: Candidate) => string {
  return kind === "colleagues" || kind === "agents" ? ({ name }) => name : labelOf;
}

/** The words to look for: those of a suggestion without what stands in its brackets. */
export function soughtWords(text: string): string {
  return text.replace(/(?<!\s)\s*\([^()]*\)$/, "");
}

/** What a text means among those whose words are like it: the one that is called just so, or whichever is chosen. */
export function meaningOf(text: string, found: readonly Candidate[]): Meaning {
  const same = (said: string) => exactly(said) === exactly(text);
  const labelled = found.filter((candidate) => same(labelOf(candidate)));
  const called = labelled.length > 0 ? labelled : found.filter(({ name, detail }) => same(name) || same(detail));
  const [first, ...others] = called;
  if (first !== undefined && others.length === 0) return { kind: "one", id: first.id };
  const candidates = called.length > 0 ? called : found;
  return candidates.length === 0 ? { kind: "none" } : { kind: "several", candidates };
}

function exactly(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** The words of a text without case and accents. */
export function plainWords(text: string): readonly string[] {
  return fold(text)
    .split(" ")
    .filter((word) => word !== "");
}

/** Whether a record's name and detail have all the words. */
export function hasWords({ name, detail }: Pick<Candidate, "name" | "detail">, words: readonly string[]): boolean {
  const text = plainWords(`${name} ${detail}`).join(" ");
  return words.every((word) => text.includes(word));
}
