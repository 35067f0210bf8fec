import { bigint, customType, integer, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull();
const app = pgSchema("app");

export const sessions = app.table("sessions", {
  idHash: bytea("id_hash").primaryKey(),
  kind: text("kind", { enum: ["agent", "client", "visitor"] }).notNull(),
  publicId: uuid("public_id").notNull().defaultRandom(),
  personId: text("person_id"),
  workspaceId: text("workspace_id"),
  clientId: text("client_id"),
  device: text("device").notNull().default(""),
  network: text("network").notNull().default(""),
  sealed: bytea("sealed").notNull(),
  startedAt: moment("started_at"),
  usedAt: moment("used_at"),
  endsAt: moment("ends_at"),
});

export const submissions = app.table("submissions", {
  owner: text("owner").notNull(),
  key: uuid("key").notNull(),
  digest: text("digest").notNull(),
  lease: uuid("lease").notNull(),
  leasedUntil: moment("leased_until"),
  tries: integer("tries").notNull().default(1),
  outcome: jsonb("outcome"),
  ticket: bytea("ticket"),
  ticketEndsAt: timestamp("ticket_ends_at", { withTimezone: true }),
  claimedAt: moment("claimed_at"),
  number: bigint("number", { mode: "number" }).generatedAlwaysAsIdentity(),
  record: text("record"),
  change: uuid("change"),
});

export const parkedForms = app.table("parked_forms", {
  idHash: bytea("id_hash").primaryKey(),
  personId: text("person_id").notNull(),
  sealed: bytea("sealed").notNull(),
  endsAt: moment("ends_at"),
});

export const keptDevices = app.table("kept_devices", {
  id: uuid("id").primaryKey().defaultRandom(),
  personId: text("person_id").notNull(),
  name: text("name").notNull(),
  publicKey: text("public_key").notNull(),
  sealedKey: bytea("sealed_key").notNull(),
  keptAt: moment("kept_at"),
  contactAt: moment("contact_at"),
});
