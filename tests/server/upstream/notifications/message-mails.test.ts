import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Mailer } from "#server/mail/mailer.ts";
import { mailNews } from "#server/upstream/mailing/mailing.ts";
import { mailDailyMessages, mailMessages } from "#server/upstream/mailing/message-mails.ts";
import { addMessage } from "#server/upstream/messages/add-message.ts";
import { markRead } from "#server/upstream/messages/reads.ts";
import { markBounced } from "#server/upstream/notifications/bounces.ts";
import { createReplyAddresses } from "#server/upstream/replies/reply-addresses.ts";
import { createVault } from "#server/vault.ts";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();
const vault = createVault(secrets);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const partsAt = ({ database, mailer }: UpstreamService, now: Date) => ({
  ...{ database: database.orm, mailer, vault, publicOrigin, addresses: null, now },
});

const say = (person: TestPerson, clientId: string, body: string, more: object = {}) =>
  person.send("POST", "/messages", { type: "message", attributes: { clientId, body, ...more } });

/** The mails to a client about messages, newest first. */
async function mailsTo({ mailer }: UpstreamService, email: string) {
  return (await mailer.recent(20, email)).filter(({ text }) => text.includes("/client-portal/mails/"));
}

async function read({ database }: UpstreamService, workspaceId: string, clientId: string, email: string) {
  await markRead(database.orm, { workspaceId, clientId, email, name: "Nora Lind" }, Number.MAX_SAFE_INTEGER);
}

test("a client whose email fails holds up no other, and is mailed the next time", async ({ service, owner }) => {
  const clients = [
    await newPortalClient(service, owner, "Nora Lind"),
    await newPortalClient(service, owner, "Ida Berg"),
  ];
  for (const { record } of clients) await say(owner, record.id, "Shall we look on Friday?");
  const failed: string[] = [];
  const send: Mailer["send"] = (mail, ...more) => {
    if (failed.length > 0) return service.mailer.send(mail, ...more);
    failed.push(mail.to);
    return Promise.reject(new Error("No room"));
  };
  const parts = { ...partsAt(service, inMinutes(6)), mailer: { ...service.mailer, send } };
  await expect(mailMessages(parts)).rejects.toMatchObject({ cause: new Error("No room") });
  const counts = async () => Promise.all(clients.map(async ({ email }) => (await mailsTo(service, email)).length));
  expect(await counts()).toEqual(clients.map(({ email }) => (failed.includes(email) ? 0 : 1)));
  await mailMessages(parts);
  expect(await counts()).toEqual([1, 1]);
});

test("a client is mailed what is unread for 5 minutes, each message once, by two servers at once", async ({
  service,
  workspace,
  owner,
}) => {
  const { email, record } = await newPortalClient(service, owner, "Nora Lind");
  await say(owner, record.id, "Shall we look on Friday?");
  await mailMessages(partsAt(service, inMinutes(4)));
  expect(await mailsTo(service, email)).toEqual([]);
  await Promise.all([mailMessages(partsAt(service, inMinutes(6))), mailMessages(partsAt(service, inMinutes(6)))]);
  const [mail, ...more] = await mailsTo(service, email);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/ wrote to you$/);
  expect(mail?.text).toMatch(/^Hello Nora,\n\n.+ of Harbour Homes wrote to you:\n\nShall we look on Friday\?\n/);
  const next = encodeURIComponent(`/client-portal/dashboard/messages?household=${record.id}`);
  expect(mail?.text).toMatch(new RegExp(`/client-portal/sign-in/[\\w-]{43}\\?next=${next}\n`));
  // The first is unread, and what comes after it is mailed all the same, together.
  await say(owner, record.id, "Or on Saturday?");
  await say(owner, record.id, "Or on Monday?");
  await mailMessages(partsAt(service, inMinutes(4)));
  expect(await mailsTo(service, email)).toHaveLength(1);
  await Promise.all([mailMessages(partsAt(service, inMinutes(12))), mailMessages(partsAt(service, inMinutes(12)))]);
  const [second, ...earlier] = await mailsTo(service, email);
  expect([earlier.length, second?.subject]).toEqual([1, expect.stringMatching(/^2 new messages from /)]);
  await say(owner, record.id, "Sunday?");
  await read(service, workspace.id, record.id, email);
  await mailMessages(partsAt(service, inMinutes(20)));
  expect(await mailsTo(service, email)).toHaveLength(2);
});

