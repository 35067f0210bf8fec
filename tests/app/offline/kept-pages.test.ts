import { expect } from "vitest";
import { z } from "zod";
import { ash } from "#app/json-api/service.ts";
import { dayIn } from "#app/ui/date-format.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const address = "/kept/pages";
const answer = z.strictObject({
  pages: z.array(z.string()),
  documents: z.array(z.strictObject({ href: z.string(), bytes: z.number() })),
  erasedAt: z.nullable(z.string()),
});
const made = z.object({ data: z.object({ id: z.string() }) });

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const today = dayIn("America/New_York");
const tomorrow = dayIn("America/New_York", new Date(Date.parse(`${today}T12:00:00Z`) + 24 * hour));

async function read(visitor: Visitor, headers: Record<string, string> = {}) {
  const response = await visitor.request(address, { headers });
  const text = await response.text();
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  return { ...answer.parse(JSON.parse(text)), size: text.length };
}

async function addDeal(agency: Agency, name: string) {
  const clientId = (await agency.addClient({ name })).id;
  const packageId = (await agency.addPackage({ street: `${name} Street 1` })).id;
  const opportunity = made.parse(await agency.call("POST", "/opportunities", { clientId, packageId })).data.id;
  return { clientId, packageId, opportunity };
}

const addShowing = (agency: Agency, opportunityId: string, startsAt: string) =>
  agency.call("POST", "/showings", { opportunityId, startsAt });

const lists = [
  "/dashboard",
  "/calendar?view=day",
  `/calendar?view=day&day=${today}`,
  `/calendar?view=day&day=${tomorrow}`,
  "/calendar",
  "/tasks",
  "/tasks/new",
  "/clients/new",
  "/messages",
  "/waiting",
];

test("it names the lists, and the deals, clients and properties with something within 48 hours", async ({
  agency,
  owner,
}) => {
  const [soon, later] = [await addDeal(agency, "Ida"), await addDeal(agency, "Lev")];
  await addShowing(agency, soon.opportunity, inHours(47));
  await addShowing(agency, later.opportunity, inHours(49));
  const called = (await agency.addClient({ name: "Noor" })).id;
  await agency.call("POST", "/tasks", { title: "Call", dueOn: today, about: { type: "client", id: called } });
  const { pages } = await read(owner);
  expect(pages.slice(0, lists.length)).toEqual(lists);
  expect(pages.slice(lists.length).toSorted()).toEqual(
    [
      `/opportunities/${soon.opportunity}`,
      `/clients/${soon.clientId}`,
      `/packages/${soon.packageId}`,
      `/clients/${called}`,
    ].toSorted(),
  );
  for (const page of pages.filter((path) => path !== "/waiting")) {
    const { status, url } = await owner.open(page);
    expect([page, status, url.pathname + url.search]).toEqual([page, 200, page]);
  }
});

test("it takes the session's call, the calendar's and the documents', and few bytes", async ({
  app,
  agency,
  owner,
}) => {
  for (let number = 0; number < 25; number += 1) {
    const { opportunity } = await addDeal(agency, `Client ${number}`);
    await addShowing(agency, opportunity, inHours(20 + number / 60));
  }
  app.forgetPeople();
  const before = app.calls.length;
  const { pages, size } = await read(owner);
  expect(app.calls.slice(before).toSorted()).toEqual([
    "GET /api/calendar",
    "GET /api/documents",
    "GET /api/sessions/current",
  ]);
  expect(pages).toHaveLength(50);
  expect(new Set(pages).size).toBe(50);
  expect(size).toBeLessThan(2_800);
});

test("whoever saves data keeps no pages and no files, and the service is asked for neither", async ({ app, owner }) => {
  const id = await uploadDocument(owner, { name: "plan.txt", content: "A plan." });
  await owner.open(`/documents/${id}/keeping`);
  await owner.submit({}, { button: "Keep on devices" });
  expect((await read(owner)).documents).toEqual([{ href: `/documents/${id}/content`, bytes: 7 }]);
  const before = app.calls.length;
  expect(await read(owner, { "save-data": "on" })).toMatchObject({ pages: [], documents: [] });
  expect(app.calls.slice(before).filter((call) => !call.endsWith("/sessions/current"))).toEqual([]);
});

