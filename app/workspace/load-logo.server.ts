import { data, href, type RouterContextProvider } from "react-router";
import { noPortal } from "../invitations/invitation.ts";
import { picturesContext } from "../pictures/pictures.ts";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  loadOffered,
  requirePermission,
} from "../session/session.server.ts";
import type { Workspace } from "./workspace.ts";
import { findWorkspace } from "./workspaces.server.ts";

type Context = Readonly<RouterContextProvider>;

export interface ShownLogo {
  /** Its address on our own server; null for none. */
  readonly picture: string | null;
  /** Of the workspace. */
  readonly etag: string | null;
  readonly mayUpdate: boolean;
}

/** The workspace's logo, for its staff. */
export async function loadLogo(context: Context): Promise<ShownLogo> {
  return logoOf(
    context,
    await loadOffered(findWorkspace(identityApiOf(context), agentOf(context).workspace), noPortal),
  );
}

/** The same of a workspace that was loaded. */
export function logoOf(context: Context, { id, logo, etag }: Pick<Workspace, "id" | "logo" | "etag">): ShownLogo {
  const url = logo?.url ?? null;
  const picture = url === null ? null : context.get(picturesContext).pathOf(url, 200, id);
  return { picture, etag, mayUpdate: agentOf(context).can("workspace.update") && !isRecordsElsewhere(context) };
}

/** The same for the pages that change it. @throws 403, or 501 where clients have no portal */
export async function loadLogoToChange(context: Context): Promise<ShownLogo> {
  const back = { label: "Workspace settings", href: href("/settings/general") };
  requirePermission(context, "workspace.update", "change the logo", back);
  if (isRecordsElsewhere(context)) throw data(`${noPortal} Everything else works.`, { status: 501 });
  return loadLogo(context);
}
