import type { Choice } from "../ui/options.tsx";

/** Clients to choose one from, as the options of a select. */
export interface ClientChoices {
  readonly options: readonly Choice[];
  /** There are more than one control can list. */
  readonly isCut: boolean;
}
