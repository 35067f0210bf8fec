interface ImportField {
  readonly label: string;
  readonly headings: readonly string[];
  /** One text; lines of which several columns may have some; or a list, whose parts this gives. */
  readonly as: "text" | "lines" | ((cell: string) => readonly unknown[]);
  /** Whether what further columns say of it is kept in the notes. */
  readonly keepsOthers?: boolean;
}

export interface ImportKind {
  readonly fields: Readonly<Record<string, ImportField>>;
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
export function fieldOf({ fields }: ImportKind, heading: string): string {
  const folded = foldHeading(heading);
  const find = (name: string) => Object.keys(fields).find((field) => fields[field]?.headings.includes(name)) ?? "";
  return (
    find(folded) ||
    find(
      folded
        .split(" ")
        .filter((word) => !meaningless.has(word) && !/^\d+$/.test(word))
        .join(" "),
    )
  );
}

/** "E-mail 2 - Value", "Home phone", "Client's name": what these words say is no matter here. */
const meaningless = new Set([
  ...["value", "primary", "secondary", "home", "work", "business", "personal", "other", "main", "contact"],
  ...["client", "clients", "customer", "buyer", "property", "listing", "s", "your", "the"],
]);

/** Headings that differ in case, blanks and signs alone are the same; a cell may be as long as its file. */
export function foldHeading(heading: string): string {
  return heading
    .slice(0, 200)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
