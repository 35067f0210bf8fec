import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { givenDay, givenMoment } from "#server/upstream/engine/days.ts";
import { toCamel, toSnake } from "#server/upstream/engine/spelling.ts";
import type { TestAnswer } from "#tests/support/answers.ts";
import { alderLane } from "#tests/support/records.ts";
import { meets } from "#tests/support/turns.ts";
import { startUpstreamService, type TestPerson, type UpstreamService } from "#tests/support/upstream-service.ts";
import { dayFromToday, move, newDeal, newPackage } from "../opportunities/deals.ts";

const [day, moment] = [givenDay("A day."), givenMoment("A moment.")];

test.each([
  ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00.000000Z"],
  ["2030-01-01T00:00:00.1234567Z", "2030-01-01T00:00:00.123456Z"],
  ["2030-01-01T00:00:00.5+23:59", "2029-12-31T00:01:00.500000Z"],
  ["9999-12-31T23:59:59+23:00", "9999-12-31T00:59:59.000000Z"],
])("the moment %s is kept as %s", (given, kept) => {
  expect(moment.parse(given)).toBe(kept);
});

test.each([
  "0000-01-01T00:00:00Z",
  "0999-12-31T23:59:59Z",
  "1000-01-01T00:00:00+00:01",
  "9999-12-31T23:59:59-00:01",
  "2030-02-30T00:00:00Z",
  "2030-01-01",
])("%s is no moment that could be kept", (given) => {
  expect(moment.safeParse(given).error?.issues.map(({ message }) => message)).toEqual(["A moment."]);
});

test.each(["0000-01-01", "0999-12-31", "2030-02-30", "10000-01-01"])("%s is no day that could be kept", (given) => {
  expect(day.safeParse(given).error?.issues[0]?.message).toBe("A day.");
});

let service: UpstreamService;
let owner: TestPerson;
beforeAll(async () => {
  service = await startUpstreamService();
  owner = (await service.newWorkspace()).owner;
});
afterAll(() => service.close());

/** On both sides of every bound: of years, of offsets, of what a `Date` and what Postgres can hold. */
const oddDays = ["0000-01-01", "0000-02-29", "0001-01-01", "0999-12-31", "1000-01-01", "9999-12-31"];
const oddMoments = [
  ...oddDays.map((odd) => `${odd}T00:00:00Z`),
  "2030-01-01T00:00:00+23:59",
  "2030-01-01T00:00:00-16:00",
  "9999-12-31T23:59:59+23:00",
  "9999-12-31T23:59:59-23:59",
  "1000-01-01T00:00:00+23:59",
  `2030-01-01T00:00:00.${"9".repeat(400)}Z`,
];

type Send = (attributes: object) => Promise<TestAnswer>;
/** Makes what a call is about, for an attribute, and gives its id. */
type Make = (odd: object) => Promise<string>;

