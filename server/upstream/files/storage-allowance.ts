/** The resource `storage_allowance`: how much a workspace has stored, and how much its plan has room for. */
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { planLimits } from "../plan-limits.ts";
import { usedStorage } from "./storage-limits.ts";

const bytes = z.int().describe("Bytes");
const storageAllowance = recordType(
  "storage_allowance",
  z.object({ plan: z.enum(["free", "standard"]), used: bytes, storage_limit: bytes, file_limit: bytes }),
);

/** GET of the allowance of the workspace that the header names. */
export const storageAllowanceRoute: Route = action({
  method: "GET",
  path: "/storage_allowance",
  summary: "Bytes that the workspace has stored, may store in all, and may have in one file",
  access: "workspace",
  answers: { status: 200, of: storageAllowance },
  async run({ database, currentUser: { workspaceId, plan } }) {
    const { storage, file } = planLimits[plan];
    const used = await usedStorage(database, workspaceId);
    const attributes = { plan, used, storage_limit: storage, file_limit: file };
    return found(storageAllowance, { id: workspaceId, attributes, path: "/storage_allowance", can: [] });
  },
});
