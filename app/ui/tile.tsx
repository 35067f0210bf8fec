import type { ReactNode } from "react";

/** Figures side by side, each a `Tile`. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className="tiles">{children}</div>;
}

type TileProps = { label: string; value: string; href: string };

/** A figure and what it counts; it opens the list that it counted. */
export function Tile({ label, value, href }: TileProps) {
  return (
    <a className="sheet tile" href={href}>
      <span className="muted">{label}</span>
      <b className="num">{value}</b>
    </a>
  );
}
