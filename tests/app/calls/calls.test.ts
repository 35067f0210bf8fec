import { expect } from "vitest";
import { localTimeOf } from "#app/ui/clock.server.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const send = { button: "Save to activity" };

/** What the agency's own clock shows so many days ago, as a field has it. */
function daysAgo(days: number): string {
  return localTimeOf(new Date(Date.now() - days * 86_400_000).toISOString(), "America/New_York");
}

test("a call with a client is logged with what came of it, counts as contact, and leaves the next task", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  const { pool } = app.database;
  await pool.query("update upstream.clients set last_activity_at = now() - interval '40 days' where id = $1", [id]);
  await owner.open(`/clients/${id}`);
  const form = await owner.follow("Log a call");
  expect(typedIn(form, "with")).toBe("Maya Okafor");
  const words = `They want a garden, ${"and a quiet street, ".repeat(8)}and two baths.`;
  const typed = { with: "Theo Okafor", outcome: "voicemail", body: words };
  const page = await owner.submit({ ...typed, nextTitle: "Send three gardens", nextDueOn: "2031-03-01" }, send);
  expect([page.url.pathname, page.text]).toEqual([`/clients/${id}/activity`, expect.stringContaining("Call logged.")]);
  const [newest] = page.document.querySelectorAll("main .rows li").map(({ text }) => text);
  expect(page.text).toMatch(/Call logged by .*With: Theo Okafor ?Outcome: Left a voicemail ?Text: They want a garden/);
  expect(newest).toMatch(/Task added|Call logged/);
  // The whole of it, however long.
  expect(page.text).toContain("and two baths.");
  expect((await owner.open(`/clients/${id}`)).text).toContain("Send three gardens");
  const { rows } = await pool.query(
    "select last_activity_at > now() - interval '1 hour' as is_new from upstream.clients where id = $1",
    [id],
  );
  expect(rows).toEqual([{ is_new: true }]);
});

test("a call of this minute stands above what happened in the minute before it was logged", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  await owner.open(`/clients/${id}/calls/new`);
  await owner.submit({ outcome: "talked", body: "On the lender." }, send);
  const labels = owner.page.document.querySelectorAll("main .rows li b").map(({ text }) => text);
  expect(labels.slice(0, 2)).toEqual(["Call logged", "Client created"]);
});

test("a note of the day before yesterday stands below what came later, and moves no later contact back", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  for (const [kind, body, happenedAt] of [
    ["call", "The later one", daysAgo(1)],
    ["note", "The earlier one", daysAgo(2)],
  ] as const) {
    await owner.open(`/clients/${id}/calls/new`);
    await owner.submit({ kind, body, happenedAt, outcome: kind === "call" ? "talked" : "" }, send);
  }
  expect(owner.page.text).toContain("Note saved.");
  expect(owner.page.text).toMatch(/Call logged .*The later one.*Note logged .*The earlier one/s);
});

test("what is missing or cannot be is said at its field, and what was typed is kept", async ({ agency, owner }) => {
  const { id } = await agency.addClient({});
  await owner.open(`/clients/${id}/calls/new`);
  const refused = await owner.submit({ body: "Kept.", nextDueOn: "2031-03-01" }, send);
  expect([refused.status, messagesOn(refused), typedIn(refused, "body")]).toEqual([
    400,
    ["Choose what came of the call.", "Enter what is to be done by then, or leave the day blank."],
    "Kept.",
  ]);
  const typed = { outcome: "talked", nextTitle: "Call", happenedAt: daysAgo(-2) };
  expect(messagesOn(await owner.submit(typed, send))).toEqual(["When can't be in the future."]);
  expect(messagesOn(await owner.submit({ happenedAt: daysAgo(400) }, send))).toEqual([
    "When must be within the past year.",
  ]);
  expect(messagesOn(await owner.submit({ happenedAt: "2031-03-09T02:30" }, send))).toEqual([
    "Clocks go forward on that day, and skip this time. Choose another one.",
  ]);
  expect(messagesOn(await owner.submit({ kind: "note", body: " ", happenedAt: daysAgo(0) }, send))).toEqual([
    "Enter the note.",
  ]);
});

test("a call about a deal stands in its timeline and in the client's activity; who may not change it logs none", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const { id: packageId } = await agency.addPackage();
  const opened = await agency.call("POST", "/opportunities", { clientId: client.id, packageId });
  const path = `/opportunities/${String(Object(Object(opened).data).id)}`;
  await owner.open(path);
  await owner.follow("Log a call");
  const deal = await owner.submit({ outcome: "talked", body: "Offers by Friday", nextTitle: "Write it" }, send);
  expect([deal.url.pathname, deal.text]).toEqual([path, expect.stringMatching(/Call logged by .*Offers by Friday/s)]);
  expect(deal.text).toContain("Write it");
  expect((await owner.open(`/clients/${client.id}/activity`)).text).toContain("Offers by Friday");
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open(path)).text).not.toContain("Log a call");
  for (const page of [path, `/clients/${client.id}`])
    expect((await instructor.open(`${page}/calls/new`)).status).toBe(403);
});
