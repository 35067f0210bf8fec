import type { ReactNode } from "react";
import { Menu, MoreLabel } from "../ui/menu.tsx";

/** Folders or documents side by side; each child is a tile. */
export function FileTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="files" aria-label={label}>
      {children}
    </ul>
  );
}

/** The menu of a tile; its lines are links to pages. @param of the tile's name */
export function TileMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Menu end button="quiet only" label={<MoreLabel of={of} />}>
      {children}
    </Menu>
  );
}
