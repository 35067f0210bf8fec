import { MenuLink } from "../ui/menu.tsx";
import { Tag } from "../ui/tag.tsx";
import type { Visibility } from "./visibility-texts.ts";

/** Says who sees a folder or a document; nothing where it does not apply. */
export function VisibilityTag({ visibility }: { visibility: Visibility | null }) {
  if (visibility === null) return null;
  return visibility === "client" ? <Tag>Visible to client</Tag> : <span className="muted small">Team only</span>;
}

/** The line of a menu that leads to showing it to clients, or to hiding it; nothing where it does not apply. */
export function VisibilityLink({ to, visibility }: { to: string; visibility: Visibility | null }) {
  if (visibility === null) return null;
  return <MenuLink href={to}>{visibility === "client" ? "Hide from clients" : "Show to clients"}</MenuLink>;
}
