import type { RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId } from "../session/session.server.ts";
import type { AgentPanelData } from "./agent-panel.tsx";
import { type AssignedRef, assignedKinds } from "./assignment.ts";
import { type FoundAssignment, findAssignment } from "./assignments.server.ts";

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
