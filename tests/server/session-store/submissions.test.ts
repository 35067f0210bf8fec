import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { openOrm } from "#server/database/orm.ts";
import { RetryingPool } from "#server/database/retrying-pool.ts";
import { openDatabaseLine } from "#tests/support/database-line.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";
import { drawClaim, minute, openStore } from "./test-store.ts";

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test("of twenty parallel claims one is granted, and all get its outcome", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submissions.claim(claim)));
    const granted = answers.flatMap((answer) => (answer.state === "claimed" ? [answer] : []));
    expect(granted).toHaveLength(1);
    expect(answers.filter((answer) => answer.state === "running")).toHaveLength(19);
    const to = { location: "/clients", toast: "Made." };
    await submissions.finish(claim, granted[0]?.lease ?? "", to);
    expect(await submissions.claim(claim)).toEqual({ state: "done", to, sessionId: null });
  });

  test.each(["before", "after"] as const)(
    "a connection lost %s the database has done it changes nothing",
    async (moment) => {
      const line = await openDatabaseLine(database.connectionString);
      const pool = new RetryingPool({ connectionString: line.connectionString });
      pool.on("connect", (client) => void client.on("error", () => {}));
      pool.on("error", () => {});
      pool.on("remove", () => line.breakAt(null));
      onTestFinished(async () => {
        await pool.end();
        await line.close();
      });
      const { submissions } = openStore({ ...database, pool, orm: openOrm(pool) });
      const claim = drawClaim();
      line.breakAt("submissions", moment);
      const answer = await submissions.claim(claim);
      if (answer.state !== "claimed") throw new Error("not claimed");
      expect(answer.sentBefore).toBeNull();
      expect(await submissions.claim(claim)).toEqual({ state: "running" });
      line.breakAt("submissions", moment);
      await submissions.finish(claim, answer.lease, { location: "/clients" });
      expect(await submissions.claim(claim)).toMatchObject({ state: "done", to: { location: "/clients" } });
    },
  );

  test("a key belongs to its owner only", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    await submissions.claim(claim);
    expect(await submissions.claim({ ...claim, owner: "somebody else" })).toMatchObject({ state: "claimed" });
  });

  test("the same key with other content is refused, before and after it is done", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    const answer = await submissions.claim(claim);
    if (answer.state !== "claimed") throw new Error("not claimed");
    const edited = { ...claim, digest: "something else" };
    expect(await submissions.claim(edited)).toEqual({ state: "other", to: null });
    await submissions.finish(claim, answer.lease, { location: "/clients/1" });
    expect(await submissions.claim(edited)).toEqual({ state: "other", to: { location: "/clients/1" } });
  });

  test("a form's content cannot be guessed from the table", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim("digest of a password");
    await submissions.claim(claim);
    const { rows } = await database.pool.query("SELECT * FROM app.submissions WHERE key = $1", [claim.key]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("digest of a password");
  });

  test("a form is recognized while secrets are rotated", async () => {
    const [old, fresh] = ["o".repeat(32), "n".repeat(32)];
    const before = openStore(database, [old]);
    const rolling = openStore(database, [old, fresh]);
    const after = openStore(database, [fresh, old]);
    for (const [first, then] of [
      [before, after],
      [after, rolling],
    ] as const) {
      const claim = drawClaim();
      const answer = await first.submissions.claim(claim);
      if (answer.state !== "claimed") throw new Error("not claimed");
      expect(await then.submissions.claim(claim)).toEqual({ state: "running" });
      expect(await then.submissions.claim({ ...claim, digest: "other" })).toEqual({ state: "other", to: null });
      await first.submissions.abandon(claim, answer.lease);
      then.pass(minute);
      const again = await then.submissions.claim(claim);
      expect(again).toMatchObject({ state: "claimed", sentBefore: expect.any(Date) });
      await then.submissions.finish(claim, again.state === "claimed" ? again.lease : "", { location: "/clients/1" });
      expect(await rolling.submissions.find(claim)).toEqual({ location: "/clients/1" });
    }
  });

  test("where a form led is stored encrypted, since it may name people; what earlier versions left is read", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    const answer = await submissions.claim(claim);
    if (answer.state !== "claimed") throw new Error("not claimed");
    const to = { location: "/clients/1", toast: "Invitation sent to nora@buyer.example.", open: "/clients/1" };
    await submissions.finish(claim, answer.lease, to);
    const { rows } = await database.pool.query("SELECT outcome::text FROM app.submissions WHERE key = $1", [claim.key]);
    expect(JSON.stringify(rows)).not.toMatch(/nora|clients/);
    expect(await submissions.find(claim)).toEqual(to);
    await database.pool.query("UPDATE app.submissions SET outcome = $2 WHERE key = $1", [claim.key, to]);
    expect(await submissions.find(claim)).toEqual(to);
  });

  test("a released key is free for any content", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    const answer = await submissions.claim(claim);
    if (answer.state !== "claimed") throw new Error("not claimed");
    await submissions.release(claim, answer.lease);
    expect(await submissions.claim({ ...claim, digest: "other" })).toMatchObject({
      state: "claimed",
      sentBefore: null,
    });
  });

  test("an expired lease is taken over, and the claim says so", async () => {
    const { submissions, pass } = openStore(database);
    const claim = drawClaim();
    const first = await submissions.claim(claim);
    if (first.state !== "claimed") throw new Error("not claimed");
    pass(9_000);
    expect(await submissions.claim(claim)).toEqual({ state: "running" });
    pass(2_000);
    const second = await submissions.claim(claim);
    expect(second).toMatchObject({ state: "claimed", sentBefore: expect.any(Date) });
    expect(await submissions.renew(claim, first.lease)).toBe(false);
    // The one who was taken for dead may not free or finish what is no longer theirs.
    await submissions.release(claim, first.lease);
    await submissions.finish(claim, first.lease, { location: "/wrong" });
    expect(await submissions.claim(claim)).toEqual({ state: "running" });
  });

  test("a renewed lease lasts; an abandoned one ends at once", async () => {
    const { submissions, pass } = openStore(database);
    const claim = drawClaim();
    const first = await submissions.claim(claim);
    if (first.state !== "claimed") throw new Error("not claimed");
    pass(9_000);
    expect(await submissions.renew(claim, first.lease)).toBe(true);
    pass(9_000);
    expect(await submissions.claim(claim)).toEqual({ state: "running" });
    await submissions.abandon(claim, first.lease);
    expect(await submissions.claim(claim)).toMatchObject({ state: "claimed", sentBefore: expect.any(Date) });
  });

  test("the session that a form opened is given out again for two minutes and is stored encrypted", async () => {
    const { submissions, pass } = openStore(database);
    const claim = drawClaim();
    const first = await submissions.claim(claim);
    if (first.state !== "claimed") throw new Error("not claimed");
    await submissions.finish(claim, first.lease, { location: "/dashboard" }, "the id of a session");
    const { rows } = await database.pool.query("SELECT ticket FROM app.submissions WHERE key = $1", [claim.key]);
    expect(rows[0].ticket.toString("latin1")).not.toContain("the id of a session");
    pass(minute);
    expect(await submissions.claim(claim)).toMatchObject({ state: "done", sessionId: "the id of a session" });
    pass(2 * minute);
    expect(await submissions.claim(claim)).toMatchObject({ state: "done", sessionId: null });
  });
});
