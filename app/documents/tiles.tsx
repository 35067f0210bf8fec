import type { ReactNode } from "react";

/** Folders or documents side by side; each child is a tile. */
export function FileTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="files" aria-label={label}>
      {children}
    </ul>
  );
}
