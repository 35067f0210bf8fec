const drawings = {
  home: "M2.5 7 8 2.5 13.5 7v6.5h-11z",
  grid: "M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z",
  doc: "M4 1.8h5L12.5 5v9.2H4zM9 2v3.2h3.3",
  msg: "M2.5 3h11v8h-6L4.5 13.5V11h-2z",
  cal: "M2.5 3.2h11v10.3h-11zM2.5 6.5h11M5.5 1.8v2.4M10.5 1.8v2.4",
  left: "M9.5 4.5 6 8l3.5 3.5",
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
