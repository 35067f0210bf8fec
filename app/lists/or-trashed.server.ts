import { type RouterContextProvider, replace } from "react-router";
import * as z from "zod/mini";
import { restorationPath } from "../action-paths.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { resource } from "../json-api/resource.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";

const trashed = resource("trashed_record", { name: z.string() });

/** What a record in the trash is called; null for one that is not there. */
function findTrashedName(api: Api, recordId: string): Promise<string | null> {
  const finding = api.find(path`/trashed_records/${recordId}`, trashed);
  return finding.then(
    ({ name }) => name,
    () => null,
  );
}

/**
 * The record of a page's address. Whoever comes to one that is in the trash, as by Back after deleting it, is led to its list, which
 * says so and leads to where it is restored.
 * @param list the address of that list
 * @throws what finding it does
 */
export async function orTrashed<Found>(
  context: Readonly<RouterContextProvider>,
  id: string,
  list: string,
  finding: Promise<Found>,
): Promise<Found> {
  try {
    return await finding;
  } catch (error) {
    const { method } = context.get(requestSessionContext).request;
    const isLookedAt = method === "GET" || method === "HEAD";
    if (!isLookedAt || !(error instanceof ApiError) || error.kind !== "missing") throw error;
    const name = await findTrashedName(apiOf(context), id);
    if (name === null) throw error;
    setToast(context, `${name} is in the trash.`, undefined, restorationPath(id));
    throw replace(list);
  }
}