test("files are kept newest first and up to 25 MB, and only those that one may see", async ({ app, agency, owner }) => {
  const member = await agency.join("member");
  const mine = (await agency.addClient()).id;
  const ids: string[] = [];
  for (const [name, place] of [
    ["old.txt", ""],
    ["large.txt", ""],
    ["theirs.txt", `?client=${mine}`],
    ["new.txt", ""],
  ] as const) {
    const id = await uploadDocument(owner, { name, content: name }, place);
    await agency.call("PATCH", `/documents/${id}`, { isKeptOnDevices: true });
    ids.push(id);
  }
  const [old, large, theirs, latest] = ids;
  const resize = "UPDATE upstream.documents SET size = $2 WHERE id = $1";
  await app.database.pool.query(resize, [large, 25 * 1024 * 1024]);
  await app.database.pool.query(resize, [latest, 20 * 1024 * 1024]);
  const hrefs = async (visitor: Visitor) => (await read(visitor)).documents.map(({ href }) => href.split("/")[2]);
  expect(await hrefs(owner)).toEqual([latest, theirs, old]);
  expect(await hrefs(member.visitor)).toEqual([latest, old]);
  await owner.open(`/documents/${old}/trashing`);
  await owner.submit({}, { button: "Delete document" });
  expect(await hrefs(owner)).toEqual([latest, theirs]);
  expect((await read((await startAgency(app)).owner.visitor)).documents).toEqual([]);
});

test("a kept file is not sent again until it has another version", async ({ owner }) => {
  const id = await uploadDocument(owner, { name: "plan.txt", content: "The first." });
  await owner.open(`/documents/${id}/keeping`);
  await owner.submit({}, { button: "Keep on devices" });
  const [{ href } = { href: "" }] = (await read(owner)).documents;
  const tag = (await owner.request(href)).headers.get("etag") ?? "";
  const same = async () => (await owner.request(href, { headers: { "if-none-match": tag } })).status;
  expect([tag === "", await same()]).toEqual([false, 304]);
  await owner.open(`/documents/${id}/replacement`);
  await owner.submit({}, { button: "Replace", files: [new File(["The second."], "plan.txt", { type: "text/plain" })] });
  expect((await read(owner)).documents).toEqual([{ href, bytes: 11 }]);
  expect(await same()).toBe(200);
});

test("a worker without a session is told so by a plain 401, with nothing kept and no cookie", async ({
  app,
  agency,
  owner,
}) => {
  const worker = { "latchkey-worker": "copy", origin: app.origin };
  const refused = async (visitor: Visitor, method = "GET") => {
    const response = await visitor.request(address, { method, headers: worker });
    return [response.status, response.headers.get("location"), await response.text()];
  };
  expect(await refused(app.visitor())).toEqual([401, null, ""]);
  expect(await refused(app.visitor(), "POST")).toEqual([401, null, ""]);
  await app.database.pool.query("DELETE FROM upstream.sessions WHERE account_id = $1", [agency.owner.accountId]);
  app.forgetPeople();
  expect(await refused(owner)).toEqual([401, null, ""]);
});

test("it says when something was erased: a person, a record or a document for good", async ({ app, agency, owner }) => {
  const erasedAt = async () => {
    app.forgetPeople();
    return (await read(owner)).erasedAt;
  };
  expect(await erasedAt()).toBeNull();
  const { id } = await agency.addClient();
  const trashed = made.parse(await agency.call("POST", "/trashed_records", { kind: "client", recordId: id })).data.id;
  expect(await erasedAt()).toBeNull();
  await agency.call("DELETE", `/trashed_records/${trashed}`);
  const first = await erasedAt();
  expect(Date.parse(first ?? "")).toBeGreaterThan(Date.now());
  expect(Date.parse(first ?? "")).toBeLessThan(Date.now() + 61_000);

  const document = await uploadDocument(owner, { name: "plan.txt", content: "A plan." });
  await owner.open(`/documents/${document}/trashing`);
  await owner.submit({}, { button: "Delete document" });
  expect(await erasedAt()).toBe(first);
  await agency.call("DELETE", `/documents/${document}`);
  expect(Date.parse((await erasedAt()) ?? "")).toBeGreaterThan(Date.parse(first ?? ""));
  expect((await read((await startAgency(app)).owner.visitor)).erasedAt).toBeNull();
});

test("by a service without calendar, messages and marks it names what there is", async ({ app, owner }) => {
  app.pretend({ description: ash });
  const found = await read(owner);
  expect(found).toMatchObject({ documents: [], erasedAt: null });
  expect(found.pages).toEqual(["/dashboard", "/tasks", "/tasks/new", "/clients/new", "/waiting"]);
});
