export const searchPath = "/search";

export const mostOfKind = 5;

export type KindKey = "client" | "opportunity" | "package" | "document" | "task" | "message";

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

export interface Findings {
  readonly groups: readonly HitGroup[];
  /** Nothing has the words as they were typed: these have similar ones. */
  readonly isGuess: boolean;
}

export const nothingFound: Findings = { groups: [], isGuess: false };
