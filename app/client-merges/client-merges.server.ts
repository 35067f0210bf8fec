import { type RouterContextProvider, redirect } from "react-router";
import * as z from "zod/mini";
import { buyerProfileAttributes } from "../clients/buyer-profile.ts";
import { clientAttributes, personAttributes } from "../clients/client.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { allows, many, one, type RecordOf, resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { spell } from "../json-api/spelling.ts";
import { clientPath } from "../record-paths.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import {
  belongingsAttributes,
  type ComparedClient,
  type FieldChoices,
  fieldNames,
  mergeAttributes,
} from "./client-merge.ts";

const merge = resource("client_merge", mergeAttributes);
type ClientMerge = RecordOf<typeof merge>;
const belongings = resource("client_belongings", belongingsAttributes);
const compared = resource(
  "client",
  { ...clientAttributes, assignedAccountId: z.nullable(z.string()) },
  {
    buyerProfile: one(resource("buyer_profile", buyerProfileAttributes)),
    people: many(resource("client_person", personAttributes)),
  },
);

/** A client with what is compared. @throws ApiError "missing" */
export function findComparedClient(api: Api, id: string): Promise<ComparedClient> {
  const query = { include: "buyer_profile,people" };
  return api.find(path`/clients/${id}`, compared, { query });
}

/** How much belongs to a client. @throws ApiError "missing" */
export function findBelongings(api: Api, id: string): Promise<RecordOf<typeof belongings>> {
  return api.find(path`/clients/${id}/belongings`, belongings);
}

/** The merge by which a client is no more. @throws ApiError "missing" */
function findMerge(api: Api, id: string): Promise<ClientMerge> {
  return api.find(path`/client_merges/${id}`, merge);
}

async function listUndoableMerges(api: Api, clientId: string): Promise<ClientMerge[]> {
  const query = { "filter[client_id]": clientId, sort: "-merged_at", "page[limit]": 5, "page[count]": false };
  const { items } = await api.list("/client_merges", merge, { query });
  return items.filter(({ undoUntil }) => undoUntil !== null);
}

/** Merges the other client into this one. @throws ApiError "missing", "forbidden", "conflict", "invalid" */
export async function mergeClients(
  api: Api,
  clients: { readonly clientId: string; readonly otherId: string },
  choices: FieldChoices,
  key: string,
): Promise<void> {
  const chosen = (side: string) =>
    fieldNames.filter((name) => choices[name] === side).map((name) => spell(name, "snake"));
  const attributes = { ...clients, taken: chosen("other"), joined: chosen("both") };
  await api.create("/client_merges", merge, attributes, { key, failure: "Failed to merge the clients" });
}

/** Separates two clients again. @throws ApiError "missing", "forbidden", and "gone" after 10 minutes */
export async function undoMerge(api: Api, id: string, key: string): Promise<void> {
  await api.remove(path`/client_merges/${id}`, { key, failure: "Failed to undo the merge" });
}

type Context = Readonly<RouterContextProvider>;

export interface ShownMerge {
  readonly id: string;
  readonly name: string;
  readonly undoUntil: string;
  /** What the two are called once they are separated. */
  readonly apart: { readonly merged: string; readonly stays: string };
}

/** The same as `findMerges`, for a part of a page. The promise never rejects. */
export function fetchMerges(context: Context, clientId: string): Promise<Settled<readonly ShownMerge[]>> {
  return settle(apiOf(context), (api) => findMerges(api, clientId), logFaults(context));
}

/** What can be undone of merges into a client. @throws ApiError "missing" where the service merges nothing */
export async function findMerges(api: Api, clientId: string): Promise<readonly ShownMerge[]> {
  return (await listUndoableMerges(api, clientId)).flatMap((merge) => {
    const { id, name, undoUntil } = merge;
    return undoUntil === null || !allows(merge, "undo") ? [] : [{ id, name, undoUntil, apart: namesApart(merge) }];
  });
}

/** Two of one name are told apart by their addresses. */
function namesApart({ name, contact, staysName, staysContact }: ClientMerge): ShownMerge["apart"] {
  const stays = staysName ?? "the other client";
  if (stays !== name) return { merged: name, stays };
  const labelled = (contact: string | null | undefined) => (contact ? `${name} (${contact})` : name);
  return { merged: labelled(contact), stays: labelled(staysContact) };
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
