import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { http } from "msw";
import { expect, vi } from "vitest";
import { z } from "zod";
import { groupKeys, groups } from "#app/dashboard/attention.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { alderLane } from "#tests/support/records.ts";
import { hiddenIds } from "#tests/support/seeded-agent.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

test.afterEach(() => {
  vi.restoreAllMocks();
});

/** The texts of the groups, by their headings. */
function groupsOn({ document }: Visit): Record<string, string> {
  const groups = document.querySelectorAll("section.waiting").map((group) => {
    const title = group.querySelector("h3")?.text ?? "";
    return [title, group.text.replace(title, "").replaceAll(/\s+/g, " ").trim()] as const;
  });
  return Object.fromEntries(groups);
}

const linkIn = ({ document }: Visit, label: string) =>
  document.querySelector(`[aria-label="${label}"] a`)?.getAttribute("href");
const tilesOn = ({ document }: Visit) =>
  document.querySelectorAll(".tile").map((tile) => [tile.text, tile.getAttribute("href")]);

const readCsv = async (visitor: Visitor, path: string) => (await visitor.request(path)).text();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A deal of Maya's with 12 Alder Lane; gives its id. */
async function openDeal(agency: Agency, owner: Visitor): Promise<{ id: string; clientId: string; packageId: string }> {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const property = await agency.addPackage(alderLane);
  const pair = { clientId: client.id, packageId: property.id };
  await agency.call("POST", "/opportunities", pair);
  const [, id = ""] = /href="\/opportunities\/([0-9a-f-]{36})"/.exec((await owner.open("/opportunities")).html) ?? [];
  return { id, ...pair };
}

test("a new workspace has a welcome, the first steps and no groups", async ({ agency, owner }) => {
  const page = await owner.open("/dashboard");
  expect(page.text).toContain("Welcome, Ada!");
  expect(tilesOn(page)).toEqual([
    ["Open deals0", "/opportunities?stage=active"],
    ["Value in play$0", "/opportunities?stage=active"],
    ["Showings this week0", "/calendar?view=week&whose=everyone&kind=showing"],
    ["Offers due0", "/packages/?due=1w&sort=due"],
    ["Clients0", "/clients/"],
  ]);
  expect(groupsOn(page)).toEqual({});
  expect(page.text).toContain("You're all caught up. Nothing needs attention.");
  expect(page.text).toContain("No clients are waiting to see a property.");
  const steps = (visit: Visit) =>
    visit.document.querySelectorAll('[aria-label="First steps"] > li').map(({ text }) => text.replaceAll(/\s+/g, " "));
  expect(steps(page)).toEqual([
    expect.stringMatching(/^Add your clients.*New clientImportNot now$/),
    expect.stringMatching(/^Add a property.*New propertyNot now$/),
    expect.stringMatching(/^Invite your team.*InviteNot now$/),
    expect.stringMatching(/^Logo and public page.*LogoPublic pageNot now$/),
    expect.stringMatching(/^Share a property.*PropertiesNot now$/),
  ]);
  for (const link of page.document.querySelectorAll('[aria-label="First steps"] a'))
    expect((await owner.open(link.getAttribute("href") ?? "")).status).toBe(200);
  const { packageId } = await openDeal(agency, owner);
  await agency.join("manager");
  await agency.call("POST", "/share_links", { packageId, label: "All", folderIds: [], includesReleased: true });
  const left = await owner.open("/dashboard");
  expect(steps(left)).toEqual([expect.stringMatching(/^Logo and public page/)]);
  const put = await owner.submit({}, { button: "Not now" });
  expect([put.url.pathname, steps(put)]).toEqual(["/dashboard", []]);
  for (const step of ["public_page", "nonsense", ""])
    expect((await owner.send("/dashboard/first-steps", new URLSearchParams({ step }))).status).toBe(200);
  expect((await owner.open("/dashboard")).status).toBe(200);
});

