import { expect } from "vitest";
import { sweepIdentity } from "#server/upstream/identity/sweep.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { type IdentityService, mailedToken, newRegistration } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({ open: openOwnDatabase });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

async function count(service: IdentityService, table: string): Promise<number> {
  const { rows } = await service.database.pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${table}`);
  return rows[0]?.total ?? -1;
}

test("only ended rows are removed, those in use still work", async ({ service }) => {
  const { token, handle } = await service.newOwner();
  const { record } = await service.get(`/workspaces/handle/${handle}`, { token });
  await service.send("PATCH", `/workspaces/${record.id}`, { handle: newRegistration().handle }, { token });
  const pending = newRegistration();
  await service.post("/registrations", pending.attributes);
  const tables = ["upstream.sessions", "upstream.mailed_links", "upstream.registrations", "upstream.handles"];
  const counts = () => Promise.all(tables.map((table) => count(service, table)));

  const before = await counts();
  expect(await sweepIdentity(service.database.orm, inDays(1))).toBe(0);
  expect(await counts()).toEqual(before);
  expect((await service.get(`/workspaces/handle/${handle}`, { token })).status).toBe(200);

  // The owner's own link and the pending one, with its handle, end after 7 days, the session after 30, the former handle after 90.
  expect(await sweepIdentity(service.database.orm, inDays(9))).toBe(3);
  expect(await counts()).toEqual([1, 0, 0, 2]);
  await sweepIdentity(service.database.orm, inDays(100));
  expect(await counts()).toEqual([0, 0, 0, 1]);
  await expect(mailedToken(service, pending.email)).resolves.toHaveLength(43);
});
