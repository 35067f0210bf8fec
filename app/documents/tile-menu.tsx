import type { ReactNode } from "react";
import { Menu } from "../ui/menu.tsx";

/** The menu of a tile: its lines are links to the pages that do it. */
export function TileMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Menu
      end
      button="quiet"
      label={
        <>
          <span aria-hidden="true">⋯</span>
          <span className="vh">Actions for {of}</span>
        </>
      }
    >
      {children}
    </Menu>
  );
}
