import { randomBytes, randomUUID } from "node:crypto";
import type { Session, SubmissionKey } from "#app/session/store.ts";
import type { Database } from "#server/database/database.ts";
import { createSessionStore } from "#server/session-store/session-store.ts";

export const day = 24 * 60 * 60_000;
export const minute = 60_000;

export const visitor: Session = {
  kind: "visitor",
  personId: null,
  workspaceId: null,
  clientId: null,
  token: null,
  visitorState: {},
};

export function drawAgent(): Session {
  return {
    kind: "agent",
    personId: randomUUID(),
    workspaceId: randomUUID(),
    clientId: null,
    token: `token-${randomUUID()}`,
    visitorState: {},
  };
}

export function drawClaim(digest = "what it says"): SubmissionKey {
  return { owner: `person ${randomUUID()}`, key: randomUUID(), digest };
}

/** A store with a clock of its own, which only the test moves. */
export function openStore(database: Database, secrets = [randomBytes(32).toString("hex")]) {
  let now = Date.now();
  const store = createSessionStore({ database, secrets, clock: () => new Date(now) });
  return {
    ...store,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    later: (milliseconds: number) => new Date(now + milliseconds),
  };
}
