/** The table of accounts that an OpenID provider signs in to; migration 63-openid makes it. */
import { text, timestamp, uuid } from "drizzle-orm/pg-core";
import { upstream } from "../engine/columns.ts";

export const openIdIdentities = upstream.table("openid_identities", {
  accountId: uuid("account_id").primaryKey(),
  /** Null: it was unlinked. */
  issuer: text(),
  subject: text(),
  email: text(),
  linkedAt: timestamp("linked_at", { withTimezone: true, mode: "date" }),
});
