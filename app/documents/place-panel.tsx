import type { ListFoot } from "../json-api/pagination.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { type DocumentEntry, DocumentTile } from "./document-tile.tsx";
import { type FolderEntry, FolderTile } from "./folder-tile.tsx";
import { type Place, uploadPath } from "./place.ts";
import { FileTiles } from "./tiles.tsx";

export interface PlaceContent {
  readonly folders: readonly FolderEntry[];
  readonly documents: readonly DocumentEntry[];
  readonly foot: ListFoot;
  readonly isFirstInstead: boolean;
}

type PlacePanelProps = {
  place: Place;
  content: PlaceContent;
  mayAdd: boolean;
  empty?: string;
};

/** The folders, then the documents of one place, and the links to the next page. */
export function PlacePanel({ place, content, mayAdd, empty = "Nothing here yet." }: PlacePanelProps) {
  const { folders, documents, foot, isFirstInstead } = content;
  const isEmpty = folders.length === 0 && documents.length === 0;
  return (
    <>
      {isFirstInstead ? <Notice tone="warn">That page no longer exists. This is the first page.</Notice> : null}
      {folders.length === 0 ? null : (
        <FileTiles label="Folders">
          {folders.map((folder) => (
            <FolderTile key={folder.id} folder={folder} />
          ))}
        </FileTiles>
      )}
      {documents.length === 0 ? null : (
        <FileTiles label="Documents">
          {documents.map((document) => (
            <DocumentTile key={document.id} document={document} />
          ))}
        </FileTiles>
      )}
      {isEmpty ? (
        <EmptyState action={mayAdd ? <LinkButton href={uploadPath(place)}>Upload file</LinkButton> : null}>
          {empty}
        </EmptyState>
      ) : null}
      {foot.previous === null && foot.next === null ? null : (
        <div className="sheet">
          <TableFoot {...foot} />
        </div>
      )}
    </>
  );
}
