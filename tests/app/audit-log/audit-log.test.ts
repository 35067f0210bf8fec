import { sql } from "drizzle-orm";
import { HttpResponse, http } from "msw";
import { expect, onTestFinished } from "vitest";
import { createApiConnection } from "#app/json-api/connection.ts";
import { ash } from "#app/json-api/service.ts";
import { dayIn } from "#app/ui/date-format.ts";
import { withoutKeys } from "#tests/app/json-api/connecting.ts";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf } from "../page-reading.ts";

const test = newAgencyTest();

const page = "/settings/activity";

/** The rows, each as "who | from where | what happened". */
const eventsOn = ({ document }: Visit) =>
  document.querySelectorAll("tbody tr").map((row) =>
    row
      .querySelectorAll("td")
      .slice(1)
      .map((cell) => cell.text.trim())
      .join(" | "),
  );

const happenedOn = ({ document }: Visit) => document.querySelectorAll("tbody b").map(({ text }) => text);

/** Changes a client's phone number by its form. */
async function changePhone(visitor: Visitor, id: string): Promise<void> {
  await visitor.open(`/clients/${id}/edit`);
  await visitor.submit({ phoneNumber: "206 555 0101" }, { button: "Save changes" });
}

test("each event says who did it, when, from where, and what was before and after", async ({ app, agency, owner }) => {
  const { id } = await agency.addClient();
  app.pretend({ network: "203.0.113.x" });
  onTestFinished(() => app.pretend());
  await changePhone(owner, id);
  const log = await owner.open(page);
  expect(log.document.querySelector("h1")?.text).toBe("Audit log");
  const [changed] = log.document.querySelectorAll("tbody tr");
  expect(changed?.text).toMatch(/Ada Marsh203\.0\.113\.xClient details changedMaya Okafor 1 change/);
  expect(changed?.querySelector("time")?.text).toMatch(/^\w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M E[SD]T$/);
  expect(changed?.querySelector("details:not([open])")?.text).toContain("Phone number: 206 555 0101");
  expect(changed?.querySelector(`a[href="/clients/${id}"]`)?.text).toBe("Maya Okafor");
  // What came past the app says nothing of a browser.
  expect(eventsOn(log).at(-1)).toBe("Ada Marsh | — | Workspace created");
  expect((await owner.open("/settings")).document.querySelector(`a[href="${page}"]`)?.text).toContain("Activity");
});

test("an event about a colleague leads to them, and says which role they had and have", async ({ agency, owner }) => {
  const { accountId } = await agency.join("member");
  await owner.open(`/settings/members/${accountId}`);
  await owner.submit({ role: "manager" }, { button: "Save member" });
  const log = await owner.open(`${page}?kind=workspace`);
  const [changed] = log.document.querySelectorAll("tbody tr");
  expect(changed?.querySelector("b")?.text).toBe("Role of a member changed");
  expect(changed?.querySelector("details")?.text).toContain("Role: Member → Manager");
  expect(changed?.querySelector(`a[href="/settings/members/${accountId}"]`)?.text).toBe("Ada Marsh");
});

test("sign-ins and failed ones are in the log, and in no other list", async ({ app }) => {
  const owner = await app.newOwner();
  const stranger = app.visitor();
  await stranger.open("/login");
  await stranger.submit({ email: owner.email, password: "not the right one" });
  const visitor = await app.signedIn(owner);
  expect(happenedOn(await visitor.open(`${page}?kind=access`))).toEqual(["Signed in", "Failed sign-in", "Signed in"]);
  expect((await visitor.open("/activity")).text).not.toMatch(/signed in|sign-in/i);
});

test("the log is filtered by person, kind and days, page by page, and odd filters are none", async ({
  app,
  agency,
  owner,
}) => {
  await agency.addClient();
  const colleague = await agency.join("manager");
  const kinds = async (query: string) => happenedOn(await owner.open(page + query));
  expect(await kinds("?kind=clients")).toEqual(["Client created"]);
  expect(await kinds("?kind=workspace")).toEqual(["Workspace created"]);
  expect(await kinds(`?person=${colleague.accountId}`)).toEqual([]);
  expect(owner.page.text).toContain("No activity matches these filters.");
  const found = await owner.submit({ personName: "ada", kind: "clients" }, { form: "main form[role=search]" });
  expect(found.url.searchParams.get("kind")).toBe("clients");
  const today = dayIn("America/New_York");
  expect(await kinds(`?from=${today}&until=${today}`)).toHaveLength(2);
  expect(await kinds("?until=2020-01-01")).toEqual([]);
  for (const odd of ["from=2026-02-30", "person=%00", "kind=nonsense", "kind=toString", "after=x&start=9"])
    expect(await kinds(`?${odd}`)).toHaveLength(2);

  await app.database.orm.execute(sql`
    insert into upstream.activities (workspace_id, kind, topic, label, subject_type, subject_id, occurred_at)
    select id, 'task.created', 'tasks', 'Task ' || n, 'task', id, now() - n * interval '1 second'
    from upstream.workspaces, generate_series(1, 70) as n where id = ${agency.workspaceId}`);
  const first = await kinds("?kind=tasks");
  expect(first).toHaveLength(30);
  expect(happenedOn(await owner.follow("Next")).slice(0, 1)).toEqual(["Task 31"]);
  expect(owner.page.url.searchParams.get("kind")).toBe("tasks");
  expect(happenedOn(await owner.follow("Previous"))).toEqual(first);
});

