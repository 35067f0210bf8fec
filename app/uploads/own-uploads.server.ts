import type { RouterContextProvider } from "react-router";
import { agentOf } from "../session/session.server.ts";
import type { UnfinishedUpload } from "./upload-limits.ts";
import type { UploadOwner } from "./upload-parts.server.ts";
import { uploadsContext } from "./uploads.ts";

type Context = Readonly<RouterContextProvider>;

/** The current user, as whose uploads are kept. */
export function ownerOf(context: Context): UploadOwner {
  const { person, workspace } = agentOf(context);
  return { personId: person.id, workspaceId: workspace.id };
}

/** What the current user has begun to upload and not finished. */
export function listUnfinished(context: Context): Promise<readonly UnfinishedUpload[]> {
  return context.get(uploadsContext).resumable.list(ownerOf(context));
}
