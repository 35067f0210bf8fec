import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Document } from "./document.ts";

type TrashedNoticeProps = {
  of: Pick<Document, "trashedAt" | "trashEndsAt">;
  /** Where it is brought back; null for those who may not, and for what comes back with its folder only. */
  back: string | null;
};

/** Says that something is in the trash, and until when; nothing of what is not. */
export function TrashedNotice({ of: { trashedAt, trashEndsAt }, back }: TrashedNoticeProps) {
  if (trashedAt === null) return null;
  return (
    <Notice tone="warn" title="In the trash.">
      {trashEndsAt === null ? "It will be removed for good." : <Until end={trashEndsAt} />}{" "}
      {back === null ? null : <a href={back}>Bring back</a>}
    </Notice>
  );
}

function Until({ end }: { end: string }) {
  return (
    <>
      It is removed for good on <DateTime value={end} form="day" />.
    </>
  );
}