test("owners and admins see all, managers records, members their own, and instructors learn who may", async ({
  app,
}) => {
  const agency = await startAgency(app, "standard");
  await agency.addClient();
  const seen = async ({ visitor }: { visitor: Visitor }) => happenedOn(await visitor.open(page));
  const admin = await agency.join("admin");
  const manager = await agency.join("manager");
  const member = await agency.join("member");
  for (const person of [agency.owner, admin])
    expect(await seen(person)).toEqual(["Client created", "Workspace created"]);
  expect(await seen(manager)).toEqual(["Client created"]);
  expect(await seen(member)).toEqual([]);
  const part = "This is the part of the log that your role shows. Owners and admins see all of it.";
  for (const { visitor } of [manager, member]) expect(visitor.page.text).toContain(part);
  expect(admin.visitor.page.text).not.toContain(part);
  const refused = await (await agency.join("instructor")).visitor.open(page);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("You don't have permission to see the audit log.");
  expect(refused.text).toContain("Owners, admins, managers and members can.");
  expect(linkOf(manager.visitor.page, "Export CSV")).toBeUndefined();
  for (const { visitor } of [manager, member]) {
    const answer = await visitor.request(`${page}/export.csv`);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      "You don't have permission to export the audit log. Owners and admins can.",
    ]);
  }
});

test("the filtered log is a file for spreadsheets, in which nothing is a formula, and exports are events", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "=HYPERLINK(1)" });
  await changePhone(owner, id);
  await owner.open(`${page}?kind=clients`);
  const address = linkOf(owner.page, "Export CSV") ?? "";
  expect(address).toBe(`${page}/export.csv?kind=clients`);
  const answer = await owner.request(address);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, changed, created, ...others] = (await answer.text()).trim().split("\r\n");
  expect(head).toContain(
    '"Time (UTC)","Time (America/New_York)","Person","What happened","Member","Client","Property","Changes","Device","Network","Kind"',
  );
  expect(changed).toMatch(
    /^"\d{4}-.+Z","\d{4}-\d\d-\d\d \d\d:\d\d","Ada Marsh","Client details changed","","'=HYPERLINK/,
  );
  expect(changed).toContain("Phone number: — → 206 555 0101");
  expect(created).toContain('"Client created"');
  expect(others).toEqual([]);
  for (const file of ["/clients/export.csv", "/packages/export.csv", "/opportunities/export.csv", "/documents/bundle"])
    expect((await owner.request(file)).status, file).toBe(200);
  expect(happenedOn(await owner.open(`${page}?kind=workspace`))).toEqual([
    "Documents downloaded as a zip file",
    "Opportunities exported",
    "Properties exported",
    "Clients exported",
    "Audit log exported",
    "Workspace created",
  ]);
  // What cannot be noted does not leave.
  onTestFinished(() => app.resetHandlers());
  for (const [status, outcome] of [
    [500, 503],
    [403, 403],
  ] as const) {
    app.use(http.post("*/api/exports", () => new HttpResponse(null, { status })));
    expect((await owner.request("/clients/export.csv")).status, String(status)).toBe(outcome);
    app.resetHandlers();
  }
});

test("a look at a client's portal is one event, however many pages are read", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/clients/${id}/portal/view`);
  const home = (await owner.submit({}, { button: "Open the portal" })).url.pathname;
  for (const below of ["", "/me", "/messages"]) expect((await owner.open(home + below)).status).toBe(200);
  expect(happenedOn(await owner.open(`${page}?kind=portal`))).toEqual(["Client portal viewed as the client"]);
});

test("a service without the log is named, and one that fails is, too", async ({ app, owner }) => {
  onTestFinished(() => app.resetHandlers());
  app.pretend({ description: ash });
  const without = await owner.open(page);
  app.pretend();
  expect(without.status).toBe(501);
  expect(without.text).toContain("The connected service doesn't have an audit log. Everything else works.");
  app.use(http.get("*/api/audit_events", () => new HttpResponse(null, { status: 503 })));
  expect((await owner.open(page)).status).toBe(503);
});

test("where another service keeps the records, the log has the people's events, and exports are noted", async ({
  app,
  agency,
  owner,
}) => {
  const asked: string[] = [];
  const api = createApiConnection({
    baseUrl: "http://api.invalid/v1",
    fetch: async ({ url, headers }) => {
      asked.push(`${new URL(url).pathname} ${headers.get("x-visitor-network")}`);
      return Response.json({ data: [] }, { headers: { "content-type": "application/vnd.api+json" } });
    },
    service: withoutKeys,
    log: { info() {}, warn() {} },
  });
  await app.database.pool.query("update upstream.workspaces set api_workspace_id = 'tenant-7' where id = $1", [
    agency.workspaceId,
  ]);
  app.pretend({ network: "203.0.113.x", records: { api, waiting: api, fixedToken: "token", service: withoutKeys } });
  onTestFinished(() => app.pretend());
  expect((await owner.request("/clients/export.csv")).status).toBe(200);
  const log = await owner.open(page);
  expect(eventsOn(log)).toEqual(["Ada Marsh | 203.0.113.x | Clients exported", "Ada Marsh | — | Workspace created"]);
  expect(log.text).toContain("The connected service keeps the records.");
  // Other services are told nothing of people's browsers.
  expect(asked).toEqual(["/v1/clients null"]);
});