test("what was read by then, notes and the client's own words are not mailed", async ({
  service,
  workspace,
  owner,
}) => {
  const { email, record } = await newPortalClient(service, owner);
  await say(owner, record.id, "Hello");
  await read(service, workspace.id, record.id, email);
  await say(owner, record.id, "They look for a bargain.", { kind: "note" });
  const currentUser = { accountId: null, workspaceId: workspace.id, actorName: "Nora Lind" };
  const own = { clientId: record.id, source: "portal", authorEmail: email, body: "Hello to you" } as const;
  await service.database.orm.transaction((database) => addMessage({ database, currentUser }, own));
  await mailMessages(partsAt(service, inMinutes(6)));
  expect(await mailsTo(service, email)).toEqual([]);
});

test("an email speaks the client's language, and quotes at most 200 characters", async ({ service, owner }) => {
  const { client, email, record } = await newPortalClient(service, owner, "Nora Lind");
  await client.send("PATCH", "/portal/me", { type: "portal_person", attributes: { language: "es" } });
  await say(owner, record.id, "a".repeat(500));
  await say(owner, record.id, "b".repeat(500));
  await mailMessages(partsAt(service, inMinutes(6)));
  const [mail] = await mailsTo(service, email);
  expect(mail?.subject).toMatch(/^2 mensajes nuevos de /);
  expect(mail?.text).toContain(`\n${"b".repeat(200)}…\n`);
  // Ids in its addresses may have a few of them.
  expect(mail?.text).not.toContain("a".repeat(20));
  expect(mail?.text).toContain("Elija qué correos recibe:");
});

test("a workspace can keep the words out of emails, and payment details are never quoted", async ({
  service,
  workspace,
  owner,
}) => {
  const [first, second] = [await newPortalClient(service, owner), await newPortalClient(service, owner)];
  await say(owner, first.record.id, "Wire it to account number 44113307.", { paymentConfirmed: true });
  await mailMessages(partsAt(service, inMinutes(6)));
  const [guarded] = await mailsTo(service, first.email);
  expect(guarded?.text).toContain("wrote to you.");
  expect(guarded?.text).not.toContain("44113307");
  const settings = await owner.get(`/portal_settings/${workspace.id}`);
  expect(settings.record.attributes.quotes_messages).toBe(true);
  const sent = { type: "portal_settings", id: workspace.id, attributes: { quotesMessages: false } };
  expect((await owner.send("PATCH", `/portal_settings/${workspace.id}`, sent)).status).toBe(200);
  await say(owner, second.record.id, "Between us.");
  await mailMessages(partsAt(service, inMinutes(6)));
  const [silent] = await mailsTo(service, second.email);
  expect(silent?.text).toContain("wrote to you.");
  expect(silent?.text).not.toContain("Between us");
});

test("who chose one email a day gets one, and who chose none gets none", async ({ service, workspace, owner }) => {
  const { client, email, record } = await newPortalClient(service, owner);
  const choose = (choice: string) =>
    client.send("PATCH", "/portal/mail_choice", { type: "portal_mail_choice", attributes: { choice } });
  await choose("none");
  await say(owner, record.id, "One");
  const later = partsAt(service, inMinutes(6));
  await mailMessages(later);
  await mailDailyMessages(later, workspace.id);
  expect(await mailsTo(service, email)).toEqual([]);
  await choose("daily");
  await mailMessages(later);
  expect(await mailsTo(service, email)).toEqual([]);
  await mailDailyMessages(later, workspace.id);
  await mailDailyMessages(later, workspace.id);
  expect(await mailsTo(service, email)).toHaveLength(1);
});

