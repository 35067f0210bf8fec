import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import { deferredParts } from "#tests/support/application-build.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { hang } from "#tests/support/hanging-calls.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { linkOf, typedIn } from "./page-reading.ts";

// What a page says in the place of a part that does not come in time.

/** In milliseconds: a page whose side calls all hang waits for a second, and would for ten if it waited for the calls. */
const patience = 5_000;

let application: Application;
let agent: SeededAgent;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true, service: "hurried" });
  agent = await registerSeededAgent(application.origin);
});
afterEach(() => application.resetHandlers());
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

const late = (what: string) => `The ${what} couldn't be loaded in time.`;
const lateGroup = "These couldn't be loaded in time.";
const lateName = "The list shows one client only, whose name couldn't be loaded.";

/** Pages, the calls that hang, and the words that are on the page all the same, or in their place. */
const parts: readonly (readonly [
  name: string,
  path: () => string,
  hanging: RegExp,
  words: readonly (string | RegExp)[],
])[] = [
  [
    "a client",
    () => `/clients/${agent.clientId}`,
    /\/tasks|\/opportunities/,
    [/Orla\w+/, late("tasks"), late("opportunities")],
  ],
  [
    "a property",
    () => `/packages/${agent.packageId}`,
    /\/tasks|\/opportunities/,
    [/Street\w+/, late("tasks"), late("opportunities")],
  ],
  [
    "the clients of a property",
    () => `/packages/${agent.packageId}/clients`,
    /\/opportunities|client_fits/,
    [/Street\w+/, late("opportunities"), late("clients that fit")],
  ],
  [
    "an opportunity",
    () => `/opportunities/${agent.opportunityId}`,
    /\/(tasks|activities|\w*moves|offers|showings|comments)/,
    [/Street\w+/, ...["tasks", "activity", "offers", "showings", "comments"].map(late)],
  ],
  [
    "the dashboard",
    () => "/dashboard",
    /\/(tasks|offers|packages|activities)/,
    ["Open deals", lateGroup, late("activity")],
  ],
  [
    "the list of properties with a filter",
    () => `/packages/?client=${agent.clientId}`,
    /\/clients\//,
    [/Street\w+/, lateName],
  ],
  [
    "the list of opportunities with a filter",
    () => `/opportunities?client=${agent.clientId}`,
    /\/clients\//,
    [/Street\w+/, lateName],
  ],
  [
    "the list of opportunities with a typed filter",
    () => "/opportunities?clientName=Orla",
    /\/(search|matches)/,
    [/Street\w+/, "could not be searched for"],
  ],
  ["the tasks", () => "/tasks", /group.*done/, [/Chore\w+/, late("completed tasks")]],
  [
    "the properties that fit a client",
    () => `/packages/?fits=${agent.clientId}`,
    /\/clients\/|package_fits/,
    [late("details of “Fits one client”")],
  ],
  ["one agent's clients", () => `/clients/?agent=${agent.accountId}`, /\/members/, [late("agent’s name")]],
  [
    "an estimate for printing",
    () => `/packages/${agent.packageId}/costs/print`,
    /\/workspaces\//,
    ["Agent estimate, not a Loan Estimate", late("rest of the letterhead")],
  ],
  [
    "whom a property can be shared with",
    () => `/packages/${agent.packageId}/shares/clients?clients=${agent.clientId}`,
    /client_fits|\/documents|profile_image_url&filter%5Bids%5D/,
    ["names of the clients you chose", "clients whom the property fits", "documents"].map(late),
  ],
  [
    "what can be shared with a client",
    () => `/clients/${agent.clientId}/shares`,
    /package_fits/,
    [late("properties that fit")],
  ],
  [
    "a new task",
    () => `/tasks/new?about=client.${agent.clientId}`,
    /\/clients\//,
    [late("name of what this task is about")],
  ],
  ["the import of clients", () => "/clients/imports/new", /\/client_imports/, ["CSV file", late("earlier imports")]],
];

