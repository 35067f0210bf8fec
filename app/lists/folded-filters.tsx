import type { ReactNode } from "react";
import { SearchBox } from "../ui/toolbar.tsx";

/** A filter by words that are typed. */
export interface TextFilter {
  /** In the URL. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isAmount: boolean;
  /** Words that are offered while typing. */
  readonly suggestions?: readonly string[];
}

/** Filters that are folded away: those that are set stand beside them. Open where something of them is to be corrected. */
export function FoldedFilters({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <details className="folded" open={isOpen}>
      <summary className="btn">Filters</summary>
      <div>{children}</div>
    </details>
  );
}

/** A field for each of these filters. */
export function TextFilters({ filters }: { filters: readonly TextFilter[] }) {
  return filters.map(({ name, label, value, isAmount, suggestions }) => (
    <SearchBox
      key={name}
      name={name}
      label={label}
      placeholder={label}
      value={value}
      isAmount={isAmount}
      {...(suggestions !== undefined && { suggestions })}
    />
  ));
}
