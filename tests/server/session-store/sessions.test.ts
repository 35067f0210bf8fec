import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";
import { day, drawAgent, minute, openStore } from "./test-store.ts";

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test("a session is found by the id in the browser's cookie", async () => {
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

  test("token, state and id cannot be read in the database", async () => {
    const { sessions, later } = openStore(database);
    const agent = { ...drawAgent(), visitorState: { email: "maya@example.com" } };
    const id = await sessions.open(agent, later(day));
    const { rows } = await database.pool.query("SELECT * FROM app.sessions WHERE person_id = $1", [agent.personId]);
    const [row] = rows;
    const everything = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : String(value),
    );
    for (const secret of [agent.token ?? "", "maya@example.com", id])
      expect(everything.join("\n")).not.toContain(secret);
  });

  test("a sealed token copied into another row does not open", async () => {
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

  test("a session ends at its end, even when it is in use", async () => {
    const { sessions, later, pass } = openStore(database);
    const id = await sessions.open(drawAgent(), later(2 * day));
    pass(day);
    expect(await sessions.find(id)).not.toBeNull();
    pass(day);
    expect(await sessions.find(id)).toBeNull();
  });

  test("an unused session ends; use keeps it alive", async () => {
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

  test("use is recorded at most every five minutes", async () => {
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

  test("changes of a session are stored, and its times stay", async () => {
    const { sessions, later } = openStore(database);
    const agent = drawAgent();
    const id = await sessions.open(agent, later(day));
    const before = await sessions.find(id);
    await sessions.change(id, { ...agent, workspaceId: "another" });
    expect(await sessions.find(id)).toEqual({ ...before, workspaceId: "another" });
  });

  test("an ended session is gone at once; ending it again is a no-op", async () => {
    const { sessions, later } = openStore(database);
    const id = await sessions.open(drawAgent(), later(day));
    await sessions.end(id);
    await sessions.end(id);
    expect(await sessions.find(id)).toBeNull();
    await sessions.change(id, drawAgent());
    expect(await sessions.find(id)).toBeNull();
  });

  test("a session sealed with a removed secret is unknown", async () => {
    const [older, newer] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
    const before = openStore(database, [older]);
    const id = await before.sessions.open(drawAgent(), before.later(day));
    expect(await openStore(database, [newer, older]).sessions.find(id)).not.toBeNull();
    expect(await openStore(database, [newer]).sessions.find(id)).toBeNull();
  });

  test("a person's sessions are listed and ended by other ids than the cookies'", async () => {
    const { sessions, later, pass, sweep } = openStore(database);
    const agent = drawAgent();
    const owner = { kind: "agent", personId: agent.personId ?? "" } as const;
    const stranger = { ...owner, personId: drawAgent().personId ?? "" };
    const origin = { device: "Chrome on Windows", network: "203.0.113.x" };
    const first = await sessions.open(agent, later(9 * day), origin);
    pass(minute);
    const second = await sessions.open(agent, later(9 * day));
    await sessions.open({ ...agent, kind: "client" }, later(9 * day));
    const listed = await sessions.list(owner, second);
    expect(listed.map(({ device, network, isCurrent }) => [device, network, isCurrent])).toEqual([
      ["", "", true],
      ["Chrome on Windows", "203.0.113.x", false],
    ]);
    const id = listed[1]?.id ?? "";
    expect([await sessions.find(id), await sessions.endListed(stranger, id)]).toEqual([null, undefined]);
    expect(await sessions.endListed(owner, id)).toMatchObject({ token: agent.token });
    expect(await sessions.endListed(owner, id)).toBeNull();
    expect([await sessions.find(first), await sessions.endOthers(owner, second)]).toEqual([null, []]);
    const { rows } = await database.pool.query("SELECT 1 FROM app.sessions WHERE person_id = $1", [owner.personId]);
    expect(rows).toHaveLength(3);
    expect(await sessions.list(owner, null)).toHaveLength(1);
    pass(minute);
    await sweep();
    expect(await sessions.endListed(owner, id)).toBeUndefined();
    expect(await sessions.endOthers(owner, null)).toHaveLength(1);
    expect(await sessions.list(owner, null)).toEqual([]);
    const idle = await sessions.open(agent, later(9 * day));
    pass(3 * day + minute);
    expect([await sessions.find(idle), await sessions.list(owner, null)]).toEqual([null, []]);
  });
});
