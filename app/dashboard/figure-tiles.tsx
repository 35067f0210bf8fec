import { Tile, Tiles } from "../ui/tile.tsx";

export interface ShownTile {
  readonly label: string;
  readonly value: string;
  /** Something about it; "" for nothing. */
  readonly note?: string;
  readonly href: string;
}

/** The figures on top of the dashboard, each a link to what it counts. */
export function FigureTiles({ tiles }: { tiles: readonly ShownTile[] }) {
  if (tiles.length === 0) return null;
  return (
    <Tiles>
      {tiles.map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </Tiles>
  );
}
