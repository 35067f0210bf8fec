import { href } from "react-router";
import { documentPath } from "../record-paths.ts";
import { MenuDelete, MenuLink } from "../ui/menu.tsx";
import { hasThumbnail, kindOf } from "../uploads/document-kind.ts";
import { formatSize } from "../uploads/file-size.ts";
import type { Document } from "./document.ts";
import { KeepingLink, KeepingTag } from "./keeping-tag.tsx";
import { TileMenu } from "./tiles.tsx";
import { VisibilityLink, VisibilityTag } from "./visibility-tag.tsx";
import { type Visibility, visibilityOf } from "./visibility-texts.ts";

export interface DocumentEntry extends Pick<Document, "id" | "label" | "size" | "isKeptOnDevices"> {
  readonly kind: string;
  /** The URL of its thumbnail; null where there can be none. */
  readonly thumbnail: string | null;
  readonly visibility: Visibility | null;
  /** The folder that it is in, where the list does not say so. */
  readonly folder: string | null;
  /** The name of its property or client; null where it is the workspace's own. */
  readonly holder: string | null;
  readonly can: readonly DocumentVerb[];
}
type DocumentVerb = "update" | "trash";

export function documentEntryOf(document: Document): DocumentEntry {
  const { id, label, size, isKeptOnDevices, folder, holderName, can } = document;
  return {
    id,
    label,
    size,
    isKeptOnDevices,
    kind: kindOf(document),
    thumbnail: thumbnailOf(document),
    visibility: visibilityOf(document),
    folder: folder?.name ?? null,
    holder: holderName,
    can: (["update", "trash"] as const).filter((verb) => can === null || can.includes(verb)),
  };
}

/** The URL of a thumbnail, which changes with each version and names the type for its icon. Null where there can be none. */
export function thumbnailOf(document: Document): string | null {
  if (!hasThumbnail(document)) return null;
  const path = href("/documents/:documentId/thumbnail", { documentId: document.id });
  return `${path}?v=${document.versionNumber ?? 1}&type=${encodeURIComponent(kindOf(document))}`;
}

/** A document with its picture, label and size; opens its page. */
export function DocumentTile({ document }: { document: DocumentEntry }) {
  const { id, label, kind, visibility } = document;
  return (
    <li className="file">
      <a href={documentPath(id)}>
        <FilePicture kind={kind} thumbnail={document.thumbnail} />
        <b>{label}</b>
        <span className="muted small">{whatItIs(document)}</span>
        <VisibilityTag visibility={visibility} /> <KeepingTag isKept={document.isKeptOnDevices} />
      </a>
      <DocumentMenu document={document} />
    </li>
  );
}

function whatItIs({ kind, size, folder }: DocumentEntry): string {
  return [kind, formatSize(size), ...(folder === null ? [] : [folder])].join(" · ");
}

function DocumentMenu({ document: { id, label, visibility, isKeptOnDevices, can } }: { document: DocumentEntry }) {
  return (
    <TileMenu of={label}>
      <MenuLink href={href("/documents/:documentId/summary", { documentId: id })}>AI Summary</MenuLink>
      {can.includes("update") ? (
        <MenuLink href={href("/documents/:documentId/renaming", { documentId: id })}>Rename</MenuLink>
      ) : null}
      {can.includes("update") ? (
        <MenuLink href={href("/documents/:documentId/replacement", { documentId: id })}>Replace</MenuLink>
      ) : null}
      {can.includes("update") ? (
        <MenuLink href={href("/documents/:documentId/moving", { documentId: id })}>Move</MenuLink>
      ) : null}
      {can.includes("update") ? (
        <VisibilityLink to={href("/documents/:documentId/visibility", { documentId: id })} visibility={visibility} />
      ) : null}
      {can.includes("update") ? <KeepingLink documentId={id} isKept={isKeptOnDevices} /> : null}
      <MenuLink href={`${href("/documents/:documentId/content", { documentId: id })}?download=true`} reload>
        Download
      </MenuLink>
      {can.includes("trash") ? <MenuDelete href={href("/documents/:documentId/trashing", { documentId: id })} /> : null}
    </TileMenu>
  );
}

/** The first page or the picture itself in a box of fixed shape, else the kind in words. */
export function FilePicture({ kind, thumbnail }: { kind: string; thumbnail: string | null }) {
  return <span className="file-pic">{thumbnail === null ? kind : <Thumbnail src={thumbnail} />}</span>;
}

function Thumbnail({ src }: { src: string }) {
  return <img src={src} width={320} height={240} loading="lazy" alt="" />;
}
