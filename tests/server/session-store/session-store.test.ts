import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Claim, Session } from "#app/session/store.ts";
import type { Database } from "#server/database/database.ts";
import { createSessionStore } from "#server/session-store/session-store.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";

const day = 24 * 60 * 60_000;
const minute = 60_000;

const visitor: Session = { kind: "visitor", personId: null, workspaceId: null, token: null, notes: {} };

function drawAgent(): Session {
  return {
    kind: "agent",
    personId: randomUUID(),
    workspaceId: randomUUID(),
    token: `token-${randomUUID()}`,
    notes: {},
  };
}

function drawClaim(digest = "what it says"): Claim {
  return { owner: `person ${randomUUID()}`, key: randomUUID(), digest };
}

/** A store with a clock of its own, which only the test moves. */
function openStore(database: Database, secrets = [randomBytes(32).toString("hex")]) {
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

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test("a session is found under the id that only the browser has", async () => {
    const { sessions, later } = openStore(database);
    const agent = drawAgent();
    const id = await sessions.open(agent, later(day));
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(await sessions.find(id)).toMatchObject(agent);
    expect(await sessions.find(`${id.slice(0, -1)}!`)).toBeNull();
    const { rows } = await database.pool.query("SELECT id_hash FROM app.sessions WHERE person_id = $1", [
      agent.personId,
    ]);
    expect(rows).toEqual([{ id_hash: createHash("sha256").update(id).digest() }]);
  });

  test("neither the token nor the notes nor the id can be read in the database", async () => {
    const { sessions, later } = openStore(database);
    const agent = { ...drawAgent(), notes: { email: "maya@example.com" } };
    const id = await sessions.open(agent, later(day));
    const { rows } = await database.pool.query("SELECT * FROM app.sessions WHERE person_id = $1", [agent.personId]);
    const [row] = rows;
    const everything = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : String(value),
    );
    for (const secret of [agent.token ?? "", "maya@example.com", id])
      expect(everything.join("\n")).not.toContain(secret);
  });

  test("a token copied into another session's row does not open there", async () => {
    const { sessions, later } = openStore(database);
    const [thief, owner] = [drawAgent(), drawAgent()];
    const id = await sessions.open(thief, later(day));
    await sessions.open(owner, later(day));
    await database.pool.query(
      "UPDATE app.sessions SET sealed = (SELECT sealed FROM app.sessions WHERE person_id = $1) WHERE person_id = $2",
      [owner.personId, thief.personId],
    );
    expect(await sessions.find(id)).toBeNull();
  });

  test("a session ends at its end, however much it is used", async () => {
    const { sessions, later, pass } = openStore(database);
    const id = await sessions.open(drawAgent(), later(2 * day));
    pass(day);
    expect(await sessions.find(id)).not.toBeNull();
    pass(day);
    expect(await sessions.find(id)).toBeNull();
  });

  test("a session ends when it is not used, and use keeps it", async () => {
    const { sessions, later, pass } = openStore(database);
    const [used, unused] = [
      await sessions.open(drawAgent(), later(30 * day)),
      await sessions.open(drawAgent(), later(30 * day)),
    ];
    pass(2 * day);
    expect(await sessions.find(used)).not.toBeNull();
    pass(2 * day);
    expect(await sessions.find(used)).not.toBeNull();
    expect(await sessions.find(unused)).toBeNull();
  });

  test("use is noted at most once in five minutes", async () => {
    const { sessions, later, pass } = openStore(database);
    const agent = drawAgent();
    const id = await sessions.open(agent, later(day));
    const version = async () => {
      const { rows } = await database.pool.query("SELECT xmin::text FROM app.sessions WHERE person_id = $1", [
        agent.personId,
      ]);
      return rows[0].xmin;
    };
    const first = await version();
    pass(4 * minute);
    await sessions.find(id);
    expect(await version()).toBe(first);
    pass(2 * minute);
    await sessions.find(id);
    expect(await version()).not.toBe(first);
  });

  test("what changes in a session is kept, and its times stay", async () => {
    const { sessions, later } = openStore(database);
    const agent = drawAgent();
    const id = await sessions.open(agent, later(day));
    const before = await sessions.find(id);
    await sessions.change(id, { ...agent, workspaceId: "another" });
    expect(await sessions.find(id)).toEqual({ ...before, workspaceId: "another" });
  });

  test("an ended session is gone at once, and ending it again is no error", async () => {
    const { sessions, later } = openStore(database);
    const id = await sessions.open(drawAgent(), later(day));
    await sessions.end(id);
    await sessions.end(id);
    expect(await sessions.find(id)).toBeNull();
    await sessions.change(id, drawAgent());
    expect(await sessions.find(id)).toBeNull();
  });

  test("a session sealed with a secret that was taken away is unknown", async () => {
    const [older, newer] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
    const before = openStore(database, [older]);
    const id = await before.sessions.open(drawAgent(), before.later(day));
    expect(await openStore(database, [newer, older]).sessions.find(id)).not.toBeNull();
    expect(await openStore(database, [newer]).sessions.find(id)).toBeNull();
  });

  test("of twenty parallel claims one is granted, and all are led where it led", async () => {
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

  test("a key belongs to its owner alone", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    await submissions.claim(claim);
    expect(await submissions.claim({ ...claim, owner: "somebody else" })).toMatchObject({ state: "claimed" });
  });

  test("other content with the same key is told apart, while it runs and when it is done", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    const answer = await submissions.claim(claim);
    if (answer.state !== "claimed") throw new Error("not claimed");
    const edited = { ...claim, digest: "something else" };
    expect(await submissions.claim(edited)).toEqual({ state: "other", to: null });
    await submissions.finish(claim, answer.lease, { location: "/clients/1" });
    expect(await submissions.claim(edited)).toEqual({ state: "other", to: { location: "/clients/1" } });
  });

  test("what a form said cannot be guessed from the table", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim("digest of a password");
    await submissions.claim(claim);
    const { rows } = await database.pool.query("SELECT * FROM app.submissions WHERE key = $1", [claim.key]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("digest of a password");
  });

  test("a released key is free for any content", async () => {
    const { submissions } = openStore(database);
    const claim = drawClaim();
    const answer = await submissions.claim(claim);
    if (answer.state !== "claimed") throw new Error("not claimed");
    await submissions.release(claim, answer.lease);
    expect(await submissions.claim({ ...claim, digest: "other" })).toMatchObject({ state: "claimed", retry: false });
  });

  test("the claim of a process that died is taken over once its lease has ended, and says so", async () => {
    const { submissions, pass } = openStore(database);
    const claim = drawClaim();
    const first = await submissions.claim(claim);
    if (first.state !== "claimed") throw new Error("not claimed");
    pass(9_000);
    expect(await submissions.claim(claim)).toEqual({ state: "running" });
    pass(2_000);
    const second = await submissions.claim(claim);
    expect(second).toMatchObject({ state: "claimed", retry: true });
    expect(await submissions.renew(claim, first.lease)).toBe(false);
    // The one who was taken for dead may not free or finish what is no longer theirs.
    await submissions.release(claim, first.lease);
    await submissions.finish(claim, first.lease, { location: "/wrong" });
    expect(await submissions.claim(claim)).toEqual({ state: "running" });
  });

  test("a renewed lease lasts, an abandoned one ends at once", async () => {
    const { submissions, pass } = openStore(database);
    const claim = drawClaim();
    const first = await submissions.claim(claim);
    if (first.state !== "claimed") throw new Error("not claimed");
    pass(9_000);
    expect(await submissions.renew(claim, first.lease)).toBe(true);
    pass(9_000);
    expect(await submissions.claim(claim)).toEqual({ state: "running" });
    await submissions.abandon(claim, first.lease);
    expect(await submissions.claim(claim)).toMatchObject({ state: "claimed", retry: true });
  });

  test("the session that a form opened is given out again for two minutes, and cannot be read in the table", async () => {
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

  test("a parked form comes back for thirty minutes, and cannot be read in the table", async () => {
    const { parkedForms, pass } = openStore(database);
    const form = { personId: randomUUID(), path: "/clients/new?x=1", fields: [["name", "Maya ☂"]] as const };
    const id = await parkedForms.park(form);
    const { rows } = await database.pool.query("SELECT * FROM app.parked_forms WHERE person_id = $1", [form.personId]);
    expect(rows[0].sealed.toString("latin1")).not.toContain("Maya");
    expect(await parkedForms.find(id)).toEqual(form);
    expect(await parkedForms.find(`${id}x`)).toBeNull();
    pass(31 * minute);
    expect(await parkedForms.find(id)).toBeNull();
  });

  test("a dropped form is gone", async () => {
    const { parkedForms } = openStore(database);
    const id = await parkedForms.park({ personId: "p", path: "/", fields: [] });
    await parkedForms.drop(id);
    expect(await parkedForms.find(id)).toBeNull();
  });

  test("sweeping removes what is past its time, and nothing else", async () => {
    const store = openStore(database);
    const { sessions, submissions, parkedForms, pass, later } = store;
    const [ended, idle, alive] = [
      await sessions.open(visitor, later(minute)),
      await sessions.open(visitor, later(30 * day)),
      await sessions.open(drawAgent(), later(30 * day)),
    ];
    await submissions.claim(drawClaim());
    const parked = await parkedForms.park({ personId: "p", path: "/", fields: [] });
    pass(3 * 60 * minute);
    const young = drawClaim();
    await submissions.claim(young);
    expect(await store.sweep()).toBeGreaterThanOrEqual(3);
    const held = async (id: string) => {
      const hash = createHash("sha256").update(id).digest();
      const found = await database.pool.query(
        "SELECT 1 FROM app.sessions WHERE id_hash = $1 UNION ALL SELECT 1 FROM app.parked_forms WHERE id_hash = $1",
        [hash],
      );
      return found.rowCount === 1;
    };
    expect([await held(ended), await held(idle), await held(alive), await held(parked)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    pass(2 * day + 1);
    await sessions.find(alive);
    await store.sweep();
    const { rowCount } = await database.pool.query("SELECT 1 FROM app.submissions WHERE key = $1", [young.key]);
    expect(rowCount).toBe(0);
    expect(await held(alive)).toBe(true);
  });
});
