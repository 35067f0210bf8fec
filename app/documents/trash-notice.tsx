import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Document, Folder } from "./document.ts";
import { folderPath } from "./place.ts";

type TrashedNoticeProps = {
  of: Pick<Document, "trashedAt" | "trashEndsAt">;
  /** Where it is brought back; null for those who may not, and for what comes back with its folder only. */
  back: string | null;
  /** The folder that it went there along with. */
  along: Along | null;
};

type Along = Pick<Folder, "id" | "name">;

/** Of what is in the trash the folder that it went there along with. @param above the folders that it lies in */
export function trashedFolderOf({ trashedWith }: Pick<Document, "trashedWith">, above: readonly Along[]): Along | null {
  return above.find(({ id }) => id === trashedWith) ?? null;
}

/** Says that something is in the trash, and until when; nothing of what is not. */
export function TrashNotice({ of: { trashedAt, trashEndsAt }, back, along }: TrashedNoticeProps) {
  if (trashedAt === null) return null;
  return (
    <Notice tone="warn" title="In the trash.">
      {trashEndsAt === null ? "It will be deleted permanently." : <Until end={trashEndsAt} />}{" "}
      {along === null ? null : (
        <>
          It was deleted with its folder: restore <a href={folderPath(along.id)}>{along.name}</a>.
        </>
      )}
      {back === null ? null : <a href={back}>Restore</a>}
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
