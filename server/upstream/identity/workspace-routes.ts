import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import { timeZone } from "../engine/days.ts";
import { recordEvent } from "../engine/history.ts";
import { lineOf } from "../engine/inputs.ts";
import { checkIfMatch } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, invalidAttribute, notFound } from "../engine/refusal.ts";
import { toSnake } from "../engine/spelling.ts";
import { may } from "../permissions.ts";
import { publicPhoto, publicPhotoChanges, publicPhotoInput, replacePublicPhoto } from "../pictures/pictures.ts";
import type { AttributeChange } from "../tables.ts";
import { findAccount } from "./accounts.ts";
import { judgeHandle, normaliseHandle, obstacleSentences } from "./handles.ts";
import { handle } from "./inputs.ts";
import type { IdentityParts } from "./parts.ts";
import { initialsOf } from "./person-name.ts";
import { registrationNotOpen } from "./registrations.ts";
import {
  changeWorkspace,
  detailNames,
  findWorkspace,
  findWorkspaceByHandle,
  foundWorkspace,
  lockWorkspace,
  type MemberWorkspaceRow,
  type Workspace,
  type WorkspaceChange,
  workspaceDetails,
  workspaceHistory,
} from "./workspaces.ts";

const workspaceType = recordType(
  "workspace",
  z.object({
    name: z.string(),
    handle: z.string(),
    initials: z.string(),
    description: z.string().nullable(),
    time_zone: z.string(),
    website_url: z.string().nullable(),
    phone_number: z.string().nullable(),
    brokerage: z.string().nullable(),
    license_number: z.string().nullable(),
    privacy_url: z.string().nullable(),
    terms_url: z.string().nullable(),
    logo: publicPhoto,
    plan: z.enum(["free", "standard"]),
    api_workspace_id: z.string().nullable(),
    inserted_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
);

function writeWorkspace({ workspace, role }: MemberWorkspaceRow) {
  const { id, name, plan, version } = workspace;
  return {
    type: workspaceType.type,
    id,
    version,
    path: `/workspaces/${id}`,
    can: may({ role, plan }, "workspace.update") ? ["update"] : [],
    attributes: {
      name,
      handle: workspace.handle,
      initials: initialsOf(name),
      description: workspace.description,
      time_zone: workspace.timeZone,
      website_url: workspace.websiteUrl,
      phone_number: workspace.phoneNumber,
      brokerage: workspace.brokerage,
      license_number: workspace.licenseNumber,
      privacy_url: workspace.privacyUrl,
      terms_url: workspace.termsUrl,
      logo: workspace.logo,
      plan,
      api_workspace_id: workspace.apiWorkspaceId,
      inserted_at: workspace.insertedAt.toISOString(),
      updated_at: workspace.updatedAt.toISOString(),
    },
  };
}

function checkHandle(wanted: string): void {
  const flaw = judgeHandle(wanted);
  if (flaw) throw handleRefused(flaw);
}

const handleRefused = (obstacle: keyof typeof obstacleSentences) =>
  invalidAttribute("handle", obstacleSentences[obstacle]);

/** The routes of workspaces. */
export function workspaceRoutes({ registration }: IdentityParts): Route[] {
  const showByHandle = action({
    method: "GET",
    path: "/workspaces/handle/:handle",
    summary: "The workspace of a handle; a former handle leads to it for 90 days",
    access: "account",
    answers: { status: 200, of: workspaceType },
    async run({ database, currentUser, segment, now }) {
      const seen = await findWorkspaceByHandle(
        database,
        normaliseHandle(segment("handle")),
        currentUser.accountId,
        now,
      );
      if (!seen) throw notFound();
      return found(workspaceType, writeWorkspace(seen));
    },
  });

  const show = action({
    method: "GET",
    path: "/workspaces/:id",
    summary: "One workspace",
    access: "account",
    answers: { status: 200, of: workspaceType },
    async run({ database, currentUser, id }) {
      const seen = await findWorkspace(database, id(), currentUser.accountId);
      if (!seen) throw notFound();
      return found(workspaceType, writeWorkspace(seen));
    },
  });

  const create = action({
    method: "POST",
    path: "/workspaces",
    summary: "Create a workspace, where registration is open; the current user becomes its owner",
    access: "account",
    input: { type: "workspace", attributes: z.object({ name: lineOf("Name"), handle, timeZone: timeZone.optional() }) },
    answers: { status: 201, of: workspaceType },
    async run({ database, currentUser: { accountId }, attributes, now }) {
      if (registration !== "open") throw registrationNotOpen();
      checkHandle(attributes.handle);
      const account = await findAccount(database, accountId);
      if (!account) throw notFound();
      const wanted = { ...attributes, ownerId: accountId, heldFor: account.email };
      const id = await foundWorkspace(database, wanted, now);
      const seen = id && (await findWorkspace(database, id, accountId));
      if (!seen) throw handleRefused("taken");
      return created(workspaceType, writeWorkspace(seen));
    },
  });

  const update = action({
    method: "PATCH",
    path: "/workspaces/:id",
    summary: "Change a workspace's name, handle, time zone, logo, or what pages for clients say about it",
    access: "account",
    input: {
      type: "workspace",
      attributes: z.object({
        name: lineOf("Name").optional(),
        handle: handle.optional(),
        timeZone: timeZone.optional(),
        ...workspaceDetails,
        logo: publicPhotoInput.optional(),
      }),
    },
    answers: { status: 200, of: workspaceType },
    async run({ database, currentUser: { accountId }, attributes, id, request, now }) {
      const seen = await lockWorkspace(database, id(), accountId);
      if (!seen) throw notFound();
      const { workspace, role } = seen;
      if (!may({ role, plan: workspace.plan }, "workspace.update")) throw forbidden();
      checkIfMatch(request.headers, writeWorkspace(seen));
      const { logo: wanted, ...line } = attributes;
      const changes = [...changesTo(workspace, line), ...publicPhotoChanges("logo", workspace.logo, wanted)];
      if (changes.length === 0) return found(workspaceType, writeWorkspace(seen));
      if (attributes.handle !== undefined && attributes.handle !== workspace.handle) checkHandle(attributes.handle);
      const logo = await replacePublicPhoto(
        { database, workspaceId: workspace.id, name: "logo" },
        workspace.logo,
        wanted,
      );
      const changed = await changeWorkspace(database, workspace, { ...line, logo }, now);
      if (!changed) throw handleRefused("taken");
      const write = { database, currentUser: { accountId, workspaceId: workspace.id } };
      await recordEvent(write, workspaceHistory, "updated", workspace.id, changes);
      return found(workspaceType, writeWorkspace({ workspace: changed, role }));
    },
  });

  return [showByHandle, show, create, update];
}

const changeable = ["name", "handle", "timeZone", ...detailNames] as const;

function changesTo(workspace: Workspace, change: Omit<WorkspaceChange, "logo">): AttributeChange[] {
  return changeable.flatMap((name) => {
    const [before, after] = [workspace[name], change[name]];
    return after === undefined || after === before ? [] : [{ field: toSnake(name), before, after }];
  });
}
