import { request } from "undici";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { addressValues, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { meets } from "#tests/support/turns.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Addresses that name nothing, and parameters that no page knows.

const origin = inject("origin");
const addresses = await routeAddresses();

let agent: SeededAgent;

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
});
afterAll(() => agent.visitor.close());

const values = () => addressValues(agent);
const oddSegments = [
  "1",
  "-1",
  "null",
  "undefined",
  "'",
  "%22",
  "%00",
  "%ff",
  "..%2f..",
  "%F0%9F%8F%A1",
  "a".repeat(3_000),
  "00000000-0000-0000-0000-00000000000",
  "00000000-0000-0000-0000-000000000000",
  "__proto__",
  "*",
  "{}",
  "%E2%80%AE",
];

test.each([
  ["a document's file", "/documents/:id/content"],
  ["a document's picture", "/documents/:id/thumbnail"],
  ["a folder as a zip", "/documents/bundle?folder=:id"],
  ["a showing for the calendar", "/opportunities/:id/showings/:id/calendar.ics"],
])("%s that is not there is said to be missing in words, as people open it, too", async (_what, pattern) => {
  const address = pattern.replaceAll(":id", crypto.randomUUID());
  const answer = await agent.visitor.open(address);
  expect([answer.status, answer.text]).toEqual([
    404,
    expect.stringContaining("This page doesn't exist or you don't have access."),
  ]);
  expect(answer.text).not.toContain('"');
});

test.each(["/password/a-secret%", "/shared/a-secret%zz/view", "/%c3%28"])(
  "%s cannot be read: it names no page, and asks for nobody to sign in",
  async (path) => {
    const { statusCode, body } = await request(origin + path);
    expect([statusCode, await body.text()]).toEqual([404, expect.stringContaining("This page doesn't exist.")]);
  },
);

test("an address with an id that is none leads nowhere", async () => {
  const { visitor } = agent;
  const wrong: string[] = [];
  const withParameters = addresses.filter(({ pattern }) => /:|\*/.test(pattern));
  for (const [place, { pattern, access }] of withParameters.entries()) {
    for (const parameter of pattern.match(/:\w+|\*/g) ?? []) {
      for (const [turn, odd] of oddSegments.entries()) {
        if (!meets(place, turn, 9)) continue;
        const path = fillPattern(pattern, { ...values(), [parameter.replace(":", "")]: odd });
        // As a document and as data by turns: one code reads the address for both.
        const address = meets(0, turn, 2) ? path : dataPath(path);
        const { statusCode, body } = await request(origin + address, {
          headers: { cookie: cookieOf(visitor), accept: "text/html" },
        });
        await body.dump();
        // 410: what could be the token of a mailed link is one that was used.
        const isNowhere = access !== "agent" || [400, 404, 410].includes(statusCode);
        if (statusCode >= 500 || !isNowhere) wrong.push(`${statusCode} ${address.slice(0, 120)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

const oddQueries = [
  "?",
  "?=&&=",
  "?q=%00",
  "?q=%ff%ED%A0%80",
  `?q=${"x".repeat(4_000)}`,
  "?q[]=1&q[a]=2&q=3",
  "?sort=nonsense",
  "?archived=maybe",
  "?after=garbage&start=1",
  "?before=garbage&end=5",
  "?after=%00&start=-1",
  "?page[after]=x&page[limit]=100000",
  "?fields[client]=id&include=all&filter[x]=y",
  "?__proto__=1&constructor=2",
  "?next=//evil.example&next=javascript:x()",
  "?_rsc=1&start=0&end=9",
  "?index",
  "?_routes=nonsense",
  "?%zz=%",
];

test("an address with parameters that it does not know is the page that it is without them", {
  timeout: 180_000,
}, async () => {
  const { visitor } = agent;
  const wrong: string[] = [];
  for (const [place, { pattern }] of addresses.entries()) {
    const path = fillPattern(pattern, values());
    // One code reads the parameters of all lists, and passes over those of all other pages.
    for (const [turn, query] of oddQueries.entries()) {
      if (!meets(place, turn, 18)) continue;
      if (meets(0, turn, 2)) {
        const plain = await statusOf(visitor, path);
        const status = await statusOf(visitor, withQuery(path, query));
        if (status !== plain) wrong.push(`${status} instead of ${plain}: ${path}${query.slice(0, 60)}`);
      } else {
        const data = await statusOf(visitor, withQuery(dataPath(path), query));
        if (data >= 500) wrong.push(`${data}: ${dataPath(path)}${query.slice(0, 60)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** Some addresses have a query of their own. */
const withQuery = (path: string, query: string): string =>
  path.includes("?") ? path + query.replace("?", "&") : path + query;

const cookieOf = ({ cookies }: Visitor): string => [...cookies].map((pair) => pair.join("=")).join("; ");

async function statusOf(visitor: Visitor, address: string): Promise<number> {
  const response = await visitor.request(address);
  await response.body?.cancel();
  return response.status;
}
