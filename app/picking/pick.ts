/** A record picked by typing: what is suggested while typing, and what a typed text may mean. */

/** A client or a property that a typed text may mean. */
export interface Candidate {
  readonly id: string;
  /** What people call it: the client's name, the property's street. */
  readonly name: string;
  /** What tells it from others of that name: an e-mail address, a city. */
  readonly detail: string;
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
  | { readonly kind: "several"; readonly candidates: readonly Candidate[] }
  | { readonly kind: "none" };

/** "Amara Nwosu (amara@client.example)": what is suggested, and what a form shows of a record that is picked already. */
export function labelOf({ name, detail }: Pick<Candidate, "name" | "detail">): string {
  return detail === "" ? name : `${name} (${detail})`;
}

/** The words to look for: those of a suggestion without what stands in its brackets. */
export function soughtWords(text: string): string {
  return text.replace(/\s*\([^()]*\)$/, "");
}

/** What a text means among those whose words are like it: the one that is called just so, or whichever is chosen. */
export function meaningOf(text: string, found: readonly Candidate[]): Meaning {
  const same = (said: string) => fold(said) === fold(text);
  const labelled = found.filter((candidate) => same(labelOf(candidate)));
  const called = labelled.length > 0 ? labelled : found.filter(({ name, detail }) => same(name) || same(detail));
  const [first, ...others] = called;
  if (first !== undefined && others.length === 0) return { kind: "one", id: first.id };
  const candidates = called.length > 0 ? called : found;
  return candidates.length === 0 ? { kind: "none" } : { kind: "several", candidates };
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
