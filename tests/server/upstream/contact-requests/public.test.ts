import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, vi } from "vitest";
import { z } from "zod";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const someAddress = () => `${randomUUID().slice(0, 12)}@stranger.example`;

async function handleOf(owner: TestPerson): Promise<string> {
  return String((await owner.get(`/workspaces/${owner.workspaceId}`)).record.attributes.handle);
}

function send(service: UpstreamService, handle: string, further: object = {}) {
  const typed = { name: "Nora Lind", email: someAddress(), message: "Call me." };
  const attributes = { id: randomUUID(), handle, kind: "message", ...typed, ...further };
  return service.send("POST", "/portal/contact_requests", { type: "contact_request", attributes });
}

/** What a message made the service do before it answered: its SQL in order, and its answer without the id. */
async function workOf(service: UpstreamService, handle: string, email: string) {
  const sql = vi.spyOn(pg.Client.prototype, "query");
  const { status, record } = await send(service, handle, { email });
  const all = sql.mock.calls.map(([first]) => statement.parse(first));
  sql.mockRestore();
  // What the job does is done beside it, at any time.
  const own = all.filter((text) => /insert into "upstream"."contact_requests"|"upstream"."clients"/.test(text));
  return { status, attributes: record.attributes, own };
}

test("a message costs and says the same with a client's address and with a stranger's", async ({ service, owner }) => {
  const handle = await handleOf(owner);
  const { attributes } = await owner.newClient();
  const known = await workOf(service, handle, String(attributes.email));
  expect([known.status, known.own.length]).toEqual([201, 1]);
  expect(await workOf(service, handle, someAddress())).toEqual(known);
});

test("sixty at once are all taken, and past two hundred in a day none", async ({ service, owner }) => {
  const handle = await handleOf(owner);
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(service, handle)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  await service.database.pool.query(
    `insert into upstream.contact_requests (id, workspace_id, kind, name, email, email_key, message)
      select gen_random_uuid(), $1, 'message', 'Bot', 'bot@x.example', 'bot@x.example', 'x' from generate_series(1, 140)`,
    [owner.workspaceId],
  );
  const full = await send(service, handle);
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, "3600"]);
});

test.for<[string, object, number]>([
  ["a workspace that does not exist", { handle: "nobody-is-here" }, 404],
  ["an address that is none", { email: "nora" }, 400],
  ["a message of 4,001 characters", { message: "a".repeat(4001) }, 400],
  ["no message", { message: " " }, 400],
  ["another kind", { kind: "call" }, 400],
])("%s is refused", async ([, further, status], { service, owner }) => {
  expect((await send(service, await handleOf(owner), further)).status).toBe(status);
});

test("an address gets five mails to confirm registrations in a day, and the answer stays the same", async ({
  service,
  owner,
}) => {
  const handle = await handleOf(owner);
  const email = someAddress();
  for (let turn = 0; turn < 7; turn += 1) {
    const { status } = await send(service, handle, { kind: "registration", message: "", email });
    expect(status).toBe(201);
  }
  const { rows } = await service.database.pool.query(
    "select state <> 'withheld' as goes, count(*)::integer as mails from mail.outbox where recipient = $1 group by 1 order by 1",
    [email],
  );
  expect(rows).toEqual([
    { goes: false, mails: 2 },
    { goes: true, mails: 5 },
  ]);
});
