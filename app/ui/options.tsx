export type Choice = { value: string; label: string };

/** The options of a native select. */
export function Options({ options }: { options: readonly Choice[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}
