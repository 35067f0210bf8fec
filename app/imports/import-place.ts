import type { Crumb } from "../ui/page.tsx";

/** Where the pages of one kind's imports are. */
export interface ImportPlace {
  /** The list of its records. */
  readonly list: Required<Crumb>;
  readonly newPath: string;
  readonly importPath: (id: string) => string;
  /** Where columns are chosen. */
  readonly columnsPath: (id: string) => string;
}
