import { type RouterContextProvider, redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { allows } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { findMerge, listUndoableMerges } from "./client-merges.server.ts";

type Context = Readonly<RouterContextProvider>;

export interface ShownMerge {
  readonly id: string;
  readonly name: string;
  readonly undoUntil: string;
}

/** The same as `findMerges`, for a part of a page. The promise never rejects. */
export function fetchMerges(context: Context, clientId: string): Promise<Settled<readonly ShownMerge[]>> {
  return settle(apiOf(context), (api) => findMerges(api, clientId), logFaults(context));
}

/** What can be undone of merges into a client. @throws ApiError "missing" where the service merges nothing */
export async function findMerges(api: Api, clientId: string): Promise<readonly ShownMerge[]> {
  return (await listUndoableMerges(api, clientId)).flatMap((merge) => {
    const { id, name, undoUntil } = merge;
    return undoUntil === null || !allows(merge, "undo") ? [] : [{ id, name, undoUntil }];
  });
}

/**
 * Waits for a client. One that was merged into another leads on to that one.
 * @throws a redirect; otherwise what the call throws
 */
export async function orMerged<Found>(context: Context, id: string, finding: Promise<Found>): Promise<Found> {
  try {
    return await finding;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "missing") throw error;
    const merge = await settle(apiOf(context), (api) => findMerge(api, id), logFaults(context));
    if (merge.ok) throw redirect(clientPath(merge.data.clientId));
    throw error;
  }
}