test("sample data comes by a button, is in no figure and no file, and is taken out by one", async ({
  agency,
  owner,
}) => {
  await agency.addClient({ name: "Maya Okafor" });
  expect((await owner.open("/dashboard")).text).not.toContain("sample data");
  await owner.open("/dashboard/samples");
  const added = await owner.submit({}, { button: "Add sample data" });
  expect([added.url.pathname.replace(/\/$/, ""), added.text.match(/\(sample\)/g)?.length]).toEqual(["/clients", 3]);
  expect((await owner.open("/dashboard/samples")).text).toContain("The sample data is here");
  for (const list of ["clients", "packages", "opportunities"])
    expect([list, await readCsv(owner, `/${list}/export.csv`)]).toEqual([
      list,
      expect.not.stringContaining("(sample)"),
    ]);
  const page = await owner.open("/dashboard");
  expect(tilesOn(page).map(([text]) => text)).toEqual([
    ...["Open deals0", "Value in play$0", "Showings this week0", "Offers due0", "Clients1"],
  ]);
  expect(page.text).toContain("This workspace has sample data.");
  await owner.follow("Take it out");
  const out = await owner.submit({}, { button: "Take sample data out" });
  expect([out.url.pathname, out.text]).toEqual(["/dashboard", expect.not.stringContaining("(sample)")]);
  expect((await owner.open("/clients")).text).toContain("Maya Okafor");
  const manager = (await agency.join("manager")).visitor;
  expect((await manager.open("/dashboard/samples")).status).toBe(403);
});

test("what is due today comes first, once, and tasks are completed from there", async ({ app, agency, owner }) => {
  const { id, packageId } = await openDeal(agency, owner);
  await agency.call("PATCH", `/packages/${packageId}`, { offerDueAt: inDays(2) });
  await agency.call("POST", "/showings", { opportunityId: id, startsAt: inDays(1) });
  const { orm } = app.database;
  // The last minute of today where the workspace is.
  const tonight = sql`(date_trunc('day', now() at time zone 'America/New_York') + interval '1 day' - interval '1 minute') at time zone 'America/New_York'`;
  await orm.execute(
    sql`update upstream.packages set offer_due_at = ${tonight}, time_zone = 'America/New_York' where id = ${packageId}`,
  );
  await orm.execute(sql`update upstream.showings set starts_at = ${tonight} where opportunity_id = ${id}`);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format();
  await agency.call("POST", "/tasks", { title: "Call the lender", dueOn: today });
  const page = await owner.open("/dashboard");
  const groups = groupsOn(page);
  expect(Object.keys(groups)[0]).toBe("Today");
  expect(groups.Today).toMatch(/^Call the lender ?Today ?Done ?Offers due ?12 Alder Lane · Maya Okafor ?11:59 PM/);
  expect(groups).not.toHaveProperty("Next 7 days");
  const done = await owner.submit({}, { button: "Done" });
  expect(done.url.pathname).toBe("/dashboard");
  expect(groupsOn(done).Today).not.toContain("Call the lender");
  expect(groupsOn(await owner.submit({}, { button: "Undo" })).Today).toContain("Call the lender");
});

test("after Done the next task of the list has the focus, whatever its part; all that was loaded is one click away", async ({
  agency,
  owner,
}) => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format();
  const ofMine = { assigneeAccountId: agency.owner.accountId };
  for (const title of ["Late 1", "Late 2", "Late 3", "Late 4"])
    await agency.call("POST", "/tasks", { title, dueOn: "2020-01-02", ...ofMine });
  await agency.call("POST", "/tasks", { title: "Today 1", dueOn: today, ...ofMine });
  // The day before yesterday at most: in New York it is yesterday until five in the morning of UTC.
  for (const day of [-2, -3, -4, -5]) {
    const { id } = await openDeal(agency, owner);
    await agency.call("PATCH", `/opportunities/${id}`, { closingOn: inDays(day).slice(0, 10) });
  }
  const page = await owner.open("/dashboard");
  const lateOn = (visit: Visit) => visit.document.querySelectorAll('[aria-label="Late and waiting"] li').length;
  expect(lateOn(page)).toBe(6);
  const [first, ...others] = page.document.querySelectorAll("[name=back]").map((back) => back.getAttribute("value"));
  const ids = page.document.querySelectorAll(".waiting .tick").map((tick) => tick.getAttribute("id"));
  expect([first, others.at(2)]).toEqual([`/dashboard#${ids[1]}`, `/dashboard#${ids[4]}`]);
  expect(lateOn(await owner.follow("Show all 9"))).toBe(8);
});

