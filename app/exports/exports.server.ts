import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { partAskedFor } from "../documents/download.server.ts";
import type { Api, Download } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { identityApiOf, load, refuse } from "../session/session.server.ts";
import { chooseExports, type Exports, exportAttributes } from "./export.ts";

type Context = Readonly<RouterContextProvider>;

const exports = z.array(z.object({ id: z.string(), attributes: exportAttributes }));
const started = z.optional(z.looseObject({}));

/** The exports of the current user's workspace. @throws 403 with who may see them, 501 where the service makes none */
export function loadExports(context: Context): Promise<Exports> {
  return load(findExports(identityApiOf(context)));
}

async function findExports(api: Api): Promise<Exports> {
  try {
    const options = { method: "GET", failure: "Failed to fetch the exports" } as const;
    const found = await api.act("/workspace_exports", exports, {}, options);
    return chooseExports(found.map(({ id, attributes }) => ({ id, ...attributes })));
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "forbidden") throw error;
    throw refuse({
      refused: "You don't have permission to export this workspace.",
      who: "Owners and admins can.",
      back: { label: "Back to settings", href: href("/settings") },
    });
  }
}

/** Starts an export; while one is being made, there is nothing to start. */
export async function startExport(api: Api, key: string): Promise<void> {
  await api.act(
    "/workspace_exports",
    started,
    {},
    { type: "workspace_export", key, failure: "Failed to start the export" },
  );
}

/** Opens the bytes of an archive, whole or as the browser asks for them. @throws ApiError */
export function openArchive(context: Context, id: string, request: Request): Promise<Download> {
  return identityApiOf(context).download(path`/workspace_exports/${id}/content`, {
    ...partAskedFor(request),
    failure: "Failed to open the archive",
  });
}
