import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Mailer } from "#server/mail/mailer.ts";
import { mailDaily } from "#server/upstream/mailing/digest.ts";
import { mailNews } from "#server/upstream/mailing/mailing.ts";
import { markBounced, unmarkBounced } from "#server/upstream/notifications/bounces.ts";
import { notify } from "#server/upstream/notifications/notify.ts";
import { createVault } from "#server/vault.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();
const vault = createVault(secrets);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const partsAt = ({ database, mailer }: UpstreamService, now: Date) => ({
  ...{ database: database.orm, mailer, vault, publicOrigin, addresses: null, now },
});

async function addressOf({ database }: UpstreamService, { accountId }: TestPerson): Promise<string> {
  const { rows } = await database.pool.query("SELECT email FROM upstream.accounts WHERE id = $1", [accountId]);
  return String(rows[0]?.email);
}

async function mailsTo(service: UpstreamService, person: TestPerson) {
  return service.mailer.recent(20, await addressOf(service, person));
}

/** Tells the owner that a client wrote, as messages do. */
async function tell(service: UpstreamService, workspace: TestWorkspace, words: string, clientId: string) {
  const { accountId } = workspace.owner;
  await notify(service.database.orm, {
    ...{ kind: "message_received", workspaceId: workspace.id, accounts: [accountId], clientId, actorName: "Maya Lind" },
    ...{ subject: { type: "client", id: clientId, name: words }, joinKey: `message_received:${clientId}` },
  });
}

const choose = (person: TestPerson, attributes: object) =>
  person.send("PATCH", "/mail_choices", { type: "mail_choices", attributes });

test("an email that fails holds up nobody behind it, and is tried again", async ({ service, workspace, owner }) => {
  const { id } = await owner.newClient({ name: "Maya Lind" });
  const member = await workspace.join("member");
  await tell(service, workspace, "Is the roof new?", id);
  await notify(service.database.orm, {
    ...{ kind: "message_received", workspaceId: workspace.id, accounts: [member.accountId], clientId: id },
    ...{ actorName: "Maya Lind", subject: { type: "client", id, name: "And?" }, joinKey: `message_received:${id}` },
  });
  const [first, second] = [await addressOf(service, owner), await addressOf(service, member)];
  for (const broken of [first, second]) {
    const other = broken === first ? second : first;
    await service.database.orm.execute(sql`update upstream.notifications set mailed_at = null where client_id = ${id}`);
    const before = (await service.mailer.recent(20, other)).length;
    const send: Mailer["send"] = (mail, ...more) =>
      mail.to === broken ? Promise.reject(new Error("No room")) : service.mailer.send(mail, ...more);
    const parts = { ...partsAt(service, inMinutes(6)), mailer: { ...service.mailer, send } };
    await expect(mailNews(parts)).rejects.toMatchObject({ cause: new Error("No room") });
    expect(await service.mailer.recent(20, other)).toHaveLength(before + 1);
    await mailNews(partsAt(service, inMinutes(6)));
    expect((await service.mailer.recent(20, broken)).length).toBeGreaterThan(0);
  }
});

test("what is unread for 5 minutes is mailed once, by two servers at once, and not again until it was read", async ({
  service,
  workspace,
  owner,
}) => {
  const { id } = await owner.newClient({ name: "Maya Lind" });
  await tell(service, workspace, "Is the roof new?", id);
  await mailNews(partsAt(service, inMinutes(4)));
  expect(await mailsTo(service, owner)).toEqual([]);
  await Promise.all([mailNews(partsAt(service, inMinutes(6))), mailNews(partsAt(service, inMinutes(6)))]);
  const [mail, ...more] = await mailsTo(service, owner);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Maya Lind sent a message");
  expect(mail?.text).toContain("Is the roof new?");
  expect(mail?.text).toContain(`http://latchkey.test/messages/${id}`);
  expect(mail?.text).toContain("http://latchkey.test/settings/notifications");
  await tell(service, workspace, "And the windows?", id);
  await mailNews(partsAt(service, inMinutes(12)));
  expect(await mailsTo(service, owner)).toHaveLength(1);
  const [told] = (await owner.get("/notifications")).records;
  await owner.send("POST", `/notifications/${told?.id}/reading`);
  await tell(service, workspace, "Hello?", id);
  await mailNews(partsAt(service, inMinutes(20)));
  expect(await mailsTo(service, owner)).toHaveLength(2);
});

