const drawings = {
  home: "M3 7l5-4 5 4v6H3z",
  grid: "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z",
  doc: "M4 2h5l3 3v9H4z",
  msg: "M3 3h10v8H7l-3 3v-3H3z",
  cal: "M3 4h10v9H3zM3 7h10M6 2v3M10 2v3",
  left: "M9 4 5 8l4 4",
} as const;

/** What a symbol stands for. */
export type IconName = keyof typeof drawings;

/** A symbol beside words that say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
