import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, vi } from "vitest";
import { z } from "zod";
import { invite, newPortalClient } from "#tests/support/portal-service.ts";
import type { UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

/** Mails that go to an address in an hour, whoever asks for them. */
const share = 20;

const statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/** What asking for a link made the service do: its SQL in order, and its answer without the id. */
async function workOf(service: UpstreamService, email: string) {
  const sql = vi.spyOn(pg.Client.prototype, "query");
  const asked = { type: "portal_sign_in_link", attributes: { email } };
  const { status, record } = await service.send("POST", "/portal/sign_in_links", asked);
  const statements = sql.mock.calls.map(([first]) => statement.parse(first));
  sql.mockRestore();
  return { status, attributes: record.attributes, statements };
}

test("asking for a link costs and says the same for invited and unknown addresses", async ({ service, owner }) => {
  const { email } = await newPortalClient(service, owner);
  const pending = await owner.newClient();
  await invite(owner, pending.id);
  const known = await workOf(service, email);
  expect(known.statements.length).toBeGreaterThan(3);
  expect(await workOf(service, `${randomUUID().slice(0, 12)}@buyer.example`)).toEqual(known);
  expect(await workOf(service, String(pending.attributes.email))).toEqual(known);
});

test("strangers who ask as often as they may in an hour use up nobody's share in a browser that is known", async ({
  service,
  owner,
}) => {
  const { email, client } = await newPortalClient(service, owner);
  const mails = async () => {
    const { rows } = await service.database.pool.query("select from mail.outbox where recipient = $1", [email]);
    return rows.length;
  };
  const before = await mails();
  for (let asked = 0; asked < share + 2; asked += 1) await workOf(service, email);
  expect((await mails()) - before).toBe(share);
  const knownSessionId = (await client.get("/sessions/current")).record.id;
  const ask = (id: string) =>
    service.send("POST", "/portal/sign_in_links", {
      type: "portal_sign_in_link",
      attributes: { email, knownSessionId: id },
    });
  await ask(randomUUID());
  expect((await mails()) - before).toBe(share);
  await ask(knownSessionId);
  expect((await mails()) - before).toBe(share + 1);
});
