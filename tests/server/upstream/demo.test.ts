import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { seedDemo } from "#server/upstream/demo/demo.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { StorageUnavailable } from "#server/upstream/storage/object-store.ts";
import { createFileTexts } from "#server/upstream/texts/file-text.ts";
import { mediaType } from "#tests/support/answers.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import type { UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ demo: true, open: openOwnDatabase });

async function signIn(service: UpstreamService, role: string) {
  const attributes = { email: `${role}@evergreen.example`, password: "evergreen-demo-2026" };
  const { record } = await service.send("POST", "/sessions", { type: "session", attributes });
  return { authorization: `Bearer ${record.attributes.token}` };
}

const everyone = ["owner", "admin", "manager", "member", "instructor"];

test.for(everyone)("the %s of the demo signs in to Evergreen Realty", async (role, { service }) => {
  const headers = await signIn(service, role);
  const { record } = await service.send("GET", "/sessions/current", { headers });
  expect(record.attributes.workspaces).toContainEqual(
    expect.objectContaining({ name: "Evergreen Realty", handle: "evergreen", role, plan: "standard" }),
  );
});

test("the owner has forty clients with photos, profiles and a history, and a second workspace on the Free plan", async ({
  service,
}) => {
  const headers = await signIn(service, "owner");
  const { record: session } = await service.send("GET", "/sessions/current", { headers });
  expect(session.attributes.workspaces).toEqual([
    expect.objectContaining({ handle: "evergreen", plan: "standard" }),
    expect.objectContaining({ handle: "lakeside", plan: "free", role: "owner" }),
  ]);
  expect(session.attributes.counts).toEqual({
    clients: 40,
    tasks_due: 4,
    open_deals: expect.any(Number),
    threads_unread: 1,
    notifications: expect.any(Number),
  });

  const list = await service.send("GET", "/clients?page[limit]=250&include=buyer_profile,people&page[count]=true", {
    headers,
  });
  expect(list.document.meta?.page?.total).toBe(40);
  const photos = list.records.flatMap(({ attributes }) => attributes.profile_image_url ?? []);
  expect(photos).toHaveLength(15);
  const included = list.document.included ?? [];
  expect(included.filter(({ type }) => type === "buyer_profile")).toHaveLength(40);
  expect(included.map(({ attributes }) => attributes.email)).toContain("buyer@client.example");
  expect(list.records[0]?.attributes.email).toBe("buyer@client.example");

  const photo = await service.upstream.fetch(
    new Request(new URL(String(photos[0]), "http://upstream.test"), {
      headers: { ...headers, accept: "image/avif,image/webp,*/*;q=0.8" },
    }),
  );
  expect(photo.status).toBe(200);
  expect(photo.headers.get("content-type")).toBe("image/webp");
  expect((await photo.arrayBuffer()).byteLength).toBeLessThan(10_000);

  const history = await service.send("GET", "/activities?page[limit]=250", { headers });
  const weeks = new Set(history.records.map(({ attributes }) => Math.floor(ageInDays(attributes.occurred_at) / 7)));
  expect(weeks.size).toBeGreaterThanOrEqual(6);
  expect(
    Math.min(...history.records.map(({ attributes }) => ageInDays(attributes.occurred_at))),
  ).toBeGreaterThanOrEqual(0);
  expect(history.records.map(({ attributes }) => attributes.label)).toContain("Buyer profile completed");
});

test("showings that are over were in the past, and those that were agreed on are still to come", async ({
  service,
}) => {
  const { rows } = await service.database.orm.execute(sql`
    select state, starts_at < now() as "isPast", count(*)::int as total from upstream.showings group by 1, 2 order by 1, 2`);
  expect(rows).toEqual([
    { state: "confirmed", isPast: false, total: expect.any(Number) },
    { state: "held", isPast: true, total: expect.any(Number) },
    { state: "requested", isPast: false, total: expect.any(Number) },
  ]);
});

