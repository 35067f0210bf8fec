import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { load, notFound, recordId } from "../session/session.server.ts";
import { submitFile } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/task-document";
import type { PortalTask } from "./overview.ts";
import { keepOwnDocument, loadUpload } from "./own-documents.server.ts";
import { FileForm } from "./parts/document-upload.tsx";
import { PortalPage, useFrame, usePortalPath } from "./parts/portal-frame.tsx";
import { PortalLate } from "./parts/portal-late.tsx";
import { portalOf } from "./portal.server.ts";
import { findOverview } from "./portal-records.server.ts";

/** Where a client sends the document that a task asks for, with which the task is done. */

export const handle = { form: "create", takesFiles: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  const [{ title }, upload] = await Promise.all([loadTask(context, params.taskId), loadUpload(context)]);
  return { title, upload };
}

/** @throws 404 for a task that this client is not asked to do */
async function loadTask(context: Route.LoaderArgs["context"], taskId: string): Promise<PortalTask> {
  const id = recordId(taskId);
  const { tasks } = await load(findOverview(portalOf(context).api));
  const task = tasks.find((task) => task.id === id);
  if (task === undefined) throw notFound();
  return task;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { base, language } = portalOf(context);
  return submitFile(
    context,
    request,
    async (file, { key }) => {
      const { id } = await loadTask(context, params.taskId);
      const kept = await keepOwnDocument(context, file, key, id);
      return "reason" in kept ? kept : { location: base, toast: textsOf(language).home.documentSent };
    },
    { ofRecord: true },
  );
}

export default function PortalTaskDocument({ loaderData: { title, upload }, actionData }: Route.ComponentProps) {
  const { home, own } = useTexts();
  const { agent } = useFrame();
  const to = usePortalPath();
  return (
    <PortalPage title={title} subtitle={home.documentText(agent.name)}>
      <div className="stack max-w-160">
        {upload === null ? null : (
          <section>
            {upload.ok ? (
              <FileForm upload={upload.data} reply={actionData} send={own.upload.send} />
            ) : (
              <PortalLate part={upload} />
            )}
          </section>
        )}
        <p>
          <a href={to("")}>{home.backToTasks}</a>
        </p>
      </div>
    </PortalPage>
  );
}
