/** A search for everything: what is found, kind by kind, each with the page of the thing itself. */

export const searchPath = "/search";

/** Of each kind so many are shown. */
export const mostOfKind = 5;

/** What may be found. */
export type KindKey = "client" | "opportunity" | "package" | "document" | "task" | "message";

/** Something that was found, as pages show it. */
export interface Hit {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly detail: string | null;
  readonly picture: string | null;
}

export interface HitGroup {
  readonly kind: KindKey;
  readonly title: string;
  readonly hits: readonly Hit[];
  /** Where the others are; null when these are all, or when nobody lists them. */
  readonly more: string | null;
}

/** Everything that a search found. */
export interface Findings {
  readonly groups: readonly HitGroup[];
  /** Nothing has the words as they were typed: these have similar ones. */
  readonly isGuess: boolean;
}

export const nothingFound: Findings = { groups: [], isGuess: false };
