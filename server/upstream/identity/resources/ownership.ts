import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created, listed, nothing } from "../../engine/answer.ts";
import type { Member } from "../../engine/current-user.ts";
import { recordType } from "../../engine/record.ts";
import { forbidden, notFound } from "../../engine/refusal.ts";
import { may, type WorkspaceAction } from "../../permissions.ts";
import { ownProof, secret } from "../inputs.ts";
import { tryWithin } from "../limited-tries.ts";
import { checkOwn } from "../own-proof.ts";
import {
  confirmByLink,
  listClosedWorkspaces,
  offerOwnership,
  requestDeletion,
  restoreWorkspace,
  withdrawConfirmation,
} from "../ownership.ts";
import type { IdentityParts } from "../parts.ts";
import { findConfirmation, listConfirmations } from "../workspace-confirmations.ts";

const kind = z.enum(["transfer", "deletion"]);

const confirmationType = recordType(
  "workspace_confirmation",
  z.object({
    kind,
    /** Who becomes the owner, or who deletes the workspace. */
    confirmed_by_name: z.string(),
    inserted_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
);
const requestType = recordType("workspace_confirmation_request", z.object({ kind }));
const checkType = recordType(
  "workspace_confirmation_check",
  z.object({ kind, workspace_id: z.uuid(), workspace_name: z.string(), requested_by_name: z.string() }),
);
const deletedType = recordType(
  "deleted_workspace",
  z.object({ name: z.string(), purge_at: z.iso.datetime(), time_zone: z.string(), can_restore: z.boolean() }),
);

const typedName = z.string().max(1000);

function demand(currentUser: Member, wanted: WorkspaceAction): void {
  if (!may(currentUser, wanted)) throw forbidden();
}

/** Everything about a workspace that its owner alone decides, and what its owner or a new one confirms by a mailed link. */
export function ownershipRoutes(parts: IdentityParts): Route[] {
  const list = action({
    method: "GET",
    path: "/workspace_confirmations",
    summary: "What the owner asked for and has yet to be confirmed: a transfer, a deletion",
    access: "workspace",
    answers: { status: 200, of: confirmationType, many: true },
    async run({ database, currentUser, now }) {
      demand(currentUser, "workspace.transfer");
      const waiting = await listConfirmations(database, currentUser.workspaceId, now);
      return listed(
        confirmationType,
        waiting.map(({ id, kind: of, confirmedByName, insertedAt, expiresAt }) => ({
          id,
          attributes: {
            kind: of,
            confirmed_by_name: confirmedByName,
            inserted_at: insertedAt.toISOString(),
            expires_at: expiresAt.toISOString(),
          },
        })),
      );
    },
  });

  const transfer = action({
    method: "POST",
    path: "/ownership_transfers",
    summary:
      "Ask a member to become the owner; they are mailed a link. Needs the workspace's name and the owner's password, or a mailed code where they have none",
    access: "workspace",
    input: {
      type: "ownership_transfer",
      attributes: z.object({ accountId: z.uuid(), workspaceName: typedName, ...ownProof }),
    },
    answers: { status: 201, of: requestType },
    transaction: "own",
    async run({ database, currentUser, attributes, request, now }) {
      demand(currentUser, "workspace.transfer");
      const { accountId } = currentUser;
      const proof = await tryWithin(parts.limitTries, request, { kind: "password_change", account: accountId }, () =>
        checkOwn(database, parts.hasher, accountId, attributes, now),
      );
      const id = await database.transaction(async (transaction) => {
        const offered = await offerOwnership({ database: transaction, currentUser, now }, parts, attributes);
        await proof.redeem(transaction, now);
        return offered;
      });
      return created(requestType, { id, attributes: { kind: "transfer" } });
    },
  });

  const remove = action({
    method: "POST",
    path: "/workspace_deletions",
    summary: "Mail the owner the link that deletes the workspace. Needs the workspace's name",
    access: "workspace",
    input: { type: "workspace_deletion", attributes: z.object({ workspaceName: typedName }) },
    answers: { status: 201, of: requestType },
    async run({ database, currentUser, attributes, now }) {
      demand(currentUser, "workspace.delete");
      const id = await requestDeletion({ database, currentUser, now }, parts, attributes.workspaceName);
      return created(requestType, { id, attributes: { kind: "deletion" } });
    },
  });

  const withdraw = action({
    method: "DELETE",
    path: "/workspace_confirmations/:id",
    summary: "Withdraw a transfer or a deletion that has not been confirmed",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser, id }) {
      demand(currentUser, "workspace.transfer");
      await withdrawConfirmation({ database, currentUser }, id());
      return nothing;
    },
  });

  const check = action({
    method: "POST",
    path: "/workspace_confirmation_checks",
    summary: "What a mailed link confirms, to the account that it was mailed to; looking does not use it up",
    access: "account",
    input: { type: "workspace_confirmation_check", attributes: z.object({ token: secret }) },
    answers: { status: 201, of: checkType },
    transaction: "own",
    async run({ database, currentUser, attributes: { token }, now }) {
      const waiting = await findConfirmation(database, token, currentUser.accountId, now);
      if (!waiting) throw notFound();
      return created(checkType, { id: crypto.randomUUID(), attributes: attributesOf(waiting) });
    },
  });

  const confirm = action({
    method: "POST",
    path: "/workspace_confirmation_acceptances",
    summary: "Do what a mailed link confirms: become the owner, or delete the workspace for 30 days and then for good",
    access: "account",
    input: { type: "workspace_confirmation_acceptance", attributes: z.object({ token: secret }) },
    answers: { status: 201, of: checkType },
    async run({ database, currentUser: { accountId }, attributes: { token }, now }) {
      const done = await confirmByLink(database, parts, { token, accountId }, now);
      return created(checkType, { id: crypto.randomUUID(), attributes: attributesOf(done) });
    },
  });

  const deleted = action({
    method: "GET",
    path: "/deleted_workspaces",
    summary: "The current user's deleted workspaces, until they are purged",
    access: "account",
    answers: { status: 200, of: deletedType, many: true },
    async run({ database, currentUser: { accountId }, now }) {
      const closed = await listClosedWorkspaces(database, accountId, now);
      return listed(
        deletedType,
        closed.map(({ workspace: { id, name, timeZone, purgeAt }, role }) => ({
          id,
          attributes: {
            name,
            time_zone: timeZone,
            purge_at: (purgeAt ?? new Date(0)).toISOString(),
            can_restore: role === "owner",
          },
        })),
      );
    },
  });

  const restore = action({
    method: "POST",
    path: "/deleted_workspaces/:id/restoration",
    summary: "Open a deleted workspace again; its owner may",
    access: "account",
    answers: { status: 204, of: null },
    async run({ database, currentUser: { accountId }, id, now }) {
      await restoreWorkspace(database, id(), accountId, now);
      return nothing;
    },
  });

  return [list, transfer, remove, withdraw, check, confirm, deleted, restore];
}

function attributesOf(waiting: NonNullable<Awaited<ReturnType<typeof findConfirmation>>>) {
  const { kind: of, workspaceId, workspaceName, requestedByName } = waiting;
  return { kind: of, workspace_id: workspaceId, workspace_name: workspaceName, requested_by_name: requestedByName };
}
