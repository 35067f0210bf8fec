import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { found } from "../../engine/answer.ts";
import { recordType } from "../../engine/record.ts";
import { normaliseHandle } from "../handle.ts";
import { findObstacle } from "../handles.ts";

const workspaceHandleType = recordType(
  "workspace_handle",
  z.object({ available: z.boolean(), reason: z.enum(["taken", "reserved", "malformed"]).nullable() }),
);

/** GET of the reason why a handle cannot be taken; also available before there is an account. */
export function workspaceHandleRoutes(): Route[] {
  const show = action({
    method: "GET",
    path: "/workspace_handles/:handle",
    summary: "Whether a workspace can be called by a handle, or what is in the way",
    access: "anyone",
    answers: { status: 200, of: workspaceHandleType },
    async run({ database, segment, now }) {
      const handle = normaliseHandle(segment("handle"));
      const reason = await findObstacle(database, handle, now);
      return found(workspaceHandleType, { id: handle, attributes: { available: reason === null, reason } });
    },
  });
  return [show];
}
