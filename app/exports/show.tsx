import { useContext } from "react";
import { href } from "react-router";
import { confirmed, startForm } from "../forms/forms.server.ts";
import { type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { settle } from "../json-api/settle.ts";
import { listRetained } from "../person-data/person-deletion.server.ts";
import { RetainedSheet } from "../person-data/retained-sheet.tsx";
import { identityApiOf, isRecordsElsewhere, logFaults } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { DocumentContext } from "../ui/document-parts.ts";
import { FactList } from "../ui/fact-list.tsx";
import { LookAgain } from "../ui/look-again.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount, formatNumber } from "../ui/number-format.ts";
import { PageHead, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/show";
import type { WorkspaceExport } from "./export.ts";
import { loadExports, startExport } from "./exports.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

const everySeconds = 5;

function ExportProgress({ running }: { running: WorkspaceExport }) {
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
        <progress className="progress" value={filesDone} max={filesTotal} aria-label="Files in the archive" />
      )}
      <div className="actions mt-2">
        <LinkButton href={href("/settings/export")}>Check if it's ready</LinkButton>
      </div>
    </Sheet>
  );
}

function ExportFailure({ failure }: { failure: string | null }) {
  return (
    <Notice tone="bad" title="The export failed.">
      {failure} Nothing in the workspace was changed. Start it again, or contact support if it keeps failing.
    </Notice>
  );
}

/** An archive that is ready, with its download. @param isEarlier while a newer one is made */
function ArchiveSheet({ archive, isEarlier }: { archive: WorkspaceExport; isEarlier: boolean }) {
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

/** Everything that the workspace keeps, as one archive: started here, and downloaded when it is ready. */

export async function loader({ context }: Route.LoaderArgs) {
  const [exports, retained] = await Promise.all([
    loadExports(context),
    settle(identityApiOf(context), listRetained, logFaults(context)),
  ]);
  return {
    ...exports,
    retained,
    isElsewhere: isRecordsElsewhere(context),
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ key }) => {
    await startExport(identityApiOf(context), key);
    return { location: href("/settings/export"), toast: "Export started." };
  });
}

export default function Export({
  loaderData: { latest, archive, retained, isElsewhere, start },
  actionData,
}: Route.ComponentProps) {
  const isQueued = latest?.state === "queued";
  return (
    <>
      <PageHead title="Export" subtitle="Everything in this workspace as one archive." />
      {isElsewhere ? (
        <Notice tone="warn" title="Records are kept elsewhere.">
          A connected service keeps the clients, properties, deals, messages and files of this workspace. The archive
          has only what is kept here: members, settings and pictures.
        </Notice>
      ) : null}
      {isQueued ? <ExportProgress running={latest} /> : null}
      {latest?.state === "failed" ? <ExportFailure failure={latest.failure} /> : null}
      {archive === null ? null : <ArchiveSheet archive={archive} isEarlier={isQueued} />}
      {isQueued ? null : <NewArchive hasArchive={archive !== null} start={start} reply={actionData} />}
      <RetainedSheet retained={retained} />
    </>
  );
}

type NewArchiveProps = { hasArchive: boolean; start: FormInit; reply: FormReply<unknown> | undefined };

function NewArchive({ hasArchive, start, reply }: NewArchiveProps) {
  return (
    <div className={hasArchive ? "mt-2" : undefined}>
      <Sheet title={hasArchive ? "Newer archive" : "New archive"} padded>
        <p className="mb-2">
          A ZIP file with every record as JSON (clients, properties, deals, tasks, messages and the history) and every
          file in its folder. Passwords, sign-in links and codes are not in it. It is kept for 7 days, and owners and
          admins can download it.{hasArchive ? " A new archive replaces this one when it is ready." : ""}
        </p>
        <PostForm>
          <FormStart start={start} reply={reply} />
          <div className="actions">
            <SubmitButton look={hasArchive ? "plain" : "go"}>Start export</SubmitButton>
          </div>
        </PostForm>
      </Sheet>
    </div>
  );
}
