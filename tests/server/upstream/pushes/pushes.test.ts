import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { openSession } from "#server/upstream/identity/sessions.ts";
import { notify } from "#server/upstream/notifications/notify.ts";
import { openPushKeys } from "#server/upstream/pushes/push-keys.ts";
import { createVault } from "#server/vault.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { type PushBrowser, type PushService, startPushService } from "#tests/support/push-service.ts";
import { secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
const test = newWorkspaceTest({ clock });
const hour = 3_600_000;

let pushes: PushService;
beforeAll(async () => {
  pushes = await startPushService();
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  expect(pushes.faults).toEqual([]);
  await pushes.close();
});

const never = { quietFrom: null, quietUntil: null };
const browserOf = ({ endpoint, keys }: PushBrowser) => ({
  endpoint,
  browserKey: keys.p256dh,
  authSecret: keys.auth,
});

/** Switches a new browser of somebody on, at any hour. */
async function switchOn(person: Pick<TestPerson, "send">, choices: object = {}, path = "/push_subscription") {
  const browser = pushes.subscribe();
  const attributes = { ...browserOf(browser), ...never, ...choices };
  const { status, text } = await person.send("PATCH", path, { attributes });
  expect({ status, text }).toMatchObject({ status: 200 });
  return browser;
}

/** Another device of somebody. */
async function anotherDevice(
  { database, send }: UpstreamService,
  person: TestPerson,
): Promise<Pick<TestPerson, "send">> {
  const { token } = await openSession(database.orm, { kind: "account", accountId: person.accountId }, new Date());
  const headers = { authorization: `Bearer ${token}`, "x-workspace-id": person.workspaceId };
  return { send: (method, path, sent) => send(method, path, { ...sent, headers }) };
}

/** A client of the owner who writes to them. */
async function newWriter(service: UpstreamService, owner: TestPerson, name = "Nora Lind") {
  const found = await newPortalClient(service, owner, name);
  await readAll(owner);
  const write = (body: string) =>
    found.client.send("POST", "/portal/messages", { type: "portal_message", attributes: { body } });
  return { ...found, write };
}

const readAll = (person: TestPerson) =>
  person.send("POST", "/notification_readings", {
    attributes: { until: new Date(Date.now() + 60_000).toISOString() },
  });

/** Waits until nothing is due or on its way, and gives how many wait for later. */
async function settled({ database }: UpstreamService): Promise<number> {
  const counted = async () => {
    const { rows } = await database.orm.execute<{ due: number; later: number }>(sql`
      select count(*) filter (where due_at <= ${clock().toISOString()}::timestamptz + interval '1 minute' and tries = 0)::int as due,
        count(*)::int as later from upstream.push_deliveries`);
    return rows[0] ?? { due: 1, later: 0 };
  };
  await expect.poll(async () => (await counted()).due).toBe(0);
  return (await counted()).later;
}

/** Tells somebody that they were mentioned, so often at once. */
function mention({ database }: UpstreamService, workspaceId: string, accountId: string, times = 1): Promise<void> {
  return database.orm.transaction(async (transaction) => {
    for (let time = 0; time < times; time += 1) {
      const subject = { type: "comment", id: randomUUID() };
      await notify(transaction, { kind: "mentioned", workspaceId, accounts: [accountId], subject });
    }
  });
}

test("a browser is told of a message, encrypted for it alone, without a name", async ({ service, owner }) => {
  const { write, record } = await newWriter(service, owner);
  const browser = await switchOn(owner);
  await write("The roof of 12 Alder Street leaks.");
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
  const [push] = pushes.sentTo(browser);
  const [notification] = (await owner.get("/notifications?filter[unread]=true")).records;
  expect(push).toMatchObject({
    ttl: "86400",
    urgency: "high",
    claims: { sub: "http://latchkey.test" },
    shown: { title: "New message in Latchkey", body: "Harbour Homes", url: `/notifications/${notification?.id}` },
  });
  expect(push?.topic).toMatch(/^[\w-]{32}$/);
  expect(push?.topic).toBe(push?.shown.tag);
  expect(JSON.stringify(push)).not.toMatch(/Nora|Lind|Alder|roof/);
  expect(push?.shown.tag).not.toContain(record.id);
  const { record: own } = await owner.get("/push_subscription");
  expect(push?.sender).toBe(own.attributes.application_key);
});

test("names are told where they are allowed, words of a message never", async ({ service, owner }) => {
  const { write } = await newWriter(service, owner);
  const browser = await switchOn(owner, { showsNames: true });
  await write("The roof leaks.");
  await expect.poll(() => pushes.sentTo(browser).map(({ shown }) => shown.title)).toEqual(["Nora Lind sent a message"]);
  expect(JSON.stringify(pushes.sentTo(browser))).not.toContain("roof");
});

test("several of one thread replace each other, those of another client do not", async ({ service, owner }) => {
  const [one, other] = [await newWriter(service, owner), await newWriter(service, owner, "Ida Berg")];
  const browser = await switchOn(owner);
  await one.write("First");
  await settled(service);
  await one.write("Second");
  await settled(service);
  await other.write("Hello");
  await settled(service);
  const [first, second, third, ...more] = pushes.sentTo(browser).map(({ topic }) => topic);
  expect(more).toEqual([]);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("what was read before it went out is not pushed, nor what one did oneself", async ({ service, owner }) => {
  const { write, record } = await newWriter(service, owner);
  const browser = await switchOn(owner);
  const attributes = { clientId: record.id, body: "Shall we look on Friday?" };
  await owner.send("POST", "/messages", { type: "message", attributes });
  await settled(service);
  expect(pushes.sentTo(browser)).toEqual([]);
  pushes.refuse(browser, { status: 503 });
  await write("Yes");
  await expect.poll(() => waitingTries(service, owner)).toEqual([1]);
  await readAll(owner);
  pushes.refuse(browser, null);
  aheadMs = hour;
  await expect.poll(() => waitingTries(service, owner)).toEqual([]);
  expect(pushes.sentTo(browser)).toEqual([]);
});

async function waitingTries({ database }: UpstreamService, { accountId }: TestPerson): Promise<readonly number[]> {
  const { rows } = await database.orm.execute<{ tries: number }>(sql`
    select waiting.tries from upstream.push_deliveries waiting join upstream.push_subscriptions subscription
      on subscription.id = waiting.subscription_id where subscription.account_id = ${accountId}`);
  return rows.map(({ tries }) => tries);
}

test("each kind is told or not, as chosen on the device", async ({ service, owner }) => {
  const { write, client } = await newWriter(service, owner);
  const [messages, clients] = [
    await switchOn(owner, { topics: ["messages"] }),
    await switchOn(await anotherDevice(service, owner), { topics: ["clients"] }),
  ];
  await write("Hello");
  await client.send("POST", "/portal/deletion");
  await expect.poll(() => pushes.sentTo(messages)).toHaveLength(1);
  await expect.poll(() => pushes.sentTo(clients)).toHaveLength(1);
  await settled(service);
  expect(pushes.sentTo(messages).map(({ shown }) => shown.title)).toEqual(["New message in Latchkey"]);
  expect(pushes.sentTo(clients).map(({ shown }) => shown.title)).toEqual(["A client asked to be deleted"]);
});

test("a browser is told of the workspace alone in which it was switched on", async ({ service, workspace, owner }) => {
  const other = await service.newWorkspace();
  await service.database.orm.execute(sql`insert into upstream.memberships (workspace_id, account_id, role)
    values (${other.id}, ${owner.accountId}, 'admin')`);
  const browser = await switchOn(owner);
  await mention(service, other.id, owner.accountId);
  await settled(service);
  expect(pushes.sentTo(browser)).toEqual([]);
  await mention(service, workspace.id, owner.accountId);
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
});

test.for([404, 410])(
  "a browser that is gone (%i) is never asked again, in no workspace",
  async (status, { service, owner }) => {
    const { write } = await newWriter(service, owner);
    const browser = await switchOn(owner);
    pushes.refuse(browser, { status });
    await write("Hello");
    await expect.poll(async () => (await owner.get("/push_subscription")).record.attributes.is_on).toBe(false);
    pushes.refuse(browser, null);
    await write("Hello?");
    await settled(service);
    expect(pushes.sentTo(browser)).toEqual([]);
  },
);

test("a service that has no time is asked again when it says, and later each time", async ({ service, owner }) => {
  const { write } = await newWriter(service, owner);
  const browser = await switchOn(owner);
  pushes.refuse(browser, { status: 429, headers: { "retry-after": "600" } });
  await write("Hello");
  await expect.poll(() => waitingTries(service, owner)).toEqual([1]);
  const asked = pushes.asked();
  aheadMs = 9 * 60_000;
  await settled(service);
  expect(pushes.asked()).toBe(asked);
  pushes.refuse(browser, { status: 500 });
  aheadMs = 11 * 60_000;
  await expect.poll(() => waitingTries(service, owner)).toEqual([2]);
  pushes.refuse(browser, null);
  aheadMs = 13 * 60_000;
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
  await expect.poll(() => waitingTries(service, owner)).toEqual([]);
});

test("what waits behind one that fails is not tried in vain, and goes out with it", async ({
  service,
  workspace,
  owner,
}) => {
  const browser = await switchOn(owner);
  pushes.refuse(browser, { status: 503 });
  const asked = pushes.asked();
  await mention(service, workspace.id, owner.accountId, 2);
  await expect.poll(async () => (await waitingTries(service, owner)).toSorted()).toEqual([0, 1]);
  expect(pushes.asked()).toBe(asked + 1);
  pushes.refuse(browser, null);
  aheadMs = 60_000;
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(2);
});

test("a workspace that shuts somebody out until they set up two steps tells them nothing", async ({
  service,
  workspace,
  owner,
}) => {
  const { write } = await newWriter(service, owner);
  const browser = await switchOn(owner);
  await service.database.orm.execute(
    sql`update upstream.workspaces set requires_second_step = true where id = ${workspace.id}`,
  );
  await write("Hello");
  await settled(service);
  expect(pushes.sentTo(browser)).toEqual([]);
});

test("long names fit into a push", async ({ service, owner }) => {
  const { write } = await newWriter(service, owner, "\u{1F3E1}".repeat(90));
  const browser = await switchOn(owner, { showsNames: true });
  await write("Hello");
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
});

test("after some tries it is given up, and the next one goes out", async ({ service, owner }) => {
  const { write } = await newWriter(service, owner);
  const browser = await switchOn(owner);
  pushes.refuse(browser, { status: 503 });
  await write("Hello");
  for (let tries = 1; tries < 6; tries += 1) {
    await expect.poll(() => waitingTries(service, owner)).toEqual([tries]);
    aheadMs += hour;
  }
  await expect.poll(() => waitingTries(service, owner)).toEqual([]);
  pushes.refuse(browser, null);
  await write("Hello?");
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
});

test("a session that was ended is told nothing, whatever ended it", async ({ service, owner }) => {
  const { write } = await newWriter(service, owner);
  const device = await anotherDevice(service, owner);
  const [staying, ended] = [await switchOn(owner), await switchOn(device)];
  expect((await owner.send("DELETE", "/sessions/others")).status).toBe(204);
  await write("Hello");
  await expect.poll(() => pushes.sentTo(staying)).toHaveLength(1);
  await settled(service);
  expect(pushes.sentTo(ended)).toEqual([]);
  const { rows } = await service.database.orm.execute(
    sql`select from upstream.push_subscriptions where endpoint = ${ended.endpoint}`,
  );
  expect(rows).toEqual([]);
});

test("a member who leaves the workspace is told nothing more of it", async ({ service, workspace, owner }) => {
  const colleague = await workspace.join("member");
  await switchOn(colleague);
  const count = async () =>
    (
      await service.database.orm.execute(
        sql`select from upstream.push_subscriptions where account_id = ${colleague.accountId}`,
      )
    ).rows.length;
  expect(await count()).toBe(1);
  await service.database.orm.execute(sql`delete from upstream.memberships where account_id = ${colleague.accountId}`);
  expect(await count()).toBe(0);
  expect((await owner.get("/push_subscription")).record.attributes.is_on).toBe(false);
});

test("in the quiet hours nothing goes out; in the morning what is unread is one push", async ({
  service,
  workspace,
  owner,
}) => {
  await service.database.orm.execute(sql`update upstream.workspaces set time_zone = 'UTC' where id = ${workspace.id}`);
  const [one, other] = [await newWriter(service, owner), await newWriter(service, owner, "Ida Berg")];
  const now = new Date();
  const quiet = { quietFrom: now.getUTCHours(), quietUntil: (now.getUTCHours() + 8) % 24 };
  const [night, day] = [await switchOn(owner, quiet), await switchOn(await anotherDevice(service, owner))];
  await one.write("Hello");
  await other.write("Hello");
  await expect.poll(() => pushes.sentTo(day)).toHaveLength(2);
  expect(await settled(service)).toBeGreaterThanOrEqual(2);
  expect(pushes.sentTo(night)).toEqual([]);
  aheadMs = 9 * hour;
  await expect
    .poll(() => pushes.sentTo(night).map(({ shown }) => [shown.title, shown.url]))
    .toEqual([["2 new notifications", "/notifications"]]);
});

test("what was read in the night is not told in the morning, and one alone is told as itself", async ({
  service,
  workspace,
  owner,
}) => {
  await service.database.orm.execute(sql`update upstream.workspaces set time_zone = 'UTC' where id = ${workspace.id}`);
  const [one, other] = [await newWriter(service, owner), await newWriter(service, owner, "Ida Berg")];
  const now = new Date();
  const night = await switchOn(owner, { quietFrom: now.getUTCHours(), quietUntil: (now.getUTCHours() + 8) % 24 });
  await one.write("Hello");
  await settled(service);
  await readAll(owner);
  await other.write("Hello");
  await settled(service);
  aheadMs = 9 * hour;
  await expect.poll(() => pushes.sentTo(night).map(({ shown }) => shown.title)).toEqual(["New message in Latchkey"]);
});

test("a client is told of the agent's messages in their language, without a name unless allowed", async ({
  service,
  owner,
}) => {
  const { client, record } = await newWriter(service, owner);
  const browser = await switchOn(client, {}, "/portal/push_subscription");
  const say = (body: string, more: object = {}) =>
    owner.send("POST", "/messages", { type: "message", attributes: { clientId: record.id, body, ...more } });
  await say("They look for a bargain.", { kind: "note" });
  await say("Shall we look at 12 Alder Street?");
  await expect.poll(() => pushes.sentTo(browser)).toHaveLength(1);
  expect(pushes.sentTo(browser)[0]?.shown).toMatchObject({
    title: "New message from your agent",
    body: "Harbour Homes",
    url: `/client-portal/dashboard/messages?household=${record.id}`,
  });
  await client.send("PATCH", "/portal/me", { type: "portal_person", attributes: { language: "es" } });
  const attributes = { showsNames: true };
  await client.send("PATCH", "/portal/push_subscription", { attributes });
  await say("Or on Saturday?");
  await expect
    .poll(() => pushes.sentTo(browser).map(({ shown }) => shown.title))
    .toEqual(["New message from your agent", "2 mensajes nuevos de Ada Marsh"]);
});

test.for([
  "http://push.example/1",
  "https://127.0.0.1/1",
  "https://[::1]/1",
  "https://10.0.0.7/1",
  "https://169.254.169.254/latest",
  "https://push.example:8443/1",
  "https://user:secret@push.example/1",
  "file:///etc/passwd",
  "push",
])("%s is not taken", async (endpoint, { owner }) => {
  const attributes = { ...browserOf(pushes.subscribe()), endpoint };
  const { status } = await owner.send("PATCH", "/push_subscription", { attributes });
  expect(status).toBe(400);
});

test("keys that are none are not taken, and choices without a browser are no subscription", async ({ owner }) => {
  const browser = browserOf(pushes.subscribe());
  const offCurve = `B${"A".repeat(86)}`;
  for (const attributes of [{ ...browser, browserKey: offCurve }, { ...browser, authSecret: "short" }, { topics: [] }])
    expect((await owner.send("PATCH", "/push_subscription", { attributes })).status).toBe(400);
  expect((await owner.get("/push_subscription")).record.attributes).toMatchObject({
    is_on: false,
    quiet_from: 21,
    quiet_until: 7,
    shows_names: false,
  });
});

test("of more than ten browsers the oldest goes", async ({ service, owner }) => {
  const browsers: PushBrowser[] = [];
  for (let device = 0; device < 11; device += 1) browsers.push(await switchOn(await anotherDevice(service, owner)));
  const { rows } = await service.database.orm.execute<{ endpoint: string }>(sql`
    select endpoint from upstream.push_subscriptions where account_id = ${owner.accountId} order by inserted_at`);
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(browsers.slice(1).map(({ endpoint }) => endpoint));
});

test("a browser that somebody else signs in on is theirs", async ({ service, workspace, owner }) => {
  const colleague = await workspace.join("manager");
  const browser = browserOf(await switchOn(owner));
  const attributes = { ...browser, showsNames: false };
  expect((await colleague.send("PATCH", "/push_subscription", { attributes })).status).toBe(200);
  expect((await owner.get("/push_subscription")).record.attributes.is_on).toBe(false);
  expect((await colleague.get("/push_subscription")).record.attributes.is_on).toBe(true);
  await settled(service);
});

test("a browser that was given another address is told there, and one that was not switched on is not", async ({
  service,
  workspace,
  owner,
}) => {
  const colleague = await workspace.join("manager");
  const [before, after] = [await switchOn(owner), pushes.subscribe()];
  const renew = (person: TestPerson, browser: PushBrowser) =>
    person.send("POST", "/push_subscription_renewals", { attributes: browserOf(browser) });
  expect((await renew(owner, after)).status).toBe(204);
  expect((await renew(colleague, pushes.subscribe())).status).toBe(204);
  expect((await colleague.get("/push_subscription")).record.attributes.is_on).toBe(false);
  const { write } = await newWriter(service, owner);
  await write("Hello");
  await expect.poll(() => pushes.sentTo(after)).toHaveLength(1);
  expect(pushes.sentTo(before)).toEqual([]);
});

test("all servers of a database have the same keys, also after the secrets were rotated", async ({
  service,
  owner,
}) => {
  const vaults = [createVault(secrets), createVault(["another secret that seals, of 32 characters", ...secrets])];
  const keys = await Promise.all(vaults.map((vault) => openPushKeys(service.database.orm, vault)));
  const own = String((await owner.get("/push_subscription")).record.attributes.application_key);
  expect(keys.map(({ publicKey }) => publicKey)).toEqual([own, own]);
});
