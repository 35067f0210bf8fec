import type { ReadingState } from "./text-reading.ts";

/** Why something that needs words could not be made. */
export interface Failure {
  /** Fit to show. */
  readonly sentence: string;
  /** Whether another try would end the same way. */
  readonly isFinal: boolean;
}

/** The sentences that people see for a file without a text. */
export const textFailures: Readonly<Record<Exclude<ReadingState, "ready">, Failure>> = {
  empty: { sentence: "No readable text: the pages seem to be pictures, as those of a scan are.", isFinal: true },
  encrypted: { sentence: "This file is protected by a password. Replace it with one that is not.", isFinal: true },
  broken: { sentence: "This file is damaged and cannot be read. Replace it with one that opens.", isFinal: true },
  too_large: { sentence: "This file is too large, or too complicated, to be read here.", isFinal: true },
  unsupported: { sentence: "No readable text: only PDF and plain text files are read.", isFinal: true },
};
