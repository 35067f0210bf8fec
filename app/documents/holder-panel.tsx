import { LinkButton } from "../ui/button.tsx";
import { formatCount } from "../ui/number-format.ts";
import { type DocumentEntry, DocumentTile } from "./document-tile.tsx";
import { folderPath, newFolderPath, type Place, uploadPath, uploadPathFromHolder, zipPath } from "./place.ts";
import { type PlaceContent, PlacePanel } from "./place-panel.tsx";
import { FileTiles } from "./tiles.tsx";
import { VisibilityTag } from "./visibility-tag.tsx";
import type { Visibility } from "./visibility-texts.ts";

export interface FolderGroup {
  readonly id: string;
  readonly name: string;
  readonly documents: readonly DocumentEntry[];
  /** Of all documents in the folder, including those not shown here. */
  readonly total: number;
  readonly visibility: Visibility | null;
  readonly mayAdd: boolean;
}

export interface HolderContent {
  /** The place of everything that is in no group. */
  readonly place: Place;
  readonly groups: readonly FolderGroup[];
  readonly content: PlaceContent;
}

type HolderPanelProps = { holding: HolderContent; mayAdd: boolean; empty: string };

/** The documents of a package or a client, on the page of that record. */
export function HolderPanel({ holding: { place, groups, content }, mayAdd, empty }: HolderPanelProps) {
  const hasMore = content.folders.length > 0 || content.documents.length > 0 || groups.length === 0;
  return (
    <>
      <div className="actions">
        {mayAdd ? <LinkButton href={uploadPath(place)}>Upload file</LinkButton> : null}
        <LinkButton href={zipPath(place)} reload>
          Download
        </LinkButton>
        {mayAdd ? (
          <LinkButton href={newFolderPath(place)} look="quiet">
            New folder
          </LinkButton>
        ) : null}
      </div>
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      {groups.length > 0 && hasMore ? (
        <h2 className="mb-2">{content.folders.length === 0 ? "Not in a folder" : "Everything else"}</h2>
      ) : null}
      {hasMore ? <PlacePanel place={place} content={content} mayAdd={mayAdd} empty={empty} /> : null}
    </>
  );
}

function Group({ group: { id, name, documents, total, visibility, mayAdd } }: { group: FolderGroup }) {
  return (
    <section className="mb-2">
      <div className="who">
        <h2>
          <a href={folderPath(id)}>{name}</a>
        </h2>
        <span className="muted small">{total > documents.length ? formatCount(total, "document") : null}</span>
        <VisibilityTag visibility={visibility} />
        {mayAdd ? (
          <a className="clicks link small" href={uploadPathFromHolder(id)}>
            Upload<span className="vh"> to {name}</span>
          </a>
        ) : null}
      </div>
      {documents.length === 0 ? (
        <p className="muted">No documents yet.</p>
      ) : (
        <FileTiles label={name}>
          {documents.map((document) => (
            <DocumentTile key={document.id} document={document} />
          ))}
        </FileTiles>
      )}
      {total > documents.length ? (
        <p>
          <a href={folderPath(id)}>Show all {name}</a>
        </p>
      ) : null}
    </section>
  );
}