test("a task shows the initials of the client whom it is about, and of nothing that is no person", async ({
  agency,
  owner,
}) => {
  const { id, packageId } = await openDeal(agency, owner);
  const about = { opportunity: id, package: packageId, none: null };
  for (const [type, of] of Object.entries(about))
    await agency.call("POST", "/tasks", {
      title: `Call about the ${type}`,
      dueOn: "2020-01-02",
      assigneeAccountId: agency.owner.accountId,
      ...(of !== null && { about: { type, id: of } }),
    });
  const { document } = await owner.open("/dashboard");
  const faces = document
    .querySelectorAll("main li")
    .filter((row) => row.text.includes("Call about the") && row.text.endsWith("Done"))
    .map((row) => [/the ([a-z]+)/.exec(row.text)?.[1], row.querySelector(".face")?.text ?? null]);
  expect(new Set(faces.map(String))).toEqual(new Set(["opportunity,MO", "package,", "none,"]));
});

test("deadlines of inspections and closings that are near or past are listed, and are changed from there", async ({
  agency,
  owner,
}) => {
  const [near, past] = [await openDeal(agency, owner), await openDeal(agency, owner)];
  await agency.call("PATCH", `/opportunities/${near.id}`, { closingOn: inDays(4).slice(0, 10) });
  await agency.call("PATCH", `/opportunities/${past.id}`, { inspectionsDueOn: inDays(-3).slice(0, 10) });
  const { document } = await owner.open("/dashboard");
  const steps = document
    .querySelectorAll(".waiting li")
    .map((row) => [row.querySelector("a")?.text, row.querySelector(".btn")?.getAttribute("href")]);
  expect(steps).toEqual([
    ["Inspections due", `/opportunities/${past.id}/terms`],
    ["Closing", `/opportunities/${near.id}/terms`],
  ]);
  expect(groupsOn(owner.page)["Late and waiting"]).toMatch(/^Inspections due ?12 Alder Lane · Maya Okafor ?\w{3}, /);
});

test("a group that does not show all leads to a page that does", async ({ agency, owner }) => {
  for (const day of [1, 2, 3, 4, 5]) {
    const { id } = await openDeal(agency, owner);
    await agency.call("PATCH", `/opportunities/${id}`, { closingOn: inDays(day).slice(0, 10) });
  }
  const { document } = await owner.open("/dashboard");
  expect(document.querySelectorAll('[aria-label="Next 7 days"] li')).toHaveLength(4);
  const all = document.querySelectorAll("main .link").find(({ text }) => text === "All open deals");
  expect(all?.getAttribute("href")).toBe("/opportunities?stage=active");
  const lists = groupKeys.flatMap((key) => groups[key].list ?? []);
  expect(lists.length).toBeGreaterThan(4);
  for (const { href } of lists) {
    const page = await owner.open(href);
    expect([href, page.status, page.url.pathname + page.url.search]).toEqual([href, 200, href]);
  }
});

