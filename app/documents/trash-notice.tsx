import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Document, Folder } from "./document.ts";
import { folderPath } from "./place.ts";

type TrashNoticeProps = {
  of: Pick<Document, "trashedAt" | "trashEndsAt">;
  /** The page that restores it; null for those who may not. */
  restoreHref: string | null;
  deletedWith: DeletedWith | null;
};

type DeletedWith = Pick<Folder, "id" | "name">;

/** The folder that something was deleted with. @param above the folders that it is in */
export function trashedFolderOf(
  { trashedWith }: Pick<Document, "trashedWith">,
  above: readonly DeletedWith[],
): DeletedWith | null {
  return above.find(({ id }) => id === trashedWith) ?? null;
}

/** Says that something is in the trash, and until when; nothing otherwise. */
export function TrashNotice({ of: { trashedAt, trashEndsAt }, restoreHref, deletedWith }: TrashNoticeProps) {
  if (trashedAt === null) return null;
  return (
    <Notice tone="warn" title="In the trash.">
      {trashEndsAt === null ? "It will be deleted permanently." : <Until end={trashEndsAt} />}{" "}
      {deletedWith === null ? null : (
        <>
          It was deleted with its folder: restore <a href={folderPath(deletedWith.id)}>{deletedWith.name}</a>.
        </>
      )}
      {restoreHref === null ? null : <a href={restoreHref}>Restore</a>}
    </Notice>
  );
}

function Until({ end }: { end: string }) {
  return (
    <>
      It will be deleted permanently on <DateTime value={end} form="day" />.
    </>
  );
}
