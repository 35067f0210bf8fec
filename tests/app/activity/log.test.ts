import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { dayIn } from "#app/ui/date-format.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { alderLane } from "#tests/support/records.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { typedIn } from "../page-reading.ts";

const test = sharedAgencyTest();

let deal = "";

test.beforeAll(async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const property = await agency.addPackage(alderLane);
  await agency.call("POST", "/opportunities", { clientId: client.id, packageId: property.id });
  deal = /\/opportunities\/[0-9a-f-]{36}/.exec((await owner.open("/opportunities")).html)?.[0] ?? "";
  await owner.open(`${deal}/stage?to=showing_scheduled`);
  await owner.submit({ showingAt: "2031-05-01T10:00" }, { button: "Update stage" });
});

const eventsOn = ({ document }: Visit) =>
  document.querySelectorAll("[aria-label=Activity] b, [aria-label=Timeline] b").map((label) => label.text);

test("the log shows who changed which record, with the values before and after", async ({ owner }) => {
  const page = await owner.open("/activity");
  expect(eventsOn(page)).toEqual([
    "Stage changed: Showing scheduled",
    "Deal opened",
    "Property created",
    "Client created",
    "Workspace created",
  ]);
  const [moved] = page.document.querySelectorAll("[aria-label=Activity] li");
  expect(moved?.text).toContain("by Ada Marsh");
  expect(moved?.text).toContain("Stage: Opportunity → Showing scheduled");
  expect(moved?.text).toContain("Showing: Thu, May 1, 2031, ");
  const links = moved?.querySelectorAll("a").map((link) => link.text);
  expect(links).toEqual(["Maya Okafor", "12 Alder Lane", "Opportunity"]);
});

test("the log is filtered by kind, person and days in the URL", async ({ owner }) => {
  expect(eventsOn(await owner.open("/activity?kind=opportunities"))).toEqual([
    "Stage changed: Showing scheduled",
    "Deal opened",
  ]);
  expect(eventsOn(await owner.open("/activity?kind=workspace"))).toEqual(["Workspace created"]);
  const found = await owner.submit({ personName: "ada", kind: "clients" }, { form: "main form[role=search]" });
  expect([found.url.pathname, eventsOn(found), typedIn(found, "personName")]).toEqual([
    "/activity",
    ["Client created"],
    "Ada Marsh",
  ]);
  expect(found.url.search).toMatch(/^\?kind=clients&from=&until=&person=[0-9a-f-]{36}$/);
  expect((await owner.open(`/activity?person=${crypto.randomUUID()}`)).text).toContain(
    "No activity matches these filters",
  );
  const today = dayIn("America/New_York");
  expect(eventsOn(await owner.open(`/activity?from=${today}&until=${today}`)).length).toBeGreaterThan(3);
  expect(eventsOn(await owner.open("/activity?until=2020-01-01"))).toEqual([]);
  for (const odd of ["from=2026-02-30", "person=%00", "kind=nonsense", "opportunity=%00"])
    expect(eventsOn(await owner.open(`/activity?${odd}`))).toHaveLength(5);
});

test("pages of the log keep the filters", async ({ app, agency, owner }) => {
  const { id } = await agency.addClient({ name: "Ben" });
  await app.database.orm.execute(sql`
    insert into upstream.activities (workspace_id, client_id, kind, topic, label, subject_type, subject_id, occurred_at)
    select workspace_id, id, 'client.updated', 'clients', 'Change ' || n, 'client', id, now() - n * interval '1 second'
    from upstream.clients, generate_series(1, 40) as n where id = ${id}`);
  const first = await owner.open("/activity?kind=clients");
  expect(eventsOn(first)).toHaveLength(30);
  const second = await owner.follow("Next");
  expect(second.url.searchParams.get("kind")).toBe("clients");
  expect(eventsOn(second).slice(0, 1)).toEqual(["Change 29"]);
  expect(eventsOn(await owner.follow("Previous"))).toEqual(eventsOn(first));
});

test("an opportunity shows its latest events, with a link to its log", async ({ owner }) => {
  await owner.open(deal);
  await owner.submit({ body: "They liked it." }, { button: "Add comment" });
  // A comment stands there itself, in place of its event.
  expect(eventsOn(await owner.open(deal))).toEqual(["Ada Marsh", "Opportunity → Showing scheduled", "Deal opened"]);
  const log = await owner.open(`/activity?opportunity=${deal.split("/")[2]}`);
  expect(eventsOn(log)).toEqual(["Comment added", "Stage changed: Showing scheduled", "Deal opened"]);
  expect(log.text).toContain("Showing activity for one opportunity.");
});

test("members see their own records' events, managers all, instructors only a record's own history", async ({
  agency,
}) => {
  const member = (await agency.join("member")).visitor;
  expect(eventsOn(await member.open("/activity"))).toEqual([]);
  const manager = (await agency.join("manager")).visitor;
  const labels = eventsOn(await manager.open("/activity?kind=opportunities"));
  expect(labels).toEqual(["Stage changed: Showing scheduled", "Deal opened"]);
  expect(eventsOn(await manager.open("/activity?kind=workspace"))).toEqual([]);
  const instructor = (await agency.join("instructor")).visitor;
  expect((await instructor.open("/activity")).status).toBe(403);
  expect((await instructor.open("/dashboard")).html).not.toContain('href="/activity"');
  expect(eventsOn(await instructor.open(deal))).toHaveLength(3);
});

test("events name another agent's client and property without leading there", async ({ agency, owner }) => {
  const { accountId, visitor: member } = await agency.join("member");
  await owner.open(`${deal}/agent`);
  await owner.submit({ agentText: "A colleague", agent: accountId, agentFor: "A colleague" }, { button: "Save agent" });
  for (const path of ["/activity", "/dashboard", deal]) {
    const page = await member.open(path);
    const links = page.document.querySelectorAll("main a[href^='/']").map((link) => link.getAttribute("href") ?? "");
    expect(links).toContain(path === deal ? `${deal}/stage` : deal);
    for (const link of new Set(links))
      expect([path, link, (await member.open(link)).status]).toEqual([path, link, 200]);
  }
  const [newest] = (await member.open("/activity")).document.querySelectorAll("[aria-label=Activity] li");
  expect(newest?.text).toContain("Maya Okafor");
  expect(newest?.querySelectorAll("a").map((link) => link.text)).toEqual(["Opportunity"]);
  expect((await member.open(deal)).document.querySelector("[aria-label=Timeline]")?.text).not.toContain("Maya Okafor");
});