test("deals are counted by stage, each count beside the way to its list", async ({ agency, owner }) => {
  expect((await owner.open("/dashboard")).text).not.toContain("Deals by stage");
  const { id } = await openDeal(agency, owner);
  await openDeal(agency, owner);
  await agency.call("POST", `/opportunities/${id}/moves`, {
    from: "open",
    to: "offer_sent",
    price: { amount: "1.00", currency: "USD" },
  });
  const { document } = await owner.open("/dashboard");
  const bars = document
    .querySelectorAll('table[aria-label="Open deals by stage"] tr')
    .map((row) => [row.text.replaceAll(/\s+/g, " "), row.querySelector("a")?.getAttribute("href")]);
  expect(bars).toEqual([
    ["Opportunity1", "/opportunities?stage=open"],
    ["Offer sent1", "/opportunities?stage=offer_sent"],
  ]);
});

/** Noon of a day by the workspace's clock: so many hours ago would be another day after midnight there. */
const noonDaysAgo = (days: number) =>
  sql`(date_trunc('day', now() at time zone 'America/New_York') - ${days} * interval '1 day' + interval '12 hours') at time zone 'America/New_York'`;

test("each item links to its record, and each tile to the list that it counts", async ({ app, agency, owner }) => {
  const { id, packageId } = await openDeal(agency, owner);
  await agency.call("PATCH", `/packages/${packageId}`, { offerDueAt: inDays(3) });
  const asked = { opportunityId: id, startsAt: inDays(5) };
  await agency.call("POST", "/showings", asked);
  const { orm } = app.database;
  await orm.execute(sql`update upstream.showings set inserted_at = ${noonDaysAgo(2)} where opportunity_id = ${id}`);
  await orm.execute(sql`update upstream.opportunities set updated_at = ${noonDaysAgo(9)} where id = ${id}`);

  const page = await owner.open("/dashboard");
  const groups = groupsOn(page);
  expect(groups["Next 7 days"]).toMatch(/^Offers due ?12 Alder Lane · Maya Okafor ?\w{3}, \w{3} \d+, /);
  expect(groups.Quiet).toMatch(/^(?:MO)?No activity for 9 days ?12 Alder Lane · Maya Okafor ?Opportunity ?Write$/);
  const deal = `/opportunities/${id}`;
  expect([linkIn(page, "Next 7 days"), linkIn(page, "Quiet")]).toEqual([`/packages/${packageId}`, deal]);
  const requests = page.document.querySelector('[aria-label="Property requests"]');
  expect(requests?.text.replaceAll(/\s+/g, " ")).toMatch(/12 Alder Lane · Maya ?For .* · waiting 2 days ?Confirm$/);
  expect(linkIn(page, "Property requests")).toBe(deal);

  const listed = await owner.open("/opportunities?stage=active");
  expect(listed.text).toContain("Showing 1 to 1 of 1 results");
  await owner.open(`${deal}/stage?to=lost`);
  await owner.submit({ reason: "financing" }, { button: "Update stage" });
  expect(tilesOn(await owner.open("/dashboard"))[0]).toEqual(["Open deals0", "/opportunities?stage=active"]);
  expect((await owner.open("/opportunities?stage=active")).text).toContain("No results.");
});

const created = z.object({ data: z.object({ id: z.string() }) });

test("property requests stand by the day that was asked for, the soonest first, and those of one moment in one order", async ({
  agency,
  owner,
}) => {
  const { id: opportunityId } = await openDeal(agency, owner);
  const ask = async (startsAt: string) => {
    return created.parse(await agency.call("POST", "/showings", { opportunityId, startsAt })).data.id;
  };
  const moment = inDays(4);
  const late = await ask(inDays(9));
  const same = [await ask(moment), await ask(moment), await ask(moment)];
  const soon = await ask(inDays(2));
  const page = await owner.open("/dashboard");
  const confirmed = page.document
    .querySelectorAll('[aria-label="Property requests"] a[href$="/confirmation"]')
    .map((link) => link.getAttribute("href")?.split("/").at(-2));
  expect(confirmed).toEqual([soon, ...same.toSorted()]);
  expect(confirmed).not.toContain(late);
});

