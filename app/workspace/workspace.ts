import * as z from "zod/mini";
import { optionalText, requiredText } from "../ui/form-values.ts";
import type { Details } from "./details.ts";
import { longestHandle } from "./suggested-handle.ts";
import { webAddress } from "./web-address.ts";

/** The tenant: a brokerage or a team. Its handle is its address below the product's own. */
export interface Workspace extends Details {
  readonly id: string;
  readonly etag: string | null;
  readonly can: readonly string[] | null;
  readonly name: string;
  readonly handle: string;
  /** IANA name of its time zone; null where the service has none. */
  readonly timeZone: string | null;
  /** Where another service keeps the records: its id of this workspace. */
  readonly apiWorkspaceId: string | null;
  /** Null where it has none. */
  readonly logo: { readonly url?: string | null | undefined } | null;
}

const name = requiredText("Name must be at least 1 character.");

/** The form that creates a workspace: an empty workspace url is made of the name. */
export const newWorkspaceForm = z.object({ name, handle: optionalText(longestHandle) });

/** The form that changes one: an empty workspace url or time zone keeps the current one. It lacks what the service does not know. */
export const workspaceForm = z.object({
  name,
  handle: optionalText(longestHandle),
  timeZone: z.optional(optionalText(100)),
  description: z.optional(optionalText(500)),
  websiteUrl: z.optional(webAddress()),
  phoneNumber: z.optional(optionalText(50)),
  brokerage: z.optional(optionalText()),
  licenseNumber: z.optional(optionalText()),
  privacyUrl: z.optional(webAddress()),
  termsUrl: z.optional(webAddress()),
});
export type WorkspaceDetails = z.output<typeof workspaceForm>;

/** Shown before a handle in its field: the product's domain and a slash. */
export function handlePrefix(publicOrigin: string): string {
  return `${new URL(publicOrigin).host}/`;
}