test("with a domain for replies both sides can answer the email, each at an address of their own", async ({
  service,
  workspace,
  owner,
}) => {
  const addresses = createReplyAddresses("reply.test", secrets);
  const { email, record } = await newPortalClient(service, owner, "Nora Lind");
  await say(owner, record.id, "Hello");
  const currentUser = { accountId: null, workspaceId: workspace.id, actorName: "Nora Lind" };
  const own = { clientId: record.id, source: "portal", authorEmail: email, body: "Hello to you" } as const;
  await service.database.orm.transaction((database) => addMessage({ database, currentUser }, own));
  const told = await owner.get("/notifications");
  for (const { id, attributes } of told.records)
    if (attributes.kind !== "message_received") await owner.send("POST", `/notifications/${id}/reading`);
  const later = { ...partsAt(service, inMinutes(6)), addresses };
  await mailMessages(later);
  await mailNews(later);
  const { rows } = await service.database.orm.execute<{ to: string; reply_to: string | null; text: string }>(sql`
    select recipient as to, reply_to, text from mail.outbox
    where recipient = ${email} or recipient = (select email from upstream.accounts where id = ${owner.accountId})`);
  const answered = rows.filter(({ reply_to }) => reply_to !== null);
  expect(answered).toHaveLength(2);
  const ids = answered.map(({ reply_to }) => addresses.idOf(reply_to ?? ""));
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain(null);
  for (const { text } of answered) expect(text).toContain("Or reply to this email");
});

test("nobody is mailed whose access has ended, who is archived, or whose address takes no emails", async ({
  service,
  owner,
}) => {
  const [revoked, archived, bounced] = await Promise.all([0, 1, 2].map(() => newPortalClient(service, owner)));
  if (!revoked || !archived || !bounced) throw new Error("Three clients are missing.");
  for (const { record } of [revoked, archived, bounced]) await say(owner, record.id, "Hello");
  await owner.send("DELETE", `/portal_invitations/${revoked.invitation.id}`);
  await service.database.orm.execute(
    sql`update upstream.portal_invitations set revoked_at = now() where id = ${revoked.invitation.id}`,
  );
  await service.database.orm.execute(
    sql`update upstream.clients set archived_at = now() where id = ${archived.record.id}`,
  );
  await markBounced(service.database.orm, bounced.email, "550 no such user");
  await mailMessages(partsAt(service, inMinutes(6)));
  for (const { email } of [revoked, archived, bounced]) expect(await mailsTo(service, email)).toEqual([]);
});

test("a client's message is told to the agent, joins while unread, and is read with its thread", async ({
  service,
  workspace,
  owner,
}) => {
  const { email, record } = await newPortalClient(service, owner, "Nora Lind");
  const currentUser = { accountId: null, workspaceId: workspace.id, actorName: "Nora Lind" };
  for (const body of ["Is the roof new?", "And the windows?"]) {
    const own = { clientId: record.id, source: "portal", authorEmail: email, body } as const;
    await service.database.orm.transaction((database) => addMessage({ database, currentUser }, own));
  }
  const told = async () =>
    (await owner.get("/notifications?filter[unread]=true")).records.map(({ attributes }) => attributes);
  const message = {
    title: "Nora Lind sent a message (2 new messages)",
    detail: "And the windows?",
    subject_type: "message",
  };
  expect((await told()).filter(({ topic }) => topic === "messages")).toMatchObject([message]);
  await owner.send("POST", `/message_threads/${record.id}/read`, {
    type: "message_thread",
    attributes: { number: Number.MAX_SAFE_INTEGER },
  });
  expect((await told()).filter(({ topic }) => topic === "messages")).toEqual([]);
});

test("who answers a client has read what they were told of the client's messages", async ({
  service,
  workspace,
  owner,
}) => {
  const { email, record } = await newPortalClient(service, owner, "Nora Lind");
  const currentUser = { accountId: null, workspaceId: workspace.id, actorName: "Nora Lind" };
  const own = { clientId: record.id, source: "portal", authorEmail: email, body: "Is the roof new?" } as const;
  await service.database.orm.transaction((database) => addMessage({ database, currentUser }, own));
  const waiting = async () => {
    const { records } = await owner.get("/notifications?filter[unread]=true");
    return records.filter(({ attributes }) => attributes.topic === "messages").length;
  };
  await say(owner, record.id, "They know nothing of roofs.", { kind: "note" });
  expect(await waiting()).toBe(1);
  await say(owner, record.id, "From 2019.");
  expect(await waiting()).toBe(0);
});
