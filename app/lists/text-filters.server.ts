import type { TextFilter } from "./folded-filters.tsx";
import { isLacking, type Lacking } from "./lacking.ts";

interface KnownFilter<Name extends string> extends Omit<TextFilter, "value"> {
  readonly name: Name;
  /** The service's name for it, as in "filter[tag]". */
  readonly filter: string;
}

/** The filters by words that the service offers, with what the list's address says of each. */
export function offeredTexts<Name extends string>(
  known: readonly KnownFilter<Name>[],
  state: Readonly<Record<Name, string>>,
  lacking: Lacking,
): TextFilter[] {
  const offered = known.filter(({ filter }) => !isLacking(lacking, filter));
  return offered.map(({ filter: _filter, ...shown }) => ({ ...shown, value: state[shown.name] }));
}