test("an unanswered offer is late once it has expired", async ({ app, agency, owner }) => {
  const { id } = await openDeal(agency, owner);
  await owner.open(`/opportunities/${id}/stage?to=offer_sent`);
  await owner.submit({ "dealPrice.amount": "640,000" }, { button: "Update stage" });
  await app.database.orm.execute(
    sql`update upstream.offers set expires_at = now() - interval '2 hours' where opportunity_id = ${id}`,
  );
  const page = await owner.open("/dashboard");
  expect(groupsOn(page)["Late and waiting"]).toMatch(/^Offer expired ?12 Alder Lane · Maya Okafor · \$640,000/);
  expect(page.document.querySelector('[aria-label="Late and waiting"] .state-due')).not.toBeNull();
  expect(linkIn(page, "Late and waiting")).toBe(`/opportunities/${id}`);
});

test("a failed upload is listed", async ({ app, owner }) => {
  await owner.open("/clients/new");
  const { workspaceId } = hiddenIds(owner);
  await app.database.orm.execute(sql`
    insert into upstream.objects (storage_key, workspace_id, account_id, name, size, expires_at)
    select gen_random_uuid(), workspace_id, account_id, 'Report.pdf', 1229, now() - interval '1 minute'
    from upstream.memberships where workspace_id = ${workspaceId}`);
  const page = await owner.open("/dashboard");
  expect(groupsOn(page)["Late and waiting"]).toMatch(/^Report.pdf ?Upload it again ?1.2 kB not uploaded$/);
  expect(linkIn(page, "Late and waiting")).toBe("/documents/uploads/new");
});

test("members see their own records, instructors see no log", async ({ agency, owner }) => {
  await openDeal(agency, owner);
  const member = (await agency.join("member")).visitor;
  const countsOn = (visit: Visit) => tilesOn(visit).filter(([text]) => /^(Open deals|Clients)/.test(text ?? ""));
  expect(countsOn(await member.open("/dashboard")).map(([text]) => text)).toEqual(["Open deals0", "Clients0"]);
  const instructor = (await agency.join("instructor")).visitor;
  const page = await instructor.open("/dashboard");
  expect(countsOn(page).map(([text]) => text)).toEqual(["Open deals11 new this week", "Clients1"]);
  expect(page.text).not.toContain("Latest activity");
});

test("whoever may only look is led to no page that is refused", async ({ app, agency, owner }) => {
  const { id, clientId } = await openDeal(agency, owner);
  await agency.call("POST", "/showings", { opportunityId: id, startsAt: inDays(2) });
  await owner.open(`/opportunities/${id}/stage?to=offer_sent`);
  await owner.submit({ "dealPrice.amount": "610,000" }, { button: "Update stage" });
  const dated = await openDeal(agency, owner);
  await agency.call("PATCH", `/opportunities/${dated.id}`, { closingOn: inDays(3).slice(0, 10) });
  const silent = await openDeal(agency, owner);
  await app.database.orm.execute(sql`update upstream.offers set expires_at = now() where opportunity_id = ${id}`);
  await app.database.orm.execute(
    sql`update upstream.opportunities set updated_at = now() - interval '9 days' where id = ${silent.id}`,
  );
  await app.database.orm.execute(sql`insert into upstream.portal_requests (id, workspace_id, client_id, kind, name, email)
    values (${randomUUID()}, ${agency.workspaceId}, ${clientId}, 'deletion', 'Maya', 'maya@client.example')`);
  const stepsOn = ({ document }: Visit) => document.querySelectorAll("main .btn.text-accent").map(({ text }) => text);
  const all = await owner.open("/dashboard?all=true");
  expect(new Set(stepsOn(all))).toEqual(new Set(["Record answer", "Confirm", "Change date", "Write"]));
  const { visitor: instructor } = await agency.join("instructor");
  const page = await instructor.open("/dashboard?all=true");
  expect(groupsOn(page)["Late and waiting"]).toContain("Asks to be deleted");
  expect(stepsOn(page)).toEqual([]);
  const links = page.document.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
  expect(links.length).toBeGreaterThan(10);
  for (const link of new Set(links)) expect([link, (await instructor.open(link)).status]).toEqual([link, 200]);
});

