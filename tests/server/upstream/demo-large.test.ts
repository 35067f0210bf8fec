import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "#server/upstream/demo/demo.ts";
import { largeClients, largePackages, largeTasks } from "#server/upstream/demo/large.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { createTestStore } from "#tests/support/test-store.ts";
import { changedOutOfTime, impossibleRows } from "./possible-dates.ts";

const store = createTestStore();
const database = await openOwnDatabase();
const { orm } = database;
let seconds = 0;

/** Fills a new database; gives the seconds of CPU that it took: those of the clock are shared with other tests. */
async function fill(queries: typeof orm): Promise<number> {
  const from = process.cpuUsage();
  const parts = { hasher: createPasswordHasher(), objects: store.store, log: { warn() {} } };
  await seedDemo(queries, { ...parts, now: new Date(), isLarge: true });
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000_000;
}

beforeAll(async () => {
  seconds = await fill(orm);
});
afterAll(async () => {
  await database.close();
  store.remove();
});

const evergreen = sql`workspace_id = (select id from upstream.workspaces where handle = 'evergreen')`;

async function first(query: ReturnType<typeof sql>) {
  return (await orm.execute(query)).rows[0];
}

test("the large demo fills a new database within 20 seconds of CPU", async () => {
  process.stdout.write(`The large demo took ${seconds.toFixed(1)} s of CPU.\n`);
  expect(seconds).toBeLessThan(20);
});

test("the large demo has 1,500 clients, 300 properties, 400 deals, 2,000 tasks and 5,000 events", async () => {
  const counts = await first(sql`select
    (select count(*)::int from upstream.clients where ${evergreen}) as clients,
    (select sum(total)::int from upstream.client_counts where ${evergreen}) as counted,
    (select count(*)::int from upstream.packages where ${evergreen}) as packages,
    (select count(*)::int from upstream.opportunities where ${evergreen}) as opportunities,
    (select count(*)::int from upstream.tasks where ${evergreen}) as tasks,
    (select count(*)::int from upstream.activities where ${evergreen}) as activities`);
  expect(counts).toEqual({
    ...{ clients: 1_500, counted: 1_500, packages: 300, opportunities: 400, tasks: 2_000, activities: 5_000 },
  });
});

test("the large demo keeps the usual demo: the newest client, its documents, the second workspace", async () => {
  const usual = await first(sql`select
    (select email from upstream.clients where ${evergreen} order by inserted_at desc limit 1) as newest,
    (select count(*)::int from upstream.documents where ${evergreen}) as documents,
    (select count(*)::int from upstream.clients where not ${evergreen}) as "inLakeside"`);
  expect(usual).toEqual({ newest: "buyer@client.example", documents: 49, inLakeside: 4 });
});

test("the large demo has names with apostrophes and accents, long names, equal names, and clients without a phone", async () => {
  const names = await first(sql`select
    count(*) filter (where name like '%''%') > 50 as apostrophes, count(*) filter (where name ~ '[À-ž]') > 200 as accents,
    max(length(name)) as longest, count(*) filter (where phone_number is null) > 200 as "withoutPhone",
    count(*) - count(distinct name) > 20 as equal, count(*) = count(distinct email_key) as "ownAddresses"
    from upstream.clients where ${evergreen}`);
  expect(names).toEqual({
    ...{ apostrophes: true, accents: true, longest: 118, withoutPhone: true, equal: true, ownAddresses: true },
  });
});

test("nothing in the large demo happened later than now, and deals are at every stage", async () => {
  const moments = await first(sql`select
    (select max(occurred_at) <= now() from upstream.activities) as events,
    (select max(inserted_at) <= now() from upstream.tasks) as tasks,
    (select min(occurred_at) > now() - interval '401 days' from upstream.activities) as young,
    (select count(distinct stage)::int from upstream.opportunities where ${evergreen}) as stages,
    (select count(distinct rank)::int from upstream.opportunities where ${evergreen}) as ranks,
    (select count(*)::int from upstream.offers where state = 'sent' and expires_at < now()) as "expiredOffers",
    (select count(*)::int from upstream.opportunity_moves where to_stage = 'lost' and reason is null) as unexplained`);
  expect(moments).toEqual({
    ...{ events: true, tasks: true, young: true, stages: 10, ranks: 3, expiredOffers: 0, unexplained: 0 },
  });
});

test("what happened in the large demo happened in an order that is possible", async () => {
  expect(await impossibleRows(orm)).toEqual({});
  expect(await changedOutOfTime(orm)).toEqual([]);
});

test("clients and properties of the large demo have tags, lead sources and house types, and open deals all ranks", async () => {
  const words = await first(sql`select
    (select count(*) > 600 from upstream.clients where ${evergreen} and tags <> '{}') as "taggedClients",
    (select count(*) > 600 from upstream.clients where ${evergreen} and lead_source is not null) as sources,
    (select count(*) > 100 from upstream.packages where ${evergreen} and tags <> '{}') as "taggedPackages",
    (select count(*) > 100 from upstream.packages where ${evergreen} and house_type is not null) as houses,
    (select bool_and(cardinality(tags) = (select count(distinct tag) from unnest(tags) tag)) from upstream.clients) as "eachOnce",
    (select min(total) > 20 from (select count(*) as total from upstream.opportunities
      where ${evergreen} and stage not in ('closed', 'lost') group by rank) as ranked) as ranks,
    (select count(*)::int from upstream.inspection_reports where ${evergreen} and state = 'ready') as reports,
    (select count(*) > 0 from upstream.cost_estimates where ${evergreen}) as estimates`);
  expect(words).toEqual({
    ...{ taggedClients: true, sources: true, taggedPackages: true, houses: true, eachOnce: true },
    ...{ ranks: true, reports: 1, estimates: true },
  });
});

test("the large demo is made up in the same way each time", () => {
  const houses = ["brick", "glass"];
  const made = () => {
    const clients = largeClients(300);
    const emails = clients.map(({ email }) => email);
    return { clients, packages: largePackages(100, 130, emails, houses), tasks: largeTasks(200) };
  };
  const { packages } = made();
  expect(made()).toEqual(made());
  expect(packages.flatMap(({ clients }) => clients)).toHaveLength(130);
  expect(new Set(packages.map(({ street }) => street)).size).toBe(100);
});
