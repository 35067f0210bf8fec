import type { RouterContextProvider } from "react-router";
import { agentOf } from "../session/session.server.ts";
import type { UnfinishedUpload } from "./upload-limits.ts";
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
