import { expect } from "vitest";
import { moveReservedHandles } from "#server/upstream/identity/moved-handles.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { goodPassword, type IdentityService, mailedToken, newRegistration } from "#tests/support/identity-service.ts";
import { publicOrigin } from "#tests/support/upstream-assembly.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({ open: openOwnDatabase });

const move = ({ database, mailer }: IdentityService) =>
  moveReservedHandles({ database: database.orm, mailer, publicOrigin, now: new Date() });

/** As a database of an earlier release has it. */
async function rename({ database: { pool } }: IdentityService, handle: string, word: string): Promise<void> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE upstream.handles SET handle = $2 WHERE handle = $1", [handle, word]);
  await client.query("UPDATE upstream.workspaces SET handle = $2 WHERE handle = $1", [handle, word]);
  await client.query("UPDATE upstream.registrations SET workspace_handle = $2 WHERE workspace_handle = $1", [
    handle,
    word,
  ]);
  await client.query("COMMIT");
  client.release();
}

test("a workspace whose handle became a reserved word gets the next free number, once, and its owner is told", async ({
  service,
}) => {
  const taken = await service.newOwner();
  await rename(service, taken.handle, "waiting-2");
  const { email, handle, token } = await service.newOwner();
  await rename(service, handle, "waiting");

  // Two servers that start together.
  await Promise.all([move(service), move(service)]);
  expect(await move(service)).toBe(0);

  const moved = await service.get("/workspaces/handle/waiting-3", { token });
  expect(moved.record.attributes).toMatchObject({ handle: "waiting-3" });
  const mails = (await service.mailer.recent(100)).filter(({ to }) => to === email);
  const [letter, ...others] = mails.filter(({ subject }) => subject === "Harbour Homes has a new address");
  expect(others).toEqual([]);
  expect(letter?.text).toContain(`${publicOrigin}/waiting-3`);
  const { rows } = await service.database.pool.query(
    "SELECT kind, subject_name, mailed_at IS NOT NULL AS is_mailed FROM upstream.notifications",
  );
  expect(rows).toEqual([{ kind: "address_changed", subject_name: "waiting-3", is_mailed: true }]);

  // The old address leads there for good: nobody else can ever have it.
  service.pass(400 * 86_400_000);
  const { rows: old } = await service.database.pool.query(
    "SELECT extract(year FROM held_until)::int AS year FROM upstream.handles WHERE handle = 'waiting'",
  );
  expect(old).toEqual([{ year: 9999 }]);
});

test("a waiting registration with such a handle is completed with the next one", async ({ service }) => {
  const { email, handle, attributes } = newRegistration();
  await service.post("/registrations", attributes);
  await rename(service, handle, "kept");
  expect(await move(service)).toBe(1);
  expect(await move(service)).toBe(0);
  const token = await mailedToken(service, email);
  const verified = await service.post("/verifications", { token, password: goodPassword });
  const current = await service.get("/sessions/current", { token: String(verified.record.attributes.token) });
  expect(current.record.attributes).toMatchObject({ workspaces: [{ handle: "kept-2" }] });
});

test("workspaces with other handles stay as they are", async ({ service }) => {
  const { handle, token } = await service.newOwner();
  expect(await move(service)).toBe(0);
  expect((await service.get(`/workspaces/handle/${handle}`, { token })).record.attributes).toMatchObject({ handle });
});