/** The call, and the panels that need it. */
const panels = [
  ["/api/packages", "Offers due soon"],
  ["/api/tasks", "Today, Overdue tasks"],
  ["/api/offers", "Offers awaiting a response"],
  ["/api/opportunities", "Inspections and closings, No activity for 7 days"],
  ["/api/failed_uploads", "Failed uploads"],
] as const;

test.for(panels)(
  "when %s fails, one line names %s and the other panels load",
  async ([path, title], { app, owner }) => {
    app.use(http.all(`*${path}`, () => new Response("no", { status: 500 })));
    const page = await owner.open("/dashboard");
    expect(page.status).toBe(200);
    const { [title]: broken, ...others } = groupsOn(page);
    expect(broken).toBe("These couldn't be loaded. The rest of this page is up to date. Check again");
    expect(Object.values(others).join(" ")).not.toContain("couldn't be loaded");
    expect(page.text).toContain("No clients are waiting to see a property.");
  },
);

test("an error in the app breaks its panel alone, and is logged", async ({ app, agency, owner }) => {
  await agency.addPackage({ ...alderLane, offerDueAt: inDays(3) });
  app.use(
    http.get("*/api/packages", async ({ request }) => {
      const answer = await app.forward(request);
      vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts").mockImplementation(() => {
        throw new TypeError("a mistake of ours");
      });
      return answer;
    }),
  );
  const page = await owner.open("/dashboard");
  expect(page.status).toBe(200);
  expect(groupsOn(page)["Offers due soon"]).toMatch(/^These couldn't be loaded\./);
  expect(app.logged()).toMatch(/a mistake of ours.*A part of a page failed/);
});

// Last: calls that hang are still tried again when their page is long gone.
test("a panel that hangs holds up neither the others nor the page", async ({ app, owner }) => {
  app.pretend({ service: "hurried" });
  app.use(http.all("*/api/offers", () => new Promise<Response>(() => {})));
  const started = performance.now();
  const page = await owner.open("/dashboard");
  expect(performance.now() - started).toBeLessThan(2_500);
  expect(groupsOn(page)).toEqual({
    "Offers awaiting a response": "These couldn't be loaded in time. The rest of this page is up to date. Check again",
  });
});

test("a request stands once, and the number to confirm is that of the list", async ({ agency, owner }) => {
  const { id } = await openDeal(agency, owner);
  for (const days of [0.01, 3, 30])
    await agency.call("POST", "/showings", { opportunityId: id, startsAt: inDays(days) });
  const page = await owner.open("/dashboard");
  const steps = page.document.querySelectorAll("main .btn").filter(({ text }) => text === "Confirm");
  expect(steps).toHaveLength(3);
  expect(new Set(steps.map((step) => step.getAttribute("href"))).size).toBe(3);
  expect(tilesOn(page).find(([text]) => text?.startsWith("Showings this week"))?.[0]).toMatch(/3 to confirm$/);
});

