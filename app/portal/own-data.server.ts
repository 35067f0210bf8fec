import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { portalOf } from "./portal.server.ts";

type Context = Readonly<RouterContextProvider>;

const deletion = resource("portal_deletion", { askedAt: z.nullable(z.string()) });

/** When the person asked to be deleted; null when they did not. The promise never rejects. */
export async function loadOwnData(context: Context): Promise<Settled<{ readonly askedAt: string | null }>> {
  return settle(portalOf(context).api, findDeletion, logFaults(context));
}

/** The same for the page that is about it. @throws ApiError */
export async function findDeletion(api: Api): Promise<{ readonly askedAt: string | null }> {
  const { askedAt } = await api.find("/portal/deletion", deletion, { failure: "Failed to fetch your request" });
  return { askedAt };
}

/** Asks to be deleted; again is a no-op. */
export async function askForDeletion(api: Api): Promise<void> {
  await api.act("/portal/deletion", z.unknown(), {}, { type: deletion.type, failure: "Failed to send your request" });
}

/** Takes that back; without a request it is a no-op. */
export async function takeDeletionBack(api: Api): Promise<void> {
  await api.act("/portal/deletion", z.unknown(), {}, { method: "DELETE", failure: "Failed to take your request back" });
}
