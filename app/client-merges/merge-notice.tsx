import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ShownMerge } from "./client-merges.server.ts";

/** That another client was merged into this one, for as long as that can be undone. */
export function MergeNotice({ clientId, merges }: { clientId: string; merges: Settled<readonly ShownMerge[]> }) {
  const [newest] = merges.ok ? merges.data : [];
  if (newest === undefined) return null;
  return (
    <Notice title="Merged.">
      {newest.name} was merged into this client. You can undo this until{" "}
      <DateTime value={newest.undoUntil} form="moment" />.{" "}
      <a href={href("/clients/:id/merge/undoing", { id: clientId })}>Undo</a>
    </Notice>
  );
}