test("packages have photos, prices with history, clients, folders and offers due from tomorrow on", async ({
  service,
}) => {
  const headers = await signIn(service, "owner");
  const query = "page[limit]=250&include=clients,list_prices&page[count]=true&sort=offer_due_at";
  const { document, records } = await service.send("GET", `/packages?${query}`, { headers });
  expect(document.meta?.page?.total).toBe(17);
  expect(records.filter(({ attributes }) => attributes.photo_url)).toHaveLength(16);
  expect(records.filter(({ attributes }) => attributes.list_price)).toHaveLength(16);
  expect(records.map(({ relationships }) => [relationships?.clients?.data].flat().length)).toContain(3);
  const prices = (document.included ?? []).filter(({ type }) => type === "list_price");
  expect(prices.length).toBeGreaterThan(20);
  const told = (name: string) => records.filter(({ attributes }) => attributes[name] !== null).length;
  expect(["mls_number", "year_built", "hoa", "remarks"].map(told)).toEqual([16, 16, 6, 11]);
  const due = records.flatMap(({ attributes: { offer_due_at: at } }) => (at === null ? [] : [-ageInDays(at)]));
  const within = (days: number) => due.filter((left) => left > 0 && left <= days).length;
  expect([within(3) >= 2, within(7) > within(3), within(30) > within(14), within(90) > within(30)]).not.toContain(
    false,
  );
  const values = records.flatMap(
    ({ attributes: { comp_value: value } }) => z.object({ source: z.string() }).nullable().parse(value) ?? [],
  );
  expect([values.length, values.filter(({ source }) => source === "override").length]).toEqual([10, 1]);
  const byBuyer = await service.send("GET", "/clients?filter[search]=buyer@client.example", { headers });
  const theirs = await service.send("GET", `/packages?filter[client_id]=${byBuyer.records[0]?.id}`, { headers });
  expect(theirs.records.length).toBe(2);
  const folders = await service.send("GET", `/folders?filter[package_id]=${records[0]?.id}`, { headers });
  expect(folders.records.map(({ attributes }) => attributes.name)).toEqual(["Buyers guide", "Inspection reports"]);
  const { record: session } = await service.send("GET", "/sessions/current", { headers });
  const [, lakeside] = z.array(z.object({ id: z.string() })).parse(session.attributes.workspaces);
  const small = await service.send("GET", "/packages", {
    headers: { ...headers, "x-workspace-id": lakeside?.id ?? "" },
  });
  expect(small.records.map(({ attributes }) => attributes.number)).toEqual([3, 2, 1]);
});

