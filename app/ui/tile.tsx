import type { ReactNode } from "react";

/** Figures side by side, each a `Tile`. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className="tiles">{children}</div>;
}

type TileProps = { label: string; value: string; note?: string; href: string };

/** A figure and what it counts, with something about it; it opens the list that it counted. */
export function Tile({ label, value, note = "", href }: TileProps) {
  return (
    <a className="sheet tile" href={href}>
      <span className="muted">{label}</span>
      <b className="num">{value}</b>
      {note === "" ? null : <span className="muted small">{note}</span>}
    </a>
  );
}