test("who goes on writing does not put the email off", async ({ service, workspace, owner }) => {
  const { id } = await owner.newClient();
  await tell(service, workspace, "one", id);
  await service.database.orm.execute(sql`update upstream.notifications set unread_since = now() - interval '6 minutes'
    where account_id = ${owner.accountId}`);
  await tell(service, workspace, "two", id);
  await mailNews(partsAt(service, new Date()));
  expect((await mailsTo(service, owner)).map(({ subject }) => subject)).toEqual([
    "Maya Lind sent a message (2 new messages)",
  ]);
});

test("what was read by then is not mailed, and several are one email", async ({ service, workspace, owner }) => {
  const { client } = await newPortalClient(service, owner, "Nora Lind");
  await client.send("POST", "/portal/deletion");
  const { id } = await owner.newClient();
  await tell(service, workspace, "Hello", id);
  const [newest] = (await owner.get("/notifications")).records;
  await owner.send("POST", `/notifications/${newest?.id}/reading`);
  await mailNews(partsAt(service, inMinutes(6)));
  const [mail] = await mailsTo(service, owner);
  expect(mail?.subject).toBe("2 notifications in Harbour Homes");
  expect(mail?.text).toContain("• Nora Lind asked to be deleted");
  expect(mail?.text).not.toContain("Hello\n");
});

