import { eq } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { conflict, forbidden } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { lockWorkspace, type Workspace, workspaceHistory } from "../identity/workspaces.ts";
import { may } from "../permissions.ts";
import { type AttributeChange, workspaces } from "../tables.ts";
import { findSecondStep } from "./second-step.ts";

/** What a workspace asks of its members' sign-in. */

const rulesType = recordType(
  "sign_in_rules",
  z.object({ requires_second_step: z.boolean(), allows_trusted_browsers: z.boolean() }),
);

function write({ id, version, ...workspace }: Workspace, currentUser: Member) {
  return {
    type: rulesType.type,
    id,
    version,
    path: "/sign_in_rules",
    can: may(currentUser, "workspace.update") ? ["update"] : [],
    attributes: {
      requires_second_step: workspace.requiresSecondStep,
      allows_trusted_browsers: workspace.allowsTrustedBrowsers,
    },
  };
}

async function hold(database: Queries, { workspaceId, accountId }: Member): Promise<Workspace> {
  const seen = await lockWorkspace(database, workspaceId, accountId);
  if (seen === null) throw forbidden();
  return seen.workspace;
}

/** GET and PATCH of the rules. */
export function signInRuleRoutes(): Route[] {
  const show = action({
    method: "GET",
    path: "/sign_in_rules",
    summary: "What the workspace asks of its members' sign-in",
    access: "workspace",
    answers: { status: 200, of: rulesType },
    async run({ database, currentUser }) {
      const [workspace] = await database.select().from(workspaces).where(eq(workspaces.id, currentUser.workspaceId));
      if (workspace === undefined) throw forbidden();
      return found(rulesType, write(workspace, currentUser));
    },
  });

  const update = action({
    method: "PATCH",
    path: "/sign_in_rules",
    summary: "Require two-step sign-in, or allow trusted browsers; for owners and admins",
    access: "workspace",
    input: {
      type: "sign_in_rules",
      attributes: z.object({
        requiresSecondStep: z.boolean().optional(),
        allowsTrustedBrowsers: z.boolean().optional(),
      }),
    },
    answers: { status: 200, of: rulesType },
    async run({ database, currentUser, attributes, request }) {
      const workspace = await hold(database, currentUser);
      if (!may(currentUser, "workspace.update")) throw forbidden();
      checkIfMatch(request.headers, write(workspace, currentUser));
      const changes = changesTo(workspace, attributes);
      if (changes.length === 0) return found(rulesType, write(workspace, currentUser));
      // Whoever requires it would otherwise shut themselves out.
      const isNew = attributes.requiresSecondStep === true && !workspace.requiresSecondStep;
      if (isNew && (await findSecondStep(database, currentUser.accountId)) === null) {
        throw conflict("second_step_needed", "Set up two-step sign-in for yourself first.");
      }
      const [changed] = await database
        .update(workspaces)
        .set({ ...nextVersion(workspaces), ...attributes })
        .where(eq(workspaces.id, workspace.id))
        .returning();
      if (changed === undefined) throw new Error("The workspace is not held.");
      await recordEvent({ database, currentUser }, workspaceHistory, "updated", workspace.id, changes);
      return found(rulesType, write(changed, currentUser));
    },
  });

  return [show, update];
}

function changesTo(
  before: Workspace,
  after: { readonly requiresSecondStep?: boolean | undefined; readonly allowsTrustedBrowsers?: boolean | undefined },
): AttributeChange[] {
  const pairs = [
    { field: "requires_second_step", before: before.requiresSecondStep, after: after.requiresSecondStep },
    { field: "allows_trusted_browsers", before: before.allowsTrustedBrowsers, after: after.allowsTrustedBrowsers },
  ];
  return pairs.filter((pair) => pair.after !== undefined && pair.after !== pair.before);
}
