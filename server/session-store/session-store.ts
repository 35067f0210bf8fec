import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { translateRejections } from "#app/session/rejections.ts";
import { type SessionStore, SessionStoreUnavailable } from "#app/session/store.ts";
import { databaseFault, isUnreachable } from "../database/fault.ts";
import { createVault } from "../vault.ts";
import { createKeptDevices } from "./kept-devices.ts";
import { createParkedForms } from "./parked-forms.ts";
import { createKnownDevices, createSessions } from "./sessions.ts";
import { createSubmissions } from "./submissions.ts";

interface SessionStoreOptions {
  readonly database: { readonly orm: NodePgDatabase };
  /** The first encrypts, all decrypt; at least 32 characters. */
  readonly secrets: readonly string[];
  readonly clock?: () => Date;
}

/** Sessions, submissions and parked forms in Postgres schema `app`. */
export function createSessionStore({ database, secrets, clock = () => new Date() }: SessionStoreOptions): SessionStore {
  const { orm } = database;
  const vault = createVault(secrets);
  const sessions = createSessions({ orm, vault, clock });
  const submissions = createSubmissions({ orm, vault, clock });
  const parkedForms = createParkedForms({ orm, vault, clock });
  const keptDevices = createKeptDevices({ orm, vault, clock });
  return {
    sessions: translateRejections(sessions, sayUnreachable),
    submissions: translateRejections(submissions, sayUnreachable),
    parkedForms: translateRejections(parkedForms, sayUnreachable),
    knownDevices: createKnownDevices(vault),
    keptDevices: translateRejections(keptDevices, sayUnreachable),
    async sweep() {
      let gone = 0;
      for (const room of [sessions, submissions, parkedForms, keptDevices]) gone += await room.sweep();
      return gone;
    },
  };
}

function sayUnreachable(reason: unknown): unknown {
  const fault = databaseFault(reason);
  return fault !== null && isUnreachable(fault)
    ? new SessionStoreUnavailable("The database is out of reach", { cause: reason })
    : reason;
}
