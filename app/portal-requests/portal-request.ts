import { href } from "react-router";
import * as z from "zod/mini";
import { type BuyerProfile, wishAttributes, wishTexts } from "../clients/buyer-profile.ts";
import { wishLabels } from "../clients/buyer-profile-fieldset.tsx";
import { choices } from "../ui/form-values.ts";

/** As the service calls them; the notes get what the client says in their own words. */
const fields = [
  "budget",
  "min_beds",
  "min_baths",
  "min_lot_size",
  "min_garages",
  "preferred_areas",
  "property_types",
  "notes",
] as const;
type Field = (typeof fields)[number];

const wishOf = {
  budget: "budget",
  min_beds: "minBeds",
  min_baths: "minBaths",
  min_lot_size: "minLotSize",
  min_garages: "minGarages",
  preferred_areas: "preferredAreas",
  property_types: "propertyTypes",
} as const satisfies Partial<Record<Field, string>>;
type WishField = keyof typeof wishOf;

const isWish = (field: Field): field is WishField => field !== "notes";

/** One of the fields that the client wants to be otherwise; texts are null where it doesn't matter. */
export interface SuggestedWish {
  readonly field: Field;
  readonly label: string;
  readonly now: string | null;
  readonly suggested: string | null;
  /** What the client saw, where the profile has been changed since. */
  readonly seen: { readonly text: string | null } | null;
}

/** What a client suggests beside what the profile holds now. @param profile null where the service keeps none */
export function suggestedWishes({ suggestion }: Pick<PortalRequest, "suggestion">, profile: BuyerProfile | null) {
  if (!suggestion) return [];
  const [before, after] = [wishTexts(suggestion.before), wishTexts(suggestion.after)];
  const now = profile === null ? before : wishTexts(profile);
  return fields.flatMap((field): SuggestedWish[] => {
    if (!isWish(field)) {
      if (suggestion.remark === null) return [];
      return [
        { field, label: "Add to buyer notes", now: profile?.notes ?? null, suggested: suggestion.remark, seen: null },
      ];
    }
    const wish = wishOf[field];
    if (before[wish] === after[wish]) return [];
    const seen = now[wish] === before[wish] ? null : { text: before[wish] };
    const label = wish === "budget" ? "Budget" : wishLabels[wish];
    return [{ field, label, now: now[wish], suggested: after[wish], seen }];
  });
}

export const acceptanceForm = z.object({
  fields: choices(fields).check(z.minLength(1, "Select what to accept, or dismiss the suggestion.")),
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
  if (kind === "document" && documentId !== null) return href("/documents/:documentId", { documentId });
  return href("/clients/:id", { id: clientId });
}
