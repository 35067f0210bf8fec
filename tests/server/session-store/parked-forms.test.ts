import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";
import { day, drawAgent, drawClaim, minute, openStore, visitor } from "./test-store.ts";

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test("a parked form is kept for thirty minutes, encrypted", async () => {
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

  test("a person's newest twenty forms are kept", async () => {
    const { parkedForms, pass } = openStore(database);
    const [personId, other] = [randomUUID(), randomUUID()];
    const theirs = await parkedForms.park({ personId: other, path: "/", fields: [] });
    const ids: string[] = [];
    for (let form = 0; form < 22; form += 1) {
      ids.push(await parkedForms.park({ personId, path: "/", fields: [] }));
      pass(1);
    }
    const found = await Promise.all([theirs, ...ids].map((id) => parkedForms.find(id)));
    expect(found.map((form) => form !== null)).toEqual([true, false, false, ...Array(20).fill(true)]);
  });

  test("a form's mark belongs to its person; an empty mark matches none", () => {
    const { parkedForms } = openStore(database);
    const mark = parkedForms.markOf("one");
    const tries = [
      ["one", mark],
      ["two", mark],
      ["one", ""],
      ["one", mark.slice(1)],
    ] as const;
    expect(tries.map(([person, tried]) => parkedForms.isMark(person, tried))).toEqual([true, false, false, false]);
  });

  test("a deleted form is gone", async () => {
    const { parkedForms } = openStore(database);
    const id = await parkedForms.park({ personId: "p", path: "/", fields: [] });
    await parkedForms.drop(id);
    expect(await parkedForms.find(id)).toBeNull();
  });

  test("sweeping deletes only what has expired", async () => {
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
