import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { workspaces } from "../identity/tables.ts";

/** What stands at the foot of every page for clients, as the workspace entered it. */
export const footSchema = z.object({
  brokerage: z.string().nullable(),
  license_number: z.string().nullable(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
});

/** SQL of a workspace's foot as JSON, in a query that reads `workspaces`. */
export const footOfWorkspace: SQL = sql`json_build_object('brokerage', ${workspaces.brokerage},
  'license_number', ${workspaces.licenseNumber}, 'phone_number', ${workspaces.phoneNumber},
  'website_url', ${workspaces.websiteUrl}, 'privacy_url', ${workspaces.privacyUrl}, 'terms_url', ${workspaces.termsUrl})`;
