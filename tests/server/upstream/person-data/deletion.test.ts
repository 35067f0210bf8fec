import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { mailDaily } from "#server/upstream/mailing/digest.ts";
import { mailNews } from "#server/upstream/mailing/mailing.ts";
import { notify } from "#server/upstream/notifications/notify.ts";
import { createVault } from "#server/vault.ts";
import { invite, newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { exported } from "../exports/exporting.ts";

const test = newWorkspaceTest();

const partsAt = ({ database, mailer }: UpstreamService, now: Date) => ({
  ...{ database: database.orm, mailer, vault: createVault(secrets), publicOrigin, addresses: null, now },
});
const soon = () => new Date(Date.now() + 6 * 60_000);

const write = (client: TestClient, body: string) =>
  client.send("POST", "/portal/messages", { type: "portal_message", attributes: { body } });

/** The client asks to be deleted, and the owner does it. */
async function remove(client: TestClient, owner: TestPerson): Promise<void> {
  expect((await client.send("POST", "/portal/deletion")).status).toBe(204);
  const { records } = await owner.get("/portal_requests?filter[open]=true");
  const asked = records.find(({ attributes }) => attributes.kind === "deletion");
  const done = await owner.send("POST", `/portal_requests/${asked?.id}/person_deletion`, {
    ...{ type: "person_deletion", attributes: { keep: [] } },
  });
  expect(done.status, done.text).toBe(204);
}

async function mailsOf({ database }: UpstreamService, { workspaceId }: TestPerson) {
  const { rows } = await database.pool.query<{ recipient: string; subject: string; text: string }>(
    "select recipient, subject, text from mail.outbox where workspace_id = $1 order by recipient, inserted_at",
    [workspaceId],
  );
  return rows;
}

test("who wrote Hello takes along no email to others, of other clients or of the household", async ({
  service,
  owner,
}) => {
  const { email, record, client } = await newPortalClient(service, owner, "Hello");
  for (const body of ["Hello", "Open my home search", "invited you"])
    expect((await write(client, body)).status).toBe(201);
  const others = await Promise.all(
    ["Ann Reed", "Bo Lund", "Hello Kim"].map((name) =>
      owner.newClient({ name, email: `${randomUUID()}@other.example` }),
    ),
  );
  for (const other of others) await invite(owner, other.id);
  const spouse = `${randomUUID()}@other.example`;
  const attributes = { clientId: record.id, name: "Tom Thistle", email: spouse };
  await owner.send("POST", "/client_people", { type: "client_person", attributes });
  await invite(owner, record.id, spouse);
  const kept = (await mailsOf(service, owner)).filter(({ recipient }) => recipient !== email);
  expect(kept).toHaveLength(4);
  await remove(client, owner);
  const left = await mailsOf(service, owner);
  expect(left.filter(({ subject }) => subject !== "Your data is deleted")).toEqual(kept);
});

test("agents' emails about somebody deleted stay, without the name and what they wrote", async ({ service, owner }) => {
  const { record, client } = await newPortalClient(service, owner, "Ida Marigold");
  const other = await owner.newClient({ name: "Rosa Marigoldsen" });
  await owner.send("PATCH", "/mail_choices", { type: "mail_choices", attributes: { messages: "each" } });
  await write(client, "Marigolds need light.");
  await notify(service.database.orm, {
    ...{ kind: "message_received", workspaceId: owner.workspaceId, accounts: [owner.accountId], clientId: other.id },
    ...{ actorName: "Rosa Marigoldsen", subject: { type: "client", id: other.id, name: "Do they?" } },
  });
  await mailNews(partsAt(service, soon()));
  const attributes = { title: "Call Ida Marigold", dueOn: "2026-01-02", assigneeAccountId: owner.accountId };
  const about = { type: "client", id: record.id };
  const task = await owner.send("POST", "/tasks", { type: "task", attributes: { ...attributes, about } });
  expect(task.status, task.text).toBe(201);
  await owner.send("PATCH", "/mail_choices", { type: "mail_choices", attributes: { tasks: "daily" } });
  await mailDaily(partsAt(service, new Date()), owner.workspaceId, "2026-03-03");
  const before = (await mailsOf(service, owner)).filter(({ text }) => /Ida Marigold|need light/.test(text));
  expect(before.length).toBeGreaterThan(1);
  await remove(client, owner);
  const mails = await mailsOf(service, owner);
  const told = mails.map(({ subject, text }) => `${subject}\n${text}`).join("\n");
  expect(told).not.toMatch(/Ida Marigold|need light/);
  expect(told).toContain("Rosa Marigoldsen sent a message: Do they?");
  expect(told).toMatch(/• Deleted person sent a message: Deleted person/);
  expect(told).toContain("• Call Deleted person");
});

test("of files that were looked over, the rows of others stay", async ({ service, owner }) => {
  const { email, client } = await newPortalClient(service, owner, "Rose");
  await write(client, "Hello");
  const check = (entries: readonly object[]) =>
    owner.send("POST", "/client_imports", { type: "client_import", attributes: { fileName: "a.csv", entries } });
  const rows = [
    { row: 2, name: "Rosemary Hill", email: `${randomUUID()}@other.example`, notes: "Hello, she said." },
    { row: 3, name: "Rose", email: email.toUpperCase() },
    { row: 4, name: "Bo", email: "nowhere" },
  ];
  const checked = await check(rows);
  const elsewhere = await check([rows[0] ?? {}]);
  await remove(client, owner);
  const read = async (id: string) => (await owner.get(`/client_imports/${id}`)).record.attributes;
  expect(await read(checked.record.id)).toMatchObject({
    ready: 1,
    problems: [{ row: 4, name: "Bo" }],
    doubles: [{ row: 3, name: "Deleted person" }],
  });
  expect(await read(elsewhere.record.id)).toMatchObject({ ready: 1 });
  const done = await owner.send("POST", `/client_imports/${checked.record.id}/completion`);
  expect(done.record.attributes).toMatchObject({ imported: 1 });
});

test("the agent's notes stay, without the name, and what the client had added goes", async ({ service, owner }) => {
  const { record, client } = await newPortalClient(service, owner, "Ida Marigold");
  const tom = { clientId: record.id, name: "Tom Thistle", email: `${randomUUID()}@other.example` };
  await owner.send("POST", "/client_people", { type: "client_person", attributes: tom });
  await write(client, "quiet");
  const profile = (await owner.get(`/clients/${record.id}?include=buyer_profile`)).document.included?.find(
    ({ type }) => type === "buyer_profile",
  );
  const notes = "They want a quiet street.\n\nIda Marigold likes trees.";
  await owner.send("PATCH", `/buyer_profiles/${profile?.id}`, {
    ...{ type: "buyer_profile", id: profile?.id ?? "", attributes: { notes } },
  });
  await remove(client, owner);
  const { rows } = await service.database.pool.query("select notes from upstream.buyer_profiles where client_id = $1", [
    record.id,
  ]);
  expect(rows).toEqual([{ notes: "They want a quiet street.\n\nDeleted person likes trees." }]);
});

test("an archive's file goes with its row when somebody is deleted", async ({ service, owner }) => {
  const { client } = await newPortalClient(service, owner);
  const { record } = await exported(service, owner);
  const pieces = async () =>
    (await service.database.pool.query("select from upstream.objects where account_id = $1", [record.id])).rowCount;
  expect(await pieces()).toBeGreaterThan(0);
  await remove(client, owner);
  expect((await owner.get("/workspace_exports")).records).toEqual([]);
  await vi.waitFor(async () => expect(await pieces()).toBe(0), { timeout: 20_000, interval: 100 });
});
