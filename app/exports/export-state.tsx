import { useContext } from "react";
import { href } from "react-router";
import { DocumentContext } from "../entry/document-parts.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { LookAgain } from "../ui/look-again.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { WorkspaceExport } from "./export.ts";

const everySeconds = 5;

/** An archive that is being made. The page looks again by itself, with scripts and without. */
export function ExportProgress({ running }: { running: WorkspaceExport }) {
  const { filesDone, filesTotal, requestedBy } = running;
  const hydrates = useContext(DocumentContext).scripts === "full";
  return (
    <Sheet title="Export in progress" padded>
      {hydrates ? <LookAgain /> : <meta httpEquiv="refresh" content={String(everySeconds)} />}
      <p className="mb-2">
        {filesTotal === null ? "Starting." : `${formatNumber(filesDone)} of ${formatCount(filesTotal, "file")}.`}{" "}
        {requestedBy === null ? "" : `Started by ${requestedBy}.`} You can leave this page: a notification says when the
        archive is ready.
      </p>
      {filesTotal === null || filesTotal === 0 ? null : (
        <progress value={filesDone} max={filesTotal} aria-label="Files in the archive" />
      )}
      <div className="actions mt-2">
        <LinkButton href={href("/settings/export")}>Check if it's ready</LinkButton>
      </div>
    </Sheet>
  );
}

export function ExportFailure({ failure }: { failure: string | null }) {
  return (
    <Notice tone="bad" title="The export failed.">
      {failure} Nothing in the workspace was changed. Start it again, or contact support if it keeps failing.
    </Notice>
  );
}

/** An archive that is ready, with its download. @param isEarlier while a newer one is made */
export function ArchiveSheet({ archive, isEarlier }: { archive: WorkspaceExport; isEarlier: boolean }) {
  const { size, readyAt, requestedBy, expiresAt, filesTotal, filesMissing } = archive;
  return (
    <div className={isEarlier ? "mt-2" : undefined}>
      <Sheet title={isEarlier ? "Earlier archive" : "Archive ready"}>
        <FactList
          facts={[
            { label: "Made", value: <DateTime value={readyAt} form="moment" /> },
            ...(requestedBy === null ? [] : [{ label: "Requested by", value: requestedBy }]),
            { label: "Size", value: formatSize(size ?? 0) },
            { label: "Files", value: formatNumber(filesTotal ?? 0) },
            { label: "Kept until", value: <DateTime value={expiresAt} form="moment" /> },
          ]}
        />
      </Sheet>
      {filesMissing === 0 ? null : (
        <Notice tone="warn" title={`${formatCount(filesMissing, "file")} couldn't be read.`}>
          README.txt in the archive names {filesMissing === 1 ? "it" : "them"}. Everything else is there.
        </Notice>
      )}
      <div className="actions mt-2">
        <LinkButton href={href("/settings/export/archive.zip")} look="go" reload>
          Download archive
        </LinkButton>
      </div>
    </div>
  );
}
