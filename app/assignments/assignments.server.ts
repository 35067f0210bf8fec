import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { findClient } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import type { ChangeTerms } from "../json-api/record.ts";
import { allows, type RecordOf, resource } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { findAddress } from "../packages/packages.server.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import type { AgentPanelData, SharesPanelData } from "./agent-panel.tsx";
import { type AssignedRef, assignedKinds, assignmentAttributes, type SharedRef, sharedKinds } from "./assignment.ts";

const shares = z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) }));

const pathOf = ({ kind, id }: SharedRef) => `${sharedKinds[kind].calls}${path`/${id}/member_shares`}`;

interface FoundShare {
  readonly id: string;
  readonly name: string;
}

/** With whom a record is shared. @throws ApiError "missing", also by a service without such shares */
export async function listShares(api: Api, ref: SharedRef): Promise<readonly FoundShare[]> {
  const options = { method: "GET", failure: "Failed to fetch whom it is shared with" } as const;
  const found = await api.act(pathOf(ref), shares, {}, options);
  return found.map(({ id, attributes: { name } }) => ({ id, name }));
}

/** Lets a colleague look at a record; again is nothing. @throws ApiError "invalid" with the form's field, "forbidden", "missing" */
export async function addShare(api: Api, ref: SharedRef, accountId: string, key: string): Promise<void> {
  const options = { type: "member_share", key, failure: "Failed to share" };
  await mapFieldErrors(
    () => "colleagueText",
    () => api.act(pathOf(ref), z.optional(z.looseObject({})), { accountId }, options),
  );
}

/** Ends it; again is nothing. @throws ApiError "forbidden", "missing" */
export async function endShare(api: Api, ref: SharedRef, accountId: string, key: string): Promise<void> {
  await api.remove(pathOf(ref) + path`/${accountId}`, { key, failure: "Failed to end the share" });
}

const assignment = resource("assignment", assignmentAttributes);
export type FoundAssignment = RecordOf<typeof assignment>;

/** @throws ApiError "missing", also by a service without assignments */
export function findAssignment(api: Api, { kind, id }: AssignedRef): Promise<FoundAssignment> {
  return api.find(assignedKinds[kind].calls + path`/${id}/assignment`, assignment, {
    failure: "Failed to fetch the agent",
  });
}

interface NewAgent {
  readonly accountId: string;
  readonly withDeals: boolean;
  readonly withTasks: boolean;
}

/** Gives a record to a colleague; again is nothing. @throws ApiError "stale", "invalid" with the form's fields, "forbidden", "missing" */
export async function changeAgent(
  api: Api,
  { kind, id }: AssignedRef,
  agent: NewAgent,
  { key, etag }: Pick<ChangeTerms, "key" | "etag">,
): Promise<void> {
  const options = { type: "assignment", key, etag, failure: "Failed to change the agent" };
  await mapFieldErrors(
    (name) => (name === "accountId" ? "agentText" : name),
    () =>
      api.act(
        assignedKinds[kind].calls + path`/${id}/assignment`,
        z.optional(z.looseObject({})),
        { ...agent },
        options,
      ),
  );
}

type Context = Readonly<RouterContextProvider>;

/** Whose a record is, for a panel of its page. The promise never rejects. */
export async function fetchAgent(context: Context, ref: AssignedRef): Promise<AgentPanelData> {
  const settled = await settle(apiOf(context), (api) => findAssignment(api, ref), logFaults(context));
  if (!settled.ok) return { ...ref, agent: settled };
  const { accountName: name } = settled.data;
  return { ...ref, agent: { ok: true, data: { name, canChange: allows(settled.data, "reassign") } } };
}

/** The record of a page's address. */
export function assignedRef(params: {
  readonly id?: string | undefined;
  readonly packageId?: string | undefined;
  readonly opportunityId?: string | undefined;
}): AssignedRef {
  if (params.id !== undefined) return { kind: "client", id: recordId(params.id) };
  if (params.packageId !== undefined) return { kind: "package", id: recordId(params.packageId) };
  if (params.opportunityId === undefined) throw notFound();
  return { kind: "opportunity", id: recordId(params.opportunityId) };
}

/** Whose a record is, to change it. @throws 404, 403 for those who may not hand it over */
export async function loadAssignment(context: Context, ref: AssignedRef): Promise<FoundAssignment> {
  const { noun, page } = assignedKinds[ref.kind];
  return permitted(await load(findAssignment(apiOf(context), ref)), "reassign", {
    refused: `You don't have permission to change the agent of this ${noun}.`,
    who: "Owners, admins and managers can, and so can the agent.",
    back: { label: `Back to the ${noun}`, href: page(ref.id) },
  });
}

/** With whom a record is shared, for a panel of its page. The promise never rejects. */
export async function fetchShares(context: Context, ref: SharedRef): Promise<SharesPanelData> {
  return { ...ref, shares: await settle(apiOf(context), (api) => listShares(api, ref), logFaults(context)) };
}

/** The record of a page's address. */
export function sharedRef(params: {
  readonly id?: string | undefined;
  readonly packageId?: string | undefined;
}): SharedRef {
  if (params.id !== undefined) return { kind: "client", id: recordId(params.id) };
  if (params.packageId === undefined) throw notFound();
  return { kind: "package", id: recordId(params.packageId) };
}

/** What the record is called, for a page that shares it. @throws 404, 403 for those who may not change it */
export async function loadSharedName(context: Context, { kind, id }: SharedRef): Promise<string> {
  const { noun, page } = assignedKinds[kind];
  const refusal = viewOnly(noun, page(id));
  if (kind === "client") return permitted(await load(findClient(apiOf(context), id)), "update", refusal).name;
  return permitted(await load(findAddress(apiOf(context), id)), "update", refusal).street;
}
