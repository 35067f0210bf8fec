import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm, type FormInit, type FormReply, FormStart } from "../forms/forms.tsx";
import { settle } from "../json-api/settle.ts";
import { listRetained } from "../person-data/person-deletion.server.ts";
import { RetainedSheet } from "../person-data/retained-sheet.tsx";
import { identityApiOf, isRecordsElsewhere, logFaults } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/show";
import { ArchiveSheet, ExportFailure, ExportProgress } from "./export-state.tsx";
import { loadExports, startExport } from "./exports.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

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
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ key }) => {
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
