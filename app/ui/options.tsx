export type Choice = { value: string; label: string };

/** What an option is called; undefined where there is none of this value. */
export function labelIn(options: readonly Choice[], value: string | null): string | undefined {
  return options.find((option) => option.value === value)?.label;
}

/** The options of a native select. */
export function Options({ options }: { options: readonly Choice[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}