test("who sees the records of others chooses between Mine and Team, and all that stands there is of those", async ({
  agency,
  owner,
}) => {
  const colleague = await agency.join("manager");
  const { id } = await openDeal(agency, owner);
  await agency.call("POST", "/showings", { opportunityId: id, startsAt: inDays(3) });
  const whose = ({ document }: Visit) =>
    document
      .querySelectorAll('[aria-label="Whose records"] a')
      .map((link) => [link.text, link.getAttribute("aria-current") ?? null]);
  const team = await colleague.visitor.open("/dashboard");
  expect(whose(team)).toEqual([
    ["Mine", null],
    ["Team", "page"],
  ]);
  expect(team.text).toContain("12 Alder Lane");
  const mine = await colleague.visitor.follow("Mine");
  expect([whose(mine)[0], mine.text.includes("12 Alder Lane")]).toEqual([["Mine", "page"], false]);
  expect(tilesOn(mine).map(([text]) => text)).toEqual([
    "Open deals0",
    "Value in play$0",
    "Showings this week0",
    "Offers due0",
    "Clients0",
  ]);
  const own = await owner.open("/dashboard?whose=mine");
  const [deals, , showings] = tilesOn(own);
  expect([own.text.includes("12 Alder Lane"), deals?.[0]]).toEqual([true, "Open deals11 new this week"]);
  expect((await owner.open(deals?.[1] ?? "")).text).toContain("Showing 1 to 1 of 1 results");
  expect(showings?.[1]).toBe("/calendar?view=week&kind=showing");
  const member = await agency.join("member");
  expect(whose(await member.visitor.open("/dashboard?whose=mine"))).toEqual([]);
});

/** Sends documents and asks to be deleted, in the portal. */
async function askToGo(client: Visitor, documents: number): Promise<void> {
  for (let number = 0; number < documents; number += 1) {
    await client.open("/client-portal/dashboard/documents");
    const file = new File([`Page ${number}`], `Letter ${number}.txt`, { type: "text/plain" });
    await client.submit({}, { button: "Send document", files: [file] });
  }
  await client.open("/client-portal/dashboard/me/deletion");
  expect((await client.submit({}, { button: "Ask to be deleted" })).text).toContain("asked");
}

test("who asks to be deleted stands first for owners and admins, who are told, whatever else waits", async ({
  app,
  agency,
  owner,
}) => {
  const [admin, manager, member] = [
    await agency.join("admin"),
    await agency.join("manager"),
    await agency.join("member"),
  ];
  const { visitor, record } = await newPortalClient(app, agency, "Ida Marigold");
  await agency
    .call("PATCH", `/clients/${record.id}/assignment`, { assignedAccountId: member.accountId })
    .catch(() => {});
  await askToGo(visitor, 6);
  for (const person of [owner, admin.visitor])
    for (const path of ["/dashboard", "/dashboard?whose=mine"]) {
      const page = await person.open(path);
      const [first] = page.document.querySelectorAll(".waiting li");
      expect.soft([path, first?.text]).toEqual([path, expect.stringMatching(/^(IM)?Asks to be deleted ?Ida Marigold/)]);
      expect.soft(first?.querySelector("a")?.getAttribute("href")).toMatch(/\/deletion$/);
    }
  for (const person of [owner, admin.visitor])
    expect.soft((await person.open("/notifications")).text).toContain("Ida Marigold asked to be deleted");
  expect.soft((await manager.visitor.open("/notifications")).text).not.toContain("asked to be deleted");
  const page = await owner.open("/dashboard");
  expect.soft(page.text).toContain("Show all 7");
  const all = await owner.follow("Show all 7");
  expect.soft(all.document.querySelectorAll('[aria-label="Late and waiting"] li')).toHaveLength(7);
  await owner.open(all.document.querySelector(".waiting li a")?.getAttribute("href") ?? "");
  await owner.submit({ confirmed: "on" }, { button: "Delete for good" });
  expect.soft((await owner.open("/dashboard")).text).not.toContain("Asks to be deleted");
});

test("requests for showings are all one click away, and counted", async ({ app, agency, owner }) => {
  for (const day of [1, 2, 3, 4, 5, 6]) {
    const { id } = await openDeal(agency, owner);
    await agency.call("POST", "/showings", { opportunityId: id, startsAt: inDays(day) });
  }
  await app.database.orm.execute(sql`update upstream.showings set state = 'requested'
    where workspace_id = ${agency.workspaceId}`);
  const shown = (page: Visit) => page.document.querySelectorAll('[aria-label="Property requests"] li').length;
  expect(shown(await owner.open("/dashboard"))).toBe(4);
  expect(shown(await owner.follow("Show all 6 requests"))).toBe(6);
});
