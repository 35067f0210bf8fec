/** The tables of the second step as queries see them; migration 55-second-step makes them. */
import { bigint, integer, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytes, upstream } from "../engine/columns.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const period = (name: string) => bigint(name, { mode: "number" });

export const secondSteps = upstream.table("second_steps", {
  accountId: uuid("account_id").primaryKey(),
  sealedSecret: bytes("sealed_secret").notNull(),
  lastPeriod: period("last_period").notNull(),
  refusedPeriod: period("refused_period"),
  tries: integer().notNull().default(0),
  triesSince: moment("tries_since").notNull(),
  enabledAt: moment("enabled_at").notNull(),
});

export const recoveryCodes = upstream.table("recovery_codes", {
  codeHash: bytes("code_hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  usedAt: moment("used_at"),
});

export const trustedBrowsers = upstream.table("trusted_browsers", {
  tokenHash: bytes("token_hash").primaryKey(),
  accountId: uuid("account_id").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

export const secondStepSetups = upstream.table("second_step_setups", {
  sessionId: uuid("session_id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  sealedSecret: bytes("sealed_secret"),
  sealedCodes: bytes("sealed_codes"),
  expiresAt: moment("expires_at").notNull(),
});

export const waitingSignIns = upstream.table("waiting_sign_ins", {
  id: uuid().primaryKey().defaultRandom(),
  accountId: uuid("account_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  expiresAt: moment("expires_at").notNull(),
});
