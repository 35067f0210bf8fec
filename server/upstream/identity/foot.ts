import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { workspaces } from "../tables.ts";

/** What a workspace says about itself on every page for clients, as it entered it: at the foot, and its description where there is room. */
export const footSchema = z.object({
  description: z.string().nullable(),
  brokerage: z.string().nullable(),
  license_number: z.string().nullable(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  terms_url: z.string().nullable(),
});

/** How a workspace is reached, for its emails to clients. */
export const contactOfWorkspace = { phoneNumber: workspaces.phoneNumber, websiteUrl: workspaces.websiteUrl };

/** SQL of a workspace's foot as JSON, in a query that reads `workspaces`. */
export const footOfWorkspace: SQL = sql`json_build_object('description', ${workspaces.description}, 'brokerage', ${workspaces.brokerage},
  'license_number', ${workspaces.licenseNumber}, 'phone_number', ${workspaces.phoneNumber},
  'website_url', ${workspaces.websiteUrl}, 'privacy_url', ${workspaces.privacyUrl}, 'terms_url', ${workspaces.termsUrl})`;
