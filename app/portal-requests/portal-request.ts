import { href } from "react-router";
import * as z from "zod/mini";
import { type BuyerProfile, wishAttributes } from "../clients/buyer-profile.ts";
import { labelOf, textsOf } from "../clients/declared-fields.ts";
import { profileNames, wishFields, wishNames } from "../clients/profile-fields.ts";
import { spell } from "../json-api/spelling.ts";
import { clientPath, documentPath } from "../record-paths.ts";
import { choices } from "../ui/form-values.ts";

/** One of the fields that the client wants to be otherwise; texts are null where it doesn't matter. */
export interface SuggestedWish {
  /** As the service calls it; the notes get what the client says in their own words. */
  readonly field: string;
  readonly label: string;
  readonly now: string | null;
  readonly suggested: string | null;
  /** What the client saw, where the profile has been changed since. */
  readonly seen: { readonly text: string | null } | null;
}

/** What a client suggests beside what the profile holds now. @param profile null where the service keeps none */
export function suggestedWishes({ suggestion }: Pick<PortalRequest, "suggestion">, profile: BuyerProfile | null) {
  if (!suggestion) return [];
  const { remark } = suggestion;
  const [before, after] = [textsOf(wishFields, suggestion.before), textsOf(wishFields, suggestion.after)];
  const now = profile === null ? before : textsOf(wishFields, profile);
  const wishes = wishNames.flatMap((name): SuggestedWish[] => {
    if (before[name] === after[name]) return [];
    const seen = now[name] === before[name] ? null : { text: before[name] };
    const label = labelOf(wishFields[name]);
    return [{ field: spell(name, "snake"), label, now: now[name], suggested: after[name], seen }];
  });
  const said = { field: "notes", label: "Add to buyer notes", now: profile?.notes ?? null, seen: null };
  return remark === null ? wishes : [...wishes, { ...said, suggested: remark }];
}

export const acceptanceForm = z.object({
  fields: choices(profileNames.map((name) => spell(name, "snake"))).check(
    z.minLength(1, "Select what to accept, or dismiss the suggestion."),
  ),
  /** The versions of the suggestion and of the profile that the page shows. */
  request: z.string(),
  profile: z.string(),
});

const requestKinds = ["document", "deletion", "buyer_profile"] as const;

const wishes = z.object(wishAttributes);

export const requestAttributes = {
  kind: z.enum(requestKinds),
  name: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  documentId: z.nullable(z.string()),
  documentLabel: z.nullable(z.string()),
  /** Of a buyer profile: what the client saw, what they want, and what they say in their own words. */
  suggestion: z.nullish(z.object({ before: wishes, after: wishes, remark: z.nullable(z.string()) })),
  settledAt: z.nullable(z.string()),
  insertedAt: z.string(),
};

export interface PortalRequest extends z.output<z.ZodMiniObject<typeof requestAttributes>> {
  readonly id: string;
}

/** What it is about, as in "Document: Pre-approval.pdf". */
export function titleOf({ kind, documentLabel }: Pick<PortalRequest, "kind" | "documentLabel">): string {
  if (kind === "document") return `Document: ${documentLabel ?? ""}`;
  return kind === "deletion" ? "Asks to be deleted" : "Suggests a change of the buyer profile";
}

/** The page on which it is settled: a suggestion is accepted there, or dismissed, and whoever asks for it is deleted. */
export function reviewPath(request: Pick<PortalRequest, "id" | "clientId" | "kind">): string {
  const { id, clientId, kind } = request;
  if (kind === "document") return settlementPath(request);
  if (kind === "deletion")
    return href("/clients/:id/portal/requests/:requestId/deletion", { id: clientId, requestId: id });
  return href("/clients/:id/portal/requests/:requestId/acceptance", { id: clientId, requestId: id });
}

/** The page that asks before a request is marked as done, or a suggestion is dismissed. */
export function settlementPath({ id, clientId }: Pick<PortalRequest, "id" | "clientId">): string {
  return href("/clients/:id/portal/requests/:requestId", { id: clientId, requestId: id });
}

/** What it is about: its document, or else its client. */
export function requestPath({
  kind,
  clientId,
  documentId,
}: Pick<PortalRequest, "kind" | "clientId" | "documentId">): string {
  if (kind === "document" && documentId !== null) return documentPath(documentId);
  return clientPath(clientId);
}
