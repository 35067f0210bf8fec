import { href, redirect } from "react-router";
import { logContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, load, notFound, requirePermission } from "../session/session.server.ts";
import { formatCount } from "../ui/number-format.ts";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { answerWithRoom, ownerOf } from "../uploads/own-uploads.server.ts";
import { readUploadForm } from "../uploads/upload-form.server.ts";
import { uploadsContext } from "../uploads/uploads.ts";
import type { Route } from "./+types/shares";
import { longestText } from "./share-form.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { takesFiles: true };

/** What was shared from other apps and waits to be sent. */
export async function loader({ context }: Route.LoaderArgs) {
  const { resumable } = context.get(uploadsContext);
  const owner = ownerOf(context);
  const ids = await resumable.listShares(owner);
  const found = await Promise.all(ids.map(async (id) => ({ id, share: await resumable.findShare(owner, id) })));
  const waiting = found.flatMap(({ id, share }) =>
    share === null ? [] : [{ id, files: share.files.map(({ name }) => name), text: share.text.slice(0, 200) }],
  );
  return { waiting };
}

/**
 * Takes what a device shares from another app (https://w3c.github.io/web-share-target/). It comes from no page of ours, so nothing is
 * written: the files wait in the spool for a day, for the form that says where they go.
 */
export async function action({ request, context }: Route.ActionArgs) {
  requirePermission(context, "documents.create", "add documents", {
    label: "Go to dashboard",
    href: href("/dashboard"),
  });
  if (request.method !== "POST") throw notFound();
  const { resumable, folder } = context.get(uploadsContext);
  const { file, free } = await load(findAllowance(apiOf(context)));
  const room = { file, total: free };
  const { fields, files, refused, faults, discard } = await readUploadForm(request, folder, room);
  context.get(requestSessionContext).restartClock();
  for (const err of faults) context.get(logContext).error({ err }, "A shared file had no room in the spool");
  try {
    const lines = ["title", "text", "url"].map((name) => String(fields.get(name) ?? "").trim());
    const text = [...new Set(lines)]
      .filter((line) => line !== "")
      .join("\n")
      .slice(0, longestText);
    return await answerWithRoom(context, async () => {
      const uploadId = await resumable.keepShare(ownerOf(context), { files, refused, text }, room);
      return redirect(href("/device/shared/:uploadId", { uploadId }), 303);
    });
  } finally {
    await discard();
  }
}

export default function Shares({ loaderData: { waiting } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        title="Shared from other apps"
        subtitle="Photos, files and text that you share to Latchkey arrive here."
      />
      {waiting.length === 0 ? (
        <Sheet padded>
          <p>
            Nothing waits here. Install Latchkey from your browser's menu first. Then choose photos or files in another
            app, tap Share, and pick Latchkey.
          </p>
        </Sheet>
      ) : (
        <Sheet title="Not sent yet">
          <Rows label="Not sent yet">
            {waiting.map(({ id, files, text }) => (
              <Row key={id}>
                <a className="link" href={href("/device/shared/:uploadId", { uploadId: id })}>
                  {files.length === 0 ? text || "Nothing was kept" : formatCount(files.length, "file")}
                </a>
                <span className="muted small">{files.join(", ")}</span>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
    </Page>
  );
}