test("packages have an inspection report and a buyers guide that can be opened, searched and counted", async ({
  service,
}) => {
  const headers = await signIn(service, "owner");
  const all = await service.send("GET", "/documents?page[limit]=250&page[count]=true&include=folder", { headers });
  const labels = all.records.map(({ attributes }) => attributes.label);
  const count = (label: string) => labels.filter((one) => one === label).length;
  expect([count("Inspection report.pdf"), count("Buyers guide.pdf"), count("Front view.webp")]).toEqual([15, 16, 15]);
  const folders = new Set((all.document.included ?? []).map(({ attributes }) => attributes.name));
  expect([...folders].toSorted()).toEqual([
    ...["Buyers guide", "Disclosures 2020", "Inspection report", "Inspection reports", "Misc"],
  ]);
  const papers = all.records.filter(({ attributes }) => attributes.mime === "application/pdf");
  const sizes = papers.map(({ attributes }) => Number(attributes.size) / 1024);
  expect([Math.min(...sizes) >= 30, Math.max(...sizes) <= 400]).toEqual([true, true]);
  const texts = createFileTexts(service.database.orm, service.objects);
  for (const [label, pages] of [
    ["Sample inspection report.pdf", 3],
    ["Seller disclosure.pdf", 1],
  ] as const) {
    const paper = all.records.find(({ attributes }) => attributes.label === label);
    expect([
      label,
      (await texts.read(String(paper?.attributes.file_id), new AbortController().signal))?.pageCount,
    ]).toEqual([label, pages]);
  }
  const report = all.records.find(({ attributes }) => attributes.label === "Inspection report.pdf");
  const content = await service.upstream.fetch(
    new Request(`http://upstream.test/api/files/${report?.attributes.file_id}/content`, {
      headers: { ...headers, accept: "*/*" },
    }),
  );
  expect([content.status, content.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const bytes = Buffer.from(await content.arrayBuffer());
  expect(bytes.length).toBe(report?.attributes.size);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");

  // What is kept as its text is what the drawn pages say.
  const read = await createFileTexts(service.database.orm, service.objects).read(
    String(report?.attributes.file_id),
    new AbortController().signal,
  );
  expect(read?.pageCount).toBe(7);
  const found = await service.send("GET", "/documents?filter[search]=furnace%20expected%20life", { headers });
  expect(found.records.length).toBeGreaterThan(2);
  const { record: used } = await service.send("GET", "/storage_allowance", { headers });
  expect(used.attributes.used).toBe(all.records.reduce((sum, { attributes }) => sum + Number(attributes.size), 0));
});

test("a client's last activity is the newest contact", async ({ service }) => {
  const headers = await signIn(service, "owner");
  const { records } = await service.send("GET", "/clients?page[limit]=5&sort=-last_activity_at", { headers });
  const contact = /^(?:message|comment|showing|offer_suggestion|share_link|portal_|task\.completed|opportunity\.moved)/;
  for (const client of records) {
    const events = await service.send("GET", `/activities?filter[client_id]=${client.id}&page[limit]=50`, { headers });
    const at = events.records.filter(({ attributes }) => attributes.occurred_at === client.attributes.last_activity_at);
    expect(at.map(({ attributes }) => attributes.kind)).toContainEqual(expect.stringMatching(contact));
  }
  expect(records).toHaveLength(5);
});

test("the photos of one workspace are not found from another", async ({ service }) => {
  const headers = await signIn(service, "owner");
  const { records } = await service.send("GET", "/clients?page[limit]=250", { headers });
  const path = String(records.find(({ attributes }) => attributes.profile_image_url)?.attributes.profile_image_url);
  const { owner: stranger } = await service.newWorkspace();
  expect((await stranger.get(path.replace("/api", ""))).problem).toBe("404 not_found");
  expect((await service.send("GET", path.replace("/api", ""), { headers: { accept: mediaType } })).status).toBe(401);
});

const silent = { warn() {} };
const parts = { hasher: createPasswordHasher(), now: new Date() };

test("a file store that takes nothing costs the demo its documents, and nothing else", async ({ service }) => {
  const database = await openOwnDatabase();
  onTestFinished(() => database.close());
  const put = () => Promise.reject(new StorageUnavailable());
  const told: string[] = [];
  const log = { warn: (_fields: object, message: string) => void told.push(message) };
  await seedDemo(database.orm, { ...parts, objects: { ...service.objects, put }, log });
  expect(told).toEqual(["The demo begins without documents: the file store did not take them"]);
  const { rows } = await database.orm.execute(sql`
    select (select count(*)::int from upstream.documents) as documents, (select count(*)::int from upstream.packages) as packages`);
  expect(rows).toEqual([{ documents: 0, packages: expect.any(Number) }]);
  expect(Number(rows[0]?.packages)).toBeGreaterThan(5);
});

test("starting again adds nothing", async ({ service }) => {
  const count = async () => {
    const { rows } = await service.database.orm.execute<{ clients: number; accounts: number }>(sql`
      select (select count(*)::int from upstream.clients) as clients, (select count(*)::int from upstream.accounts) as accounts`);
    return rows[0];
  };
  const before = await count();
  const { orm } = service.database;
  await seedDemo(orm, { ...parts, objects: service.objects, log: silent });
  expect(await count()).toEqual(before);
  expect(before?.clients).toBeGreaterThanOrEqual(44);
});

function ageInDays(moment: unknown): number {
  return (Date.now() - new Date(String(moment)).getTime()) / 86_400_000;
}

test("the demo's workspace has a landing page with four examples of testimonials, and the other one has none", async ({
  service,
}) => {
  const { attributes } = (await service.send("GET", "/portal/landing_pages/evergreen")).record;
  expect(attributes).toMatchObject({
    agent: { name: "Olivia Hart" },
    foot: { brokerage: "Evergreen Realty LLC (demo)", license_number: "WA 00000" },
    testimonials: Array.from({ length: 4 }, () => ({ name: "Demo client" })),
  });
  const other = (await service.send("GET", "/portal/landing_pages/lakeside")).record;
  expect(other.attributes).toMatchObject({ introduction: null, testimonials: [], questions: [] });
});

test("the demo's client has answered, asked and been asked, each after what it is about", async ({ service }) => {
  const headers = await signIn(service, "member");
  const waiting = (await service.send("GET", "/client_answers", { headers })).records;
  expect(waiting.map(({ attributes: { kind, name } }) => [kind, name])).toEqual([
    ["rating", "Nora Lindqvist"],
    ["question", "Nora Lindqvist"],
  ]);
  const { rows } = await service.database.orm.execute(sql`
    select (select count(*)::int from upstream.offer_suggestions s join upstream.opportunities o on o.id = s.opportunity_id
        where o.client_id = c.id and s.state = 'current' and s.expires_at > now()) as suggested,
      (select count(*)::int from upstream.portal_questions q where q.answered_at > q.inserted_at) as answered,
      (select count(*)::int from upstream.activities a where a.client_id = c.id and a.occurred_at < c.inserted_at) as early,
      (select count(*)::int from upstream.portal_answers a where a.kind = 'rating' and not exists (select from upstream.showings s
        where s.opportunity_id = a.opportunity_id and s.state = 'held' and s.starts_at < a.inserted_at)) as unseen
    from upstream.clients c where c.email = 'buyer@client.example'`);
  expect(rows).toEqual([{ suggested: 1, answered: 1, early: 0, unseen: 0 }]);
});
