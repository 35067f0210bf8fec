import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import type { Household } from "../session/current-user.ts";
import { currentUserOf, householdApiOf } from "../session/session.server.ts";
import { listDocuments, listProperties } from "./portal-properties.server.ts";
import { findOverview } from "./portal-records.server.ts";

/** Whether a household has the record that an address names, by the name of the parameter. */
const records: Readonly<Record<string, (api: Api, id: string) => Promise<boolean>>> = {
  packageId: async (api, id) => hasId(await listProperties(api), id),
  documentId: async (api, id) => hasId(await listDocuments(api), id),
  sentDocumentId: async (api, id) => hasId(await listDocuments(api), id),
  taskId: async (api, id) => hasId((await findOverview(api)).tasks, id),
};

const hasId = (found: readonly { readonly id: string }[], wanted: string) => found.some(({ id }) => id === wanted);

/** Another household of the current user than the open one, in which the page is of which there is none here; null for none. */
export async function findHouseholdOf(
  context: Readonly<RouterContextProvider>,
  params: Readonly<Record<string, string | undefined>>,
): Promise<Household | null> {
  const named = Object.keys(params).find((name) => name in records) ?? "";
  const has = records[named];
  const id = params[named];
  if (has === undefined || id === undefined) return null;
  const { households, portal } = currentUserOf(context);
  const others = households.filter(({ clientId, isAccepted }) => isAccepted && clientId !== portal?.clientId);
  const found = await Promise.all(
    others.map((household) =>
      has(householdApiOf(context, household), id).catch((error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      }),
    ),
  );
  return others.find((_household, index) => found[index]) ?? null;
}
