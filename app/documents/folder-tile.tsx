import { href } from "react-router";
import { MenuDelete, MenuLink } from "../ui/menu.tsx";
import { formatCount } from "../ui/number-format.ts";
import { formatSize } from "../uploads/file-size.ts";
import type { Folder } from "./document.ts";
import { folderPath, zipPath } from "./place.ts";
import { TileMenu } from "./tiles.tsx";
import { VisibilityLink, VisibilityTag } from "./visibility-tag.tsx";
import { type Visibility, visibilityOf } from "./visibility-texts.ts";

export interface FolderEntry extends Pick<Folder, "id" | "name" | "documentsCount" | "foldersCount" | "size"> {
  readonly visibility: Visibility | null;
  readonly can: readonly FolderVerb[];
}
type FolderVerb = "update" | "trash" | "show";

export function folderEntryOf(folder: Folder): FolderEntry {
  const { id, name, documentsCount, foldersCount, size, can } = folder;
  // Where the service does not say what is allowed, everything is offered.
  const verbs = (["update", "trash", "show"] as const).filter((verb) => can === null || can.includes(verb));
  const visibility = visibilityOf(folder);
  return { id, name, documentsCount, foldersCount, size, visibility, can: folder.kind === null ? verbs : [] };
}

/** A folder with what is in it; opens it. */
export function FolderTile({ folder }: { folder: FolderEntry }) {
  const { id, name, visibility, can } = folder;
  return (
    <li className="file">
      <a href={folderPath(id)}>
        <svg width={20} viewBox="0 0 20 16" aria-hidden="true">
          <path d="M1 2h6l2 2h10v11H1z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
        </svg>
        <b>{name}</b>
        <span className="muted small">{contentOf(folder) ?? "Empty"}</span>
        <VisibilityTag visibility={visibility} />
      </a>
      <TileMenu of={name}>
        <MenuLink href={zipPath({ folderId: id, packageId: null, clientId: null })} reload>
          Download
        </MenuLink>
        {can.includes("update") ? (
          <MenuLink href={href("/documents/folders/:folderId/renaming", { folderId: id })}>Rename</MenuLink>
        ) : null}
        {can.includes("update") ? (
          <MenuLink href={href("/documents/folders/:folderId/moving", { folderId: id })}>Move</MenuLink>
        ) : null}
        {can.includes("show") ? (
          <VisibilityLink
            to={href("/documents/folders/:folderId/visibility", { folderId: id })}
            visibility={visibility}
          />
        ) : null}
        {can.includes("trash") ? (
          <MenuDelete href={href("/documents/folders/:folderId/trashing", { folderId: id })} />
        ) : null}
      </TileMenu>
    </li>
  );
}

/** "2 folders, 3 documents · 1.2 MB"; null for an empty one. */
export function contentOf({
  foldersCount,
  documentsCount,
  size,
}: Pick<Folder, "foldersCount" | "documentsCount" | "size">): string | null {
  const counts = [
    ...(foldersCount ? [formatCount(foldersCount, "folder")] : []),
    ...(documentsCount ? [formatCount(documentsCount, "document")] : []),
  ];
  if (counts.length === 0) return null;
  return [counts.join(", "), ...(size ? [formatSize(size)] : [])].join(" · ");
}