const usd = (amount: string) => ({ amount, currency: "USD" });
const costs = { currency: "USD", price: "895000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };

const post = (type: string, attributes: object) => owner.send("POST", `/${plural(type)}`, { type, attributes });
const plural = (type: string) => type.replace(/y$/, "ie").concat("s");
const added = async (type: string, attributes: object) => (await post(type, attributes)).record.id;

/** The same for each call until one is taken: what is refused leaves what it is about as it was. */
function untilTaken(make: Make, send: (made: string, odd: object) => Promise<TestAnswer>): Send {
  let made: Promise<string> | null = null;
  return async (odd) => {
    made ??= make(odd);
    const answer = await send(await made, odd);
    if (answer.status < 400) made = null;
    return answer;
  };
}

/** Creates with what is given besides, for a property of its own where that is asked for. */
function creating(type: string, attributes: object, ofPackage = false): Send {
  if (!ofPackage) return (odd) => post(type, { ...attributes, ...odd });
  return untilTaken(
    async () => (await newPackage(owner)).id,
    (packageId, odd) => post(type, { ...attributes, packageId, ...odd }),
  );
}

const changing = (type: string, make: Make): Send =>
  untilTaken(make, (id, odd) => owner.send("PATCH", `/${plural(type)}/${id}`, { type, id, attributes: odd }));

const sale = { address: "9 Elm Street", soldPrice: usd("865000"), sqft: 1800, sold_on: "2026-03-02" };
const link = { label: "For Maya", folderIds: [] };
const ofPackage = async (type: string, attributes: object) =>
  added(type, { ...attributes, packageId: (await newPackage(owner)).id });
const showing = async () => ({ opportunityId: (await newDeal(owner)).id, starts_at: "2031-01-01T00:00:00Z" });

/** Logs a call about a client or a deal. */
async function logged(path: string, odd: object): Promise<TestAnswer> {
  const attributes = { kind: "call", outcome: "talked", happened_at: new Date().toISOString(), ...odd };
  return owner.send("POST", `${path}/calls`, {
    type: path.startsWith("/clients") ? "client" : "opportunity",
    attributes,
  });
}

/** The way to the move that takes an attribute, by its last two stages. */
const ways: Readonly<Record<string, readonly string[]>> = {
  showing_at: ["open", "showing_scheduled"],
  held_at: ["open", "showing_scheduled", "showing_complete"],
  expires_at: ["open", "offer_sent"],
  accepted_on: ["open", "offer_sent", "offer_accepted"],
  deadline_on: ["open", "offer_sent", "offer_accepted", "inspections_underway"],
  closed_on: ["open", "offer_sent", "offer_accepted", "closed"],
};
const given = { price: usd("640000"), acceptedOn: dayFromToday(-30) };

const wayOf = (odd: object) => ways[Object.keys(odd)[0] ?? ""] ?? [];

async function dealAt(stages: readonly string[], values: object = given): Promise<string> {
  const { id } = await newDeal(owner);
  for (const [place, to] of stages.entries()) {
    const showing = to === "showing_scheduled" ? { showing_at: "2031-01-01T00:00:00Z" } : values;
    await move(owner, id, stages[place - 1] ?? "open", to, showing);
  }
  return id;
}

const moving = untilTaken(
  (odd) => dealAt(wayOf(odd).slice(1, -1)),
  (id, odd) => {
    const [from = "", to = ""] = wayOf(odd).slice(-2);
    const needed = { showing_at: "2031-01-01T00:00:00Z", deadline_on: "2031-01-01", closed_on: dayFromToday(-1) };
    const held = "held_at" in odd ? { showing_outcome: "held" } : {};
    return move(owner, id, from, to, { ...needed, ...held, price: given.price, accepted_on: given.acceptedOn, ...odd });
  },
);

/** How to call what takes dates, such that it is taken when its dates are right. */
const senders: Readonly<Record<string, Send>> = {
  "patch /clients/{id}": changing("client", async () => (await owner.newClient()).id),
  "post /clients/{id}/calls": untilTaken(
    async () => `/clients/${(await owner.newClient()).id}`,
    (path, odd) => logged(path, odd),
  ),
  "post /opportunities/{id}/calls": untilTaken(
    async () => `/opportunities/${(await newDeal(owner)).id}`,
    (path, odd) => logged(path, odd),
  ),
  "post /packages": creating("package", alderLane),
  "patch /packages/{id}": changing("package", async () => (await newPackage(owner)).id),
  "post /comparables": creating("comparable", sale, true),
  "patch /comparables/{id}": changing("comparable", () => ofPackage("comparable", sale)),
  "post /opportunities/{id}/moves": moving,
  "post /opportunities/{id}/client_answers/acknowledgement": untilTaken(
    async () => (await newDeal(owner)).id,
    (id, odd) => {
      const path = `/opportunities/${id}/client_answers/acknowledgement`;
      return owner.send("POST", path, { type: "client_answers", attributes: odd });
    },
  ),
  "post /opportunities/{id}/suggestions": untilTaken(
    () => dealAt(["offer_suggeted"], { price: given.price }),
    async (id, odd) => {
      const { suggestion } = (await owner.get(`/opportunities/${id}/client_answers`)).record.attributes;
      const attributes = { price: given.price, replaces: Object(suggestion).id, ...odd };
      return owner.send("POST", `/opportunities/${id}/suggestions`, { type: "offer_suggestion", attributes });
    },
  ),
  "post /opportunities/{id}/after_closing": untilTaken(
    () => dealAt(["offer_sent", "offer_accepted", "closed"], { ...given, closed_on: dayFromToday(-1) }),
    (id, odd) => owner.send("POST", `/opportunities/${id}/after_closing`, { type: "opportunity", attributes: odd }),
  ),
  "patch /opportunities/{id}": changing("opportunity", (odd) => {
    const isAccepted = "accepted_on" in odd;
    return dealAt(isAccepted ? ["offer_sent", "offer_accepted"] : "offer_expires_at" in odd ? ["offer_sent"] : []);
  }),
  "post /showings": untilTaken(
    async () => (await newDeal(owner)).id,
    (opportunityId, odd) => post("showing", { opportunityId, starts_at: "2031-01-01T00:00:00Z", ...odd }),
  ),
  "patch /showings/{id}": changing("showing", async () => added("showing", await showing())),
  "post /cost_estimates": creating("cost_estimate", {}, true),
  "patch /cost_estimates/{id}": changing("cost_estimate", () => ofPackage("cost_estimate", { inputs: costs })),
  "post /cost_templates": async (odd) => post("cost_template", { name: crypto.randomUUID(), ...odd }),
  "patch /cost_templates/{id}": changing("cost_template", () =>
    added("cost_template", { name: crypto.randomUUID(), inputs: costs }),
  ),
  "post /share_links": creating("share_link", link, true),
  "patch /share_links/{id}": changing("share_link", () => ofPackage("share_link", link)),
  "post /notification_readings": (odd) => post("notification_reading", odd),
  "post /tasks": creating("task", { title: "Call" }),
  "post /batches": untilTaken(
    () => added("task", { title: "Call" }),
    (task, odd) => {
      const attributes = { kind: "task", action: "complete", filters: `ids=${task}`, ...odd };
      return owner.send("POST", "/batches", { type: "batch", attributes });
    },
  ),
  "patch /tasks/{id}": changing("task", () => added("task", { title: "Call" })),
};

/** What stands beside a date that is not an attribute by itself. */
const beside: Readonly<Record<string, object>> = {
  inputs: costs,
  next_step: { title: "Send a card" },
  next_task: { title: "Call again" },
  agreement: { startsOn: "2026-01-01", endsOn: "2027-01-01" },
};

/** Attributes that hold a date: the way to it through their members, and its format. */
interface Dated {
  readonly call: string;
  readonly path: readonly string[];
  readonly format: "date" | "date-time";
}

const named = z.record(z.string(), z.unknown());
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

function findDates(call: string, schema: unknown, path: readonly string[] = []): Dated[] {
  const { data } = z
    .object({ format: z.string().optional(), properties: named.optional(), anyOf: z.array(z.unknown()).optional() })
    .safeParse(schema);
  if (!data) return [];
  const own =
    data.format === "date" || data.format === "date-time" ? [{ call, path, format: data.format } as const] : [];
  // Each name is described in both spellings.
  const isSecond = (name: string) => (path.length === 0 ? toSnake(name) : toCamel(name)) !== name;
  const below = Object.entries(data.properties ?? {}).flatMap(([name, member]) =>
    isSecond(name) ? [] : findDates(call, member, [...path, name]),
  );
  return [...own, ...below, ...(data.anyOf ?? []).flatMap((other) => findDates(call, other, path))];
}

const input = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }),
});
const document = z.object({
  properties: z.object({ data: z.object({ properties: z.object({ attributes: z.unknown() }) }) }),
});
const lists = z.object({ parameters: z.array(z.object({ name: z.string() })) });

