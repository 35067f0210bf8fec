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
  const failure = "Failed to fetch your request";
  return settle(
    portalOf(context).api,
    async (api) => ({ askedAt: (await api.find("/portal/deletion", deletion, { failure })).askedAt }),
    logFaults(context),
  );
}

/** Asks to be deleted; again is a no-op. */
export async function askForDeletion(api: Api): Promise<void> {
  await api.act("/portal/deletion", z.unknown(), {}, { type: deletion.type, failure: "Failed to send your request" });
}
