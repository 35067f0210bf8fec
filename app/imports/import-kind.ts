interface ImportField {
  readonly label: string;
  readonly headings: readonly string[];
  /**
   * One text; lines of which several columns may have some; a line of what several columns have; or a list, whose parts this gives.
   */
  readonly as: "text" | "lines" | "line" | ((cell: string) => readonly unknown[]);
  /** Where one text has several, what is between them. */
  readonly between?: RegExp;
  /** Whether what further columns say of it is kept in the notes. */
  readonly keepsOthers?: boolean;
}

export interface ImportKind {
  readonly fields: Readonly<Record<string, ImportField>>;
  /** Words of headings that say nothing here. */
  readonly meaningless: ReadonlySet<string>;
  /** The field in which what has no other place is kept. */
  readonly notes: string;
  /** What a file needs besides, in a sentence; null where these fields are enough. */
  readonly lacks: (fields: ReadonlySet<string>) => string | null;
  /** Said of a file that is too large for its columns to be chosen. */
  readonly tooLargeToChoose: string;
  /** The most rows of a file. */
  readonly mostRows: number;
  readonly entryOf: (read: ReadEntry) => ImportEntry;
}

interface ReadEntry {
  readonly row: number;
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly unknown[]>>;
}

export type ImportEntry = Readonly<Record<string, unknown>>;

/** The field of a column by its heading; "" for a column that is not read. */
export function fieldOf({ fields, meaningless }: ImportKind, heading: string): string {
  const folded = foldHeading(heading);
  const isSpare = (word: string) => everywhereMeaningless.has(word) || meaningless.has(word) || /^\d+$/.test(word);
  const telling = folded
    .split(" ")
    .filter((word) => !isSpare(word))
    .join(" ");
  const find = (name: string, as = (known: string) => known) =>
    Object.keys(fields).find((field) => fields[field]?.headings.some((known) => as(known) === name)) ?? "";
  const close = (known: string) => known.replaceAll(" ", "");
  return find(folded) || find(telling) || find(close(folded), close) || find(close(telling), close);
}

/** "E-mail 2 - Value", "Home phone": what these words say is no matter here. */
const everywhereMeaningless = new Set([
  ...["value", "primary", "secondary", "home", "work", "business", "personal", "other", "main", "contact"],
  ...["client", "clients", "customer", "buyer", "s", "your", "the"],
]);

/** Headings that differ in case, blanks and signs alone are the same, also as "ListPrice"; a cell may be as long as its file. */
export function foldHeading(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize("NFKC")
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
