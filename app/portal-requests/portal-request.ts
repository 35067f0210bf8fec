import { href } from "react-router";
import * as z from "zod/mini";

/** What a client has sent in the portal that waits for the agent. */

const requestKinds = ["document", "deletion", "buyer_profile"] as const;

export const requestAttributes = {
  kind: z.enum(requestKinds),
  /** Of the person. */
  name: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  documentId: z.nullable(z.string()),
  documentLabel: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  insertedAt: z.string(),
};

export interface PortalRequest extends z.output<z.ZodMiniObject<typeof requestAttributes>> {
  readonly id: string;
}

/** What it is about, as in "Document: Pre-approval.pdf". */
export function titleOf({ kind, documentLabel }: PortalRequest): string {
  if (kind === "document") return `Document: ${documentLabel ?? ""}`;
  return kind === "deletion" ? "Asks to be deleted" : "Suggests a change of the buyer profile";
}

/** The page on which the agent settles it. */
export function reviewPath({ id, clientId }: PortalRequest): string {
  return href("/clients/:id/portal/requests/:requestId", { id: clientId, requestId: id });
}

/** What it is about: its document, or else its client. */
export function requestPath({ kind, clientId, documentId }: PortalRequest): string {
  if (kind === "document" && documentId !== null) return href("/documents/:documentId", { documentId });
  return href("/clients/:id", { id: clientId });
}
