import * as z from "zod/mini";
import { many, one, resource } from "#app/json-api/resource.ts";

// A resource with something of everything, for the tests of this folder.

const buyerProfile = resource("buyer_profile", {
  budget: z.nullable(z.object({ amount: z.string(), currencyCode: z.string() })),
  minBeds: z.nullable(z.number()),
  preferredAreas: z._default(z.array(z.string()), []),
});

const person = resource("client_person", { name: z.string() });

export const client = resource(
  "client",
  {
    name: z.string(),
    phoneNumber: z.nullable(z.string()),
    nickName: z.optional(z.string()),
    metadata: z.nullable(z.record(z.string(), z.unknown())),
  },
  { buyerProfile: one(buyerProfile), people: many(person) },
);

/** A client on the wire. */
export function clientRow(id: string, attributes: object = {}, more: object = {}) {
  return { type: "client", id, attributes: { name: "Maya", phone_number: null, ...attributes }, ...more };
}
