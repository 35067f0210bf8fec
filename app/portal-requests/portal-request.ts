import { href } from "react-router";
import * as z from "zod/mini";
import { wishAttributes } from "../clients/buyer-profile.ts";

/** What a client has sent in the portal that waits for the agent. */

const requestKinds = ["document", "deletion", "buyer_profile"] as const;

const wishes = z.object(wishAttributes);

export const requestAttributes = {
  kind: z.enum(requestKinds),
  /** Of the person. */
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