test.each(parts)("what is missing of %s is said, with a link to try again", async (_name, pathOf, hanging, words) => {
  const path = pathOf();
  const { signals, release } = hang(application, (name) => hanging.test(name));
  const started = performance.now();
  const page = await agent.visitor.open(path);
  expect(performance.now() - started).toBeLessThan(patience);
  expect(page.status).toBe(200);
  for (const each of words) expect(page.text).toMatch(each);
  expect(signals.length).toBeGreaterThan(0);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  release();
  application.resetHandlers();
  if (!/clientName/.test(path)) {
    const link = linkOf(page, "Check again");
    // In a form a button looks again, which keeps what is typed.
    if (link === undefined) expect(page.document.querySelector("button.link")?.text).toBe("Check again");
    const again = await agent.visitor.open(link ?? path);
    expect(again.url.pathname + again.url.search).toBe(path);
    expect(again.text).not.toContain("couldn't be loaded");
  }
});

test("however many parts do not come, one notice says it, and offers once to look again", async () => {
  const looks = async (path: string, hanging: RegExp) => {
    const { release } = hang(application, (name) => hanging.test(name));
    const { document, text, status } = await agent.visitor.open(path);
    release();
    application.resetHandlers();
    const notices = document.querySelectorAll(".note").filter((note) => note.text.startsWith("Parts of this page"));
    const count = (words: string) => text.split(words).length - 1;
    return [status, notices.length, count("Check again"), count("The rest of this page is up to date.")];
  };
  const deal = `/opportunities/${agent.opportunityId}`;
  const many = [deal, "/dashboard", `/clients/${agent.clientId}`, `/packages/${agent.packageId}`];
  for (const path of many)
    expect([path, ...(await looks(path, /\/(tasks|activities|offers|showings|comments|opportunities\?)/))]).toEqual([
      path,
      200,
      1,
      1,
      1,
    ]);
  expect(await looks(`/clients/${agent.clientId}`, /\/tasks/)).toEqual([200, 0, 1, 1]);
  expect(await looks(deal, /nothing/)).toEqual([200, 0, 0, 0]);
});

test("each part that its page does not wait for says when it is late, and the page is there", async () => {
  const patterns = (await routeAddresses()).filter(
    ({ access, pattern }) => access === "agent" && !isForPrograms(pattern),
  );
  const paths = patterns.map(({ pattern }) => fillPattern(pattern, addressValues(agent)));
  const found: [path: string, part: string][] = [];
  for (const path of paths) {
    deferredParts.seen.clear();
    await agent.visitor.open(path);
    found.push(...[...deferredParts.seen].map((part): [string, string] => [path, part]));
  }
  const parts = new Map(found.map(([path, part]) => [part, path]));
  expect([...parts.keys()]).toContain("dashboard/index.tsx board");
  for (const [part, path] of parts) {
    deferredParts.held = part;
    const { status, text } = await agent.visitor.open(path);
    deferredParts.held = "";
    expect([part, status]).toEqual([part, 200]);
    expect(text).toMatch(/couldn't be loaded in time\. The rest of this page is up to date\. ?Check again/);
  }
});

test("a record that a form was opened for is still chosen when its name is late", async () => {
  const { release } = hang(application, (name) => /\/(clients|packages)\//.test(name));
  const form = await agent.visitor.open(`/opportunities/new?client=${agent.clientId}&package=${agent.packageId}`);
  expect([typedIn(form, "client"), typedIn(form, "clientId")]).toEqual(["This client", agent.clientId]);
  expect([typedIn(form, "property"), typedIn(form, "packageId")]).toEqual(["This property", agent.packageId]);
  const task = await agent.visitor.open(`/tasks/new?about=client.${agent.clientId}`);
  expect(task.document.querySelector("select[name=about] option[selected]")?.text).toBe("This client (client)");
  release();
});

test("a page without a part is not the whole page to a browser's cache", async () => {
  const path = `/packages/?client=${agent.clientId}`;
  const open = (tag: string | null) =>
    agent.visitor.request(path, { headers: tag === null ? {} : { "if-none-match": tag } });
  const whole = await open(null);
  const wholeTag = whole.headers.get("etag");
  expect((await open(wholeTag)).status).toBe(304);
  const { release } = hang(application, (name) => /\/clients\//.test(name));
  const partial = await open(wholeTag);
  expect(partial.status).toBe(200);
  expect(await partial.text()).toMatch(/couldn(?:'|&#x27;)t be loaded/);
  release();
  application.resetHandlers();
  const later = await open(partial.headers.get("etag"));
  expect([later.status, later.headers.get("etag")]).toEqual([200, wholeTag]);
  await Promise.all([whole.text(), later.text()]);
});
