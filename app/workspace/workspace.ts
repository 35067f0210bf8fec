import * as z from "zod/mini";
import { ownProof } from "../sign-in/second-step/second-step.ts";
import { longestHandle } from "../sign-in/suggested-handle.ts";
import { choice, optionalText, requiredText, webAddress } from "../ui/form-values.ts";

const workspaceName = requiredText("Type the name of the workspace.");

const publicPages = ["kept", "face", "anew"] as const;

export const transferForm = z.object({
  accountId: requiredText("Choose a member."),
  publicPage: choice(publicPages, "Choose what the public page shows."),
  workspaceName,
  ...ownProof,
});

export const deletionForm = z.object({ workspaceName });

/** How long a link that makes somebody the owner works, and one that deletes a workspace. */
export const linkWorks = { transfer: "7 days", deletion: "24 hours" } as const;
export type ConfirmationKind = keyof typeof linkWorks;

/** What a workspace says about itself to clients, besides its name: how each part is labeled. */
export const detailLabels = {
  description: "Description",
  phoneNumber: "Phone number",
  websiteUrl: "Website",
  brokerage: "Brokerage",
  licenseNumber: "License number",
  privacyUrl: "Privacy page",
  termsUrl: "Terms page",
} as const;

export type DetailName = keyof typeof detailLabels;

/** In the order in which they are shown. */
export const detailNames: readonly DetailName[] = [
  "description",
  "phoneNumber",
  "websiteUrl",
  "brokerage",
  "licenseNumber",
  "privacyUrl",
  "termsUrl",
];

/** Each undefined where the service does not know it, null where the workspace has none. */
export type Details = Readonly<Partial<Record<DetailName, string | null | undefined>>>;

/** What the fields hold at first, without those that the service does not know. */
export function typedDetails(details: Details): Partial<Record<DetailName, string>> {
  return Object.fromEntries(
    detailNames.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name] ?? ""]])),
  );
}

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
