import { MenuLink } from "../ui/menu.tsx";
import { Tag } from "../ui/tag.tsx";
import { type Visibility, visibilityNames } from "./visibility-texts.ts";

/** Says who sees a folder or a document; nothing where it does not apply. */
export function VisibilityTag({ visibility }: { visibility: Visibility | null }) {
  if (visibility === null) return null;
  const name = visibilityNames[visibility];
  return visibility === "team" ? <span className="muted small">{name}</span> : <Tag>{name}</Tag>;
}

/** The line of a menu that leads to showing it to clients, or to hiding it; nothing where it does not apply. */
export function VisibilityLink({ to, visibility }: { to: string; visibility: Visibility | null }) {
  if (visibility === null) return null;
  return <MenuLink href={to}>{visibility === "client" ? "Hide from clients" : "Show to clients"}</MenuLink>;
}