describe("choices", () => {
  test("each topic has its own; what was not chosen stays as usual", async ({ owner }) => {
    const usual = {
      messages: "each",
      clients: "each",
      openings: "none",
      deals: "daily",
      documents: "none",
      tasks: "daily",
    };
    expect((await owner.get("/mail_choices")).record.attributes).toEqual(usual);
    expect((await choose(owner, { clients: "none" })).record.attributes).toEqual({ ...usual, clients: "none" });
    expect((await choose(owner, { tasks: "each" })).record.attributes).toEqual({
      ...usual,
      clients: "none",
      tasks: "each",
    });
    expect((await choose(owner, { tasks: "hourly" })).status).toBe(400);
  });

  test("none mails nothing, daily mails once with the day's email", async ({ service, workspace, owner }) => {
    const { id } = await owner.newClient();
    await choose(owner, { messages: "none" });
    await tell(service, workspace, "Hello", id);
    await mailNews(partsAt(service, inMinutes(6)));
    await mailDaily(partsAt(service, inMinutes(6)), workspace.id, "2026-03-09");
    expect(await mailsTo(service, owner)).toEqual([]);
    await choose(owner, { messages: "daily" });
    await mailNews(partsAt(service, inMinutes(7)));
    expect(await mailsTo(service, owner)).toEqual([]);
    await mailDaily(partsAt(service, inMinutes(7)), workspace.id, "2026-03-09");
    await mailDaily(partsAt(service, inMinutes(8)), workspace.id, "2026-03-09");
    const [mail, ...more] = await mailsTo(service, owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("1 notification in Harbour Homes");
  });

  test("the link in an email ends all of them without signing in, and opening it changes nothing", async ({
    service,
    workspace,
    owner,
  }) => {
    const { id } = await owner.newClient();
    await tell(service, workspace, "Hello", id);
    const { orm } = service.database;
    await orm.execute(sql`update upstream.notifications set unread_since = now() - interval '6 minutes'
      where account_id = ${owner.accountId}`);
    await mailNews(partsAt(service, new Date()));
    const { rows } = await orm.execute<{ url: string }>(sql`select unsubscribe_url as url from mail.outbox
      where recipient = ${await addressOf(service, owner)} order by inserted_at desc limit 1`);
    const token = rows[0]?.url.split("/").at(-1) ?? "";
    const path = `/mail_subscriptions/${token}`;
    const shown = (await service.send("GET", path)).record.attributes;
    expect(shown).toMatchObject({ kind: "account", workspace_name: "Harbour Homes", choice: null });
    expect((await owner.get("/mail_choices")).record.attributes).toMatchObject({ messages: "each" });
    const wish = { type: "mail_subscription", attributes: { choice: "none" } };
    expect((await service.send("PATCH", path, wish)).record.attributes).toMatchObject({ choice: "none" });
    expect(Object.values((await owner.get("/mail_choices")).record.attributes)).toEqual(Array(6).fill("none"));
    for (const forged of [`${token.slice(0, -2)}AA`, "A".repeat(80), "x"])
      expect((await service.send("PATCH", `/mail_subscriptions/${forged}`, wish)).status).toBe(404);
  });

  test("a client's person chooses for one workspace", async ({ service, owner }) => {
    const { client } = await newPortalClient(service, owner);
    expect((await client.get("/portal/mail_choice")).record.attributes).toEqual({ choice: "each" });
    const attributes = { choice: "daily" };
    await client.send("PATCH", "/portal/mail_choice", { type: "portal_mail_choice", attributes });
    expect((await client.get("/portal/mail_choice")).record.attributes).toEqual({ choice: "daily" });
    expect((await owner.get("/portal/mail_choice")).status).toBe(401);
  });
});

describe("an address that takes no emails", () => {
  test("its client's agent is told, once while unread, and it is marked until it is proved anew", async ({
    service,
    owner,
  }) => {
    const { orm } = service.database;
    const { id, attributes } = await owner.newClient({ name: "Nora Lind" });
    const address = String(attributes.email);
    await markBounced(orm, address, "550 no such user");
    await markBounced(orm, address, "550 no such user");
    const told = (await owner.get("/notifications")).records.map(({ attributes }) => attributes);
    expect(told).toMatchObject([
      {
        kind: "mail_bounced",
        title: `Email to ${address} could not be delivered`,
        client_id: id,
        client_name: "Nora Lind",
      },
    ]);
    const marked = async () =>
      (await orm.execute(sql`select from mail.bounced_addresses where email_key = ${address}`)).rows.length;
    expect(await marked()).toBe(1);
    await unmarkBounced(orm, address);
    expect(await marked()).toBe(0);
  });

  test("is told with the client, when and why in plain words, until it is corrected or sent to again", async ({
    service,
    workspace,
    owner,
  }) => {
    const { orm } = service.database;
    const { id, attributes } = await owner.newClient();
    const [address, partner] = [String(attributes.email), "partner@buyers.example"];
    const person = { clientId: id, name: "Tom Lind", email: "Partner@Buyers.example" };
    await owner.send("POST", "/client_people", { type: "client_person", attributes: person });
    for (const email of [address, partner]) await markBounced(orm, email, "550 5.1.1 <maya:secret> no such user");
    const path = `/clients/${id}/bounced_addresses`;
    const bounced = async () => (await owner.get(path)).record.attributes.addresses;
    const reason = "The address does not exist or takes no emails.";
    expect(await bounced()).toEqual(
      [address, partner].toSorted().map((email) => ({ email, reason, at: expect.stringMatching(/^\d{4}-.*Z$/) })),
    );
    const again = (email: string) => ({ type: "bounced_addresses", attributes: { email } });
    const stranger = (await service.newWorkspace()).owner;
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.send("POST", `${path}/retries`, again(address))).status).toBe(404);
    const { id: others } = await stranger.newClient();
    await stranger.send("POST", `/clients/${others}/bounced_addresses/retries`, again(address));
    expect(await bounced()).toHaveLength(2);
    expect((await (await workspace.join("instructor")).send("POST", `${path}/retries`, again(address))).status).toBe(
      403,
    );
    await owner.send("PATCH", `/clients/${id}`, { type: "client", id, attributes: { email: `new.${address}` } });
    expect(await bounced()).toMatchObject([{ email: partner }]);
    for (const spelling of ["PARTNER@buyers.example", partner])
      expect((await owner.send("POST", `${path}/retries`, again(spelling))).record.attributes).toEqual({
        addresses: [],
      });
  });
});

test("an email about the public page repeats nothing of what was typed there", async ({
  service,
  workspace,
  owner,
}) => {
  const { id } = await owner.newClient({ name: "Buy cheap watches at evil.example" });
  await notify(service.database.orm, {
    ...{ kind: "request_received", workspaceId: workspace.id, accounts: [owner.accountId], clientId: id },
    subject: { type: "contact_request", id },
  });
  await mailNews(partsAt(service, inMinutes(6)));
  const [mail] = await mailsTo(service, owner);
  expect(mail?.text).toContain(`http://latchkey.test/clients/${id}`);
  expect(`${mail?.subject} ${mail?.text}`).not.toContain("evil.example");
});
