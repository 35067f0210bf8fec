import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import { picturesContext } from "../pictures/pictures.ts";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  load,
  notOffered,
  requirePermission,
} from "../session/session.server.ts";
import type { Workspace, WorkspaceDetails } from "./workspace.ts";

const workspace = resource("workspace", {
  name: z.string(),
  handle: z.string(),
  timeZone: z.nullable(z.string()),
  apiWorkspaceId: z.nullable(z.string()),
  logo: z.nullable(z.object({ url: z.optional(z.nullable(z.string())) })),
  description: z.nullish(z.string()),
  websiteUrl: z.nullish(z.string()),
  phoneNumber: z.nullish(z.string()),
  brokerage: z.nullish(z.string()),
  licenseNumber: z.nullish(z.string()),
  privacyUrl: z.nullish(z.string()),
  termsUrl: z.nullish(z.string()),
});

/**
 * One of the current user's workspaces, by its id, or by its handle where a service knows only that.
 * @throws ApiError "missing" for a workspace that the current user does not belong to
 */
export async function findWorkspace(api: Api, { id, handle }: Pick<Workspace, "id" | "handle">): Promise<Workspace> {
  const found = await orNull(api.find(path`/workspaces/${id}`, workspace, { failure: "Failed to fetch workspace" }));
  return found ?? findWorkspaceByHandle(api, handle);
}

/** The workspace at an address, a former one included. @throws ApiError "missing" when the current user belongs to none there */
export function findWorkspaceByHandle(api: Api, handle: string): Promise<Workspace> {
  return api.find(path`/workspaces/handle/${handle}`, workspace, { failure: "Failed to fetch org by handle" });
}

interface NewWorkspace {
  readonly name: string;
  readonly handle: string;
  /** IANA name; null leaves it to the service. */
  readonly timeZone: string | null;
}

/**
 * Creates a workspace that the current user owns.
 * @returns null where the service created it without saying more
 * @throws ApiError "invalid" with the field `handle` when it is not available
 */
export function createWorkspace(
  api: Api,
  { name, handle, timeZone }: NewWorkspace,
  key: string,
): Promise<Workspace | null> {
  const attributes = { name, handle, ...(timeZone !== null && { timeZone }) };
  return api.create("/workspaces", workspace, attributes, { key, failure: "Failed to create the workspace" });
}

/**
 * Changes a workspace; without a handle or a time zone it keeps the current one, and what was in no field stays as it is.
 * @throws ApiError "stale" when it was changed since `etag`, "invalid" with fields, "forbidden"
 */
export async function updateWorkspace(
  api: Api,
  id: string,
  { name, handle, timeZone = null, ...rest }: WorkspaceDetails,
  terms: ChangeTerms,
): Promise<void> {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const kept = { ...(handle !== null && { handle }), ...(timeZone !== null && { timeZone }) };
  const changed = changedAttributes({ name, ...kept, ...Object.fromEntries(given) }, terms.isChanged);
  const failure = "Failed to update the workspace";
  await api.update(path`/workspaces/${id}`, workspace, id, changed, { ...terms, failure });
}

/** Sets or removes a workspace's logo; other changes to it are kept. @param url what making a picture gave; null to remove */
export async function changeLogo(api: Api, id: string, url: string | null, key: string): Promise<void> {
  const terms = { key, etag: null, failure: "Failed to save the logo" };
  await api.update(path`/workspaces/${id}`, workspace, id, { logo: url === null ? null : { url } }, terms);
}

type Context = Readonly<RouterContextProvider>;

interface ShownLogo {
  /** Its address on our own server; null for none. */
  readonly picture: string | null;
  readonly etag: string | null;
  readonly mayUpdate: boolean;
}

/** The workspace's logo, for its staff. */
export async function loadLogo(context: Context): Promise<ShownLogo> {
  return logoOf(context, await load(findWorkspace(identityApiOf(context), agentOf(context).workspace)));
}

/** The logo of a workspace that was loaded. */
export function logoOf(context: Context, { id, logo, etag }: Pick<Workspace, "id" | "logo" | "etag">): ShownLogo {
  const url = logo?.url ?? null;
  const picture = url === null ? null : context.get(picturesContext).pathOf(url, 200, id);
  return { picture, etag, mayUpdate: agentOf(context).can("workspace.update") && !isRecordsElsewhere(context) };
}

/** The logo for the pages that change it. @throws 403, or 501 where clients have no portal */
export async function loadLogoToChange(context: Context): Promise<ShownLogo> {
  const back = { label: "Workspace settings", href: href("/settings/general") };
  requirePermission(context, "workspace.update", "change the logo", back);
  if (isRecordsElsewhere(context)) throw notOffered("a client portal");
  return loadLogo(context);
}