async function readDescription() {
  const { paths } = description.parse(JSON.parse((await service.send("GET", "/open_api")).text));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function datesOf(call: string, operation: unknown): Dated[] {
  const body = input.safeParse(operation).data?.requestBody.content ?? {};
  return Object.values(body).flatMap(({ schema }) =>
    findDates(call, document.parse(schema).properties.data.properties.attributes),
  );
}

test("no date that an attribute is given makes the service fail", { timeout: 180_000 }, async () => {
  const calls = await readDescription();
  const dated = calls.flatMap(({ path, method, operation }) => datesOf(`${method} ${path}`, operation));
  expect(new Set(dated.map(({ call }) => call))).toEqual(new Set(Object.keys(senders)));
  for (const { call, path, format } of dated) {
    const [name = "", member] = path;
    const send = async (value: string) => {
      const whole = member === undefined ? value : { ...beside[name], [member]: value };
      return (await senders[call]?.({ [name]: whole }))?.problem ?? "not sent";
    };
    for (const odd of format === "date" ? oddDays : oddMoments) {
      expect(`${call} ${path} ${odd} ${await send(odd)}`).toMatch(/ (400 invalid_attribute \S+)?$/);
    }
    // Else what refuses the odd ones could be something else.
    const right = /accepted|closed|happened|held|sold/.test(name) ? dayFromToday(-1) : "2027-01-01";
    expect(`${call} ${path} ${await send(format === "date" ? right : `${right}T12:00:00+02:00`)}`).toBe(
      `${call} ${path} `,
    );
  }
});

test("no date that a filter is given makes the service fail", { timeout: 180_000 }, async () => {
  const filters = (await readDescription()).flatMap(({ path, operation }) =>
    (lists.safeParse(operation).data?.parameters ?? [])
      .filter(({ name }) => name.startsWith("filter["))
      .map(({ name }) => ({ path, name })),
  );
  expect(filters).toContainEqual({ path: "/activities", name: "filter[since]" });
  const ask = (path: string, name: string, value: string) =>
    owner.get(`${path}?${new URLSearchParams({ [name]: value })}`);
  let dates = 0;
  for (const [place, { path, name }] of filters.entries()) {
    const [day, moment, none] = [
      await ask(path, name, "2026-01-01"),
      await ask(path, name, "2026-01-01T00:00:00Z"),
      await ask(path, name, "no date"),
    ];
    const isDate = none.status !== 200 && (day.status === 200 || moment.status === 200);
    if (isDate) dates += 1;
    for (const [turn, odd] of [...oddDays, ...oddMoments].entries()) {
      // Where no date is taken, one in six of them tells what becomes of all.
      if (!isDate && !meets(place, turn, 6)) continue;
      const { status, problem } = await ask(path, name, odd);
      expect(`${path} ${name} ${odd} ${status} ${problem}`).toMatch(/ (200 |400 400 invalid_filter \S+)$/);
    }
  }
  expect(dates).toBeGreaterThan(1);
  const kept = await owner.get(
    "/activities?filter[since]=2026-01-01T00:00:00%2B23:59&filter[until]=9999-01-01T00:00:00Z",
  );
  expect(kept.records.length).toBeGreaterThan(0);
});

test("a list sorted by days of long ago is read page by page", async () => {
  const { owner: other } = await service.newWorkspace();
  const years = ["1000", "1899", "1969", "9998"];
  for (const year of years) {
    const attributes = { street: year, offerDueAt: `${year}-01-01T00:00:00Z` };
    await other.send("POST", "/packages", { type: "package", attributes });
  }
  const found: unknown[] = [];
  let next = "/packages?sort=offer_due_at&page[limit]=1";
  for (let page = 0; page < years.length; page += 1) {
    const answer = await other.get(next);
    found.push(answer.records[0]?.attributes.street);
    next = (answer.document.links?.next ?? "").replace("http://upstream.test/api", "");
  }
  expect(found).toEqual(years);
});
