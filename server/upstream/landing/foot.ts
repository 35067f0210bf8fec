import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { workspaces } from "../identity/tables.ts";
import { portalSettings } from "./tables.ts";

/** What stands at the foot of every page for clients, as the workspace entered it. */
export const footSchema = z.object({
  brokerage: z.string().nullable(),
  license_number: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
});

/** SQL of a workspace's foot as JSON, in a query that reads `workspaces`. */
export const footOfWorkspace: SQL = sql`(
  select json_build_object('brokerage', ${portalSettings.brokerage}, 'license_number', ${portalSettings.licenseNumber},
    'privacy_url', ${portalSettings.privacyUrl}, 'terms_url', ${portalSettings.termsUrl})
  from ${portalSettings} where ${portalSettings.id} = ${workspaces.id})`;
