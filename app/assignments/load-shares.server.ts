import type { RouterContextProvider } from "react-router";
import { findClient } from "../clients/clients.server.ts";
import { settle } from "../json-api/settle.ts";
import { findAddress } from "../packages/packages.server.ts";
import { apiOf, load, logFaults, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { assignedKinds } from "./assignment.ts";
import type { SharedRef } from "./member-share.ts";
import { listShares } from "./member-shares.server.ts";
import type { SharesPanelData } from "./shares-panel.tsx";

type Context = Readonly<RouterContextProvider>;

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
