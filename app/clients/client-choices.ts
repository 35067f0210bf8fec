import type { Choice } from "../ui/fields.tsx";

/** Clients to choose one from. */
export interface ClientChoices {
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** There are more than one control can list. */
  readonly isCut: boolean;
}

/** As the options of a select. */
export function optionsOf({ choices }: ClientChoices): Choice[] {
  return choices.map(({ id, name }) => ({ value: id, label: name }));
}
