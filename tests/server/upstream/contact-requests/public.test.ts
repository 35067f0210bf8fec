import { randomUUID } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { expect, vi } from "vitest";
import { z } from "zod";
import { createSignInLimits } from "#server/web/sign-in-limits.ts";
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

/** Messages that the workspace has had before. */
async function fill({ database }: UpstreamService, workspaceId: string, count: number): Promise<void> {
  await database.pool.query(
    `insert into upstream.contact_requests (id, workspace_id, kind, name, email, email_key, message)
      select gen_random_uuid(), $1, 'message', 'Bot', 'bot@x.example', 'bot@x.example', 'x' from generate_series(1, $2)`,
    [workspaceId, count],
  );
}

test("what waits is filed or dismissed by whoever sees all clients or is on the page, several at once, and once", async ({
  service,
  workspace,
  owner,
}) => {
  const handle = await handleOf(owner);
  await fill(service, owner.workspaceId, 200);
  const { attributes } = await owner.newClient();
  const known = { email: attributes.email };
  for (const further of [known, {}, {}]) expect((await send(service, handle, further)).status).toBe(201);
  const { records } = await owner.get("/held_requests");
  expect(records.map(({ attributes }) => attributes.message)).toEqual(["Call me.", "Call me.", "Call me."]);
  const ids = records.map(({ id }) => id);
  const [member, manager, instructor] = [
    await workspace.join("member"),
    await workspace.join("manager"),
    await workspace.join("instructor"),
  ];
  const settle = (person: TestPerson, below: string, chosen: readonly string[]) =>
    person.send("POST", `/held_requests/${below}`, { type: "held_requests_settled", attributes: { ids: chosen } });
  expect((await member.get("/held_requests")).records).toEqual([]);
  expect((await settle(member, "filings", ids)).status).toBe(403);
  expect((await settle(instructor, "filings", ids)).status).toBe(403);
  expect((await settle(manager, "filings", ids.slice(0, 2))).record.attributes.count).toBe(2);
  expect((await settle(manager, "dismissals", ids)).record.attributes.count).toBe(1);
  expect((await settle(manager, "filings", ids)).record.attributes.count).toBe(0);
  expect((await owner.get("/held_requests")).records).toEqual([]);
  await vi.waitFor(
    async () => {
      const found = await Promise.all(ids.slice(0, 2).map((id) => owner.get(`/contact_requests/${id}`)));
      expect(found.map(({ record }) => record.attributes.is_known)).toEqual([true, false]);
    },
    { timeout: 20_000, interval: 50 },
  );
  expect((await owner.send("GET", `/contact_requests/${ids[2]}`)).status).toBe(404);
});

test("sixty at once are all taken; past two hundred in a day they wait to be looked through", async ({
  service,
  owner,
}) => {
  const handle = await handleOf(owner);
  await fill(service, owner.workspaceId, 170);
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(service, handle)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await owner.get("/held_requests?page[count]=true")).document.meta?.page?.total).toBe(30);
});

test.for([30, 36, 100])(
  "after a flood from %i networks a stranger is heard, and 200 are filed at most",
  async (networks, { service, owner }) => {
    const handle = await handleOf(owner);
    const limits = createSignInLimits({
      pool: service.database.pool,
      log: pino({ level: "silent" }),
      addressLimits: true,
    });
    const post = async (address: string, further: object = {}) => {
      const typed = { id: randomUUID(), email: someAddress(), ...further };
      const verdict = await limits(address)({
        kind: "public_request",
        account: typed.email,
        device: null,
        workspace: handle,
      });
      if (!verdict.allowed) return 429;
      const { status, headers } = await send(service, handle, { ...typed, sentBefore: verdict.earlier });
      if (status !== 201) {
        expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
        await verdict.uncount();
      }
      return status;
    };
    const addressIn = (network: number, host: number) => `10.${networks}.${network}.${host}`;
    const taken = Array<number>(networks).fill(0);
    const postFrom = async (network: number, turn: number) => {
      // What nobody confirms counts, too.
      const further = turn % 3 === 0 ? { kind: "registration", message: "" } : {};
      const isTaken = (await post(addressIn(network, turn), further)) === 201;
      taken[network] = (taken[network] ?? 0) + Number(isTaken);
      return isTaken;
    };
    for (let turn = 1, isOpen = true; isOpen; turn += 1) {
      isOpen = false;
      for (let first = 0; first < networks; first += 20) {
        const some = Array.from({ length: Math.min(20, networks - first) }, (_, place) => first + place);
        const answers = await Promise.all(some.map((network) => postFrom(network, turn)));
        isOpen ||= answers.includes(true);
      }
    }
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(Math.max(...taken)).toBeLessThanOrEqual(20);
    const total = taken.reduce((sum, count) => sum + count, 0);
    const stranger = randomUUID();
    expect(await post(`198.51.${networks}.7`, { id: stranger })).toBe(201);
    const { rows } = await service.database.pool.query(
      `select count(*)::integer as kept, count(*) filter (where not is_held)::integer as filed,
      bool_or(id = $2 and is_held) as waits from upstream.contact_requests where workspace_id = $1`,
      [owner.workspaceId, stranger],
    );
    expect(rows).toEqual([{ kept: total + 1, filed: 200, waits: true }]);
    // The busiest are refused, and one that was taken is still taken.
    expect(await post(addressIn(0, 99))).toBe(429);
    expect(await post(`198.51.${networks}.8`, { id: stranger })).toBe(201);
  },
);

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
