import type { ReadingState } from "./text-reading.ts";

/** Why something that needs words could not be made. */
export interface Failure {
  /** Fit to show. */
  readonly sentence: string;
  /** Whether another try would end the same way. */
  readonly isFinal: boolean;
  /** Whether it counts like one that was made: for what it has cost until it was given up. */
  readonly isCounted?: boolean;
}

/** The sentences that people see for a file without a text. */
export const textFailures: Readonly<Record<Exclude<ReadingState, "ready">, Failure>> = {
  empty: { sentence: "No readable text. The pages may be scanned images.", isFinal: true },
  encrypted: { sentence: "This file is password-protected. Replace it with one that isn't.", isFinal: true },
  broken: { sentence: "This file is damaged and can't be read. Replace it with one that opens.", isFinal: true },
  too_large: { sentence: "This file is too large or complex to read.", isFinal: true },
  unsupported: { sentence: "No readable text. Only PDF and plain text files can be read.", isFinal: true },
};

/** Of a text that was read, and that too much was to be made of. */
export const tooComplex: Failure = { ...textFailures.too_large, isCounted: true };
