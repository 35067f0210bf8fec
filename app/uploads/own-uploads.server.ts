import type { RouterContextProvider } from "react-router";
import { logContext } from "../session/context.ts";
import { agentOf } from "../session/session.server.ts";
import { DiskFailure } from "./spool.server.ts";
import { noRoom, type UnfinishedUpload } from "./upload-limits.ts";
import type { UploadOwner } from "./upload-parts.server.ts";
import { uploadsContext } from "./uploads.ts";

type Context = Readonly<RouterContextProvider>;

/** The current user as the owner of uploads. */
export function ownerOf(context: Context): UploadOwner {
  const { person, workspace } = agentOf(context);
  return { personId: person.id, workspaceId: workspace.id };
}

/** The unfinished uploads of the current user. */
export function listUnfinished(context: Context): Promise<readonly UnfinishedUpload[]> {
  return context.get(uploadsContext).resumable.list(ownerOf(context));
}

/** Answers for a resumable upload: with 503 where our disk has no room for it, so that it is tried again. */
export async function answerWithRoom<Answer>(
  context: Context,
  answer: () => Promise<Answer>,
): Promise<Answer | Response> {
  try {
    return await answer();
  } catch (err) {
    if (!(err instanceof DiskFailure)) throw err;
    context.get(logContext).error({ err }, "An upload had no room in the spool");
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    return new Response(noRoom, { status: 503, headers });
  }
}
