import { href } from "react-router";
import * as z from "zod/mini";

export const requestAttributes = {
  kind: z.enum(["message", "registration"]),
  state: z.enum(["waiting", "accepted", "dismissed"]),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Whether the address was a client's before. */
  isKnown: z.boolean(),
  /** Whether the sender has shown that the address is theirs. */
  isConfirmed: z.boolean(),
  insertedAt: z.string(),
  clientId: z.string(),
};

export interface ContactRequest extends z.output<z.ZodMiniObject<typeof requestAttributes>> {
  readonly id: string;
  readonly etag: string | null;
  readonly can: readonly string[] | null;
}

/** A request that came beyond the day's share, and waits to be looked through. */
export const heldAttributes = {
  kind: requestAttributes.kind,
  name: requestAttributes.name,
  email: requestAttributes.email,
  phoneNumber: requestAttributes.phoneNumber,
  message: requestAttributes.message,
  isConfirmed: requestAttributes.isConfirmed,
  insertedAt: requestAttributes.insertedAt,
};

export interface HeldRequest extends z.output<z.ZodMiniObject<typeof heldAttributes>> {
  readonly id: string;
  readonly can: readonly string[] | null;
}

export const heldPath = href("/clients/requests");

/** Where it came from, and how far its sender can be believed. */
export function originOf({ kind, isConfirmed }: Pick<ContactRequest, "kind" | "isConfirmed">): string {
  const origin = kind === "registration" ? "Registered on the public page" : "From the public form";
  return isConfirmed ? `${origin}, address confirmed` : `${origin}, sender not verified`;
}

/** Path of the page that asks whether to accept or to dismiss a request. */
export function requestPath(
  { id, clientId }: Pick<ContactRequest, "id" | "clientId">,
  what: "acceptance" | "dismissal",
) {
  const names = { id: clientId, contactRequestId: id };
  return what === "acceptance"
    ? href("/clients/:id/contact-requests/:contactRequestId/acceptance", names)
    : href("/clients/:id/contact-requests/:contactRequestId/dismissal", names);
}
