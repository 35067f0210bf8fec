import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { workspaces } from "../tables.ts";

/** A workspace's details on pages for clients. */
export const footSchema = z.object({
  description: z.string().nullable(),
  brokerage: z.string().nullable(),
  license_number: z.string().nullable(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
});

export const contactOfWorkspace = { phoneNumber: workspaces.phoneNumber, websiteUrl: workspaces.websiteUrl };

/** SQL of a workspace's foot as JSON, in a query that reads `workspaces`. */
export const footOfWorkspace: SQL = sql`json_build_object('description', ${workspaces.description}, 'brokerage', ${workspaces.brokerage},
  'license_number', ${workspaces.licenseNumber}, 'phone_number', ${workspaces.phoneNumber},
  'website_url', ${workspaces.websiteUrl}, 'privacy_url', ${workspaces.privacyUrl}, 'terms_url', ${workspaces.termsUrl})`;
