import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { SessionStoreUnavailable } from "#app/session/store.ts";
import { openOrm } from "#server/database/orm.ts";
import { createSessionStore } from "#server/session-store/session-store.ts";

test("every part of the session store says when the database is unreachable", async () => {
  // Nothing listens on the first port.
  const pool = new pg.Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/nothing" });
  onTestFinished(() => pool.end());
  const { sessions, submissions, parkedForms } = createSessionStore({
    database: { orm: openOrm(pool) },
    secrets: ["a secret of at least thirty-two letters"],
  });
  await expect(sessions.find("an id")).rejects.toBeInstanceOf(SessionStoreUnavailable);
  await expect(submissions.claim({ owner: "o", key: "k", digest: "d" })).rejects.toBeInstanceOf(
    SessionStoreUnavailable,
  );
  await expect(parkedForms.find("an id")).rejects.toBeInstanceOf(SessionStoreUnavailable);
  expect(parkedForms.markOf("somebody")).not.toBe("");
});
