import { http } from "msw";
import { expect } from "vitest";
import { z } from "zod";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const envelope = z.looseObject({ data: z.looseObject({ attributes: z.record(z.string(), z.unknown()) }) });
const send = { button: "Update workspace" };
test.beforeEach(async ({ owner }) => {
  await owner.open("/settings/general");
});

const zoneOn = ({ document }: Visit) =>
  document.querySelector("select[name=timeZone] option[selected]")?.getAttribute("value");

test("choosing the workspace's time zone changes its days", async ({ owner }) => {
  expect(zoneOn(owner.page)).toBe("America/New_York");
  const saved = await owner.submit({ timeZone: "Pacific/Honolulu" }, send);
  expect([saved.text, zoneOn(saved)]).toEqual([expect.stringContaining("Workspace updated."), "Pacific/Honolulu"]);
  const change = (await owner.open("/activity?kind=workspace")).text;
  expect(change).toContain("America/New_York → Pacific/Honolulu");
});

test("a time zone in the URL is chosen already, under its present name, and nothing is saved by that", async ({
  owner,
}) => {
  expect(zoneOn(await owner.open("/settings/general?timeZone=Asia/Calcutta"))).toBe("Asia/Kolkata");
  expect(zoneOn(await owner.open("/settings/general?timeZone=America/Boise"))).toBe("America/Boise");
  for (const unknown of ["", "Mars/Olympus"])
    expect(zoneOn(await owner.open(`/settings/general?timeZone=${unknown}`))).toBe("America/New_York");
  await owner.open("/settings/general?timeZone=Asia/Tokyo");
  expect(zoneOn(await owner.submit({}, send))).toBe("Asia/Tokyo");
});

test("the way past the navigation comes first, before the message of what was done", async ({ owner }) => {
  const saved = await owner.submit({ timeZone: "Pacific/Honolulu" }, send);
  const [first, second] = saved.document.querySelectorAll("body a, body button");
  expect([first?.getAttribute("href"), first?.text, second?.text]).toEqual(["#main", "Skip to content", "Dismiss"]);
});

test("an unknown time zone is refused beside the field, and other entries are kept", async ({ owner }) => {
  const refused = await owner.submit({ name: "Harbour & Hill", timeZone: "Mars/Olympus" }, send);
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["Choose a time zone."]]);
  expect(refused.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Harbour & Hill");
});

test("of two people changing the same field, the second sees the first one's value", async ({ agency, owner }) => {
  const colleague = (await agency.join("admin")).visitor;
  await colleague.open("/settings/general");
  await owner.submit({ timeZone: "America/Denver" }, send);
  const stale = await colleague.submit({ timeZone: "America/Phoenix" }, send);
  expect([stale.status, zoneOn(stale)]).toEqual([409, "America/Phoenix"]);
  expect(versionsOn(stale)).toEqual(["Time zone | America/Denver | America/Phoenix"]);
});

test("changes to different fields by two people are merged", async ({ agency, owner }) => {
  const colleague = (await agency.join("admin")).visitor;
  await colleague.open("/settings/general");
  await owner.submit({ name: "Evergreen & Partners" }, send);
  const stale = await colleague.submit({ timeZone: "America/Los_Angeles" }, send);
  expect([stale.status, typedIn(stale, "name"), zoneOn(stale)]).toEqual([
    409,
    "Evergreen & Partners",
    "America/Los_Angeles",
  ]);
  const sent = await colleague.submit({}, send);
  expect([sent.status, typedIn(sent, "name"), zoneOn(sent)]).toEqual([
    200,
    "Evergreen & Partners",
    "America/Los_Angeles",
  ]);
});

test("someone without permission sees the settings read-only", async ({ agency }) => {
  const member = (await agency.join("member")).visitor;
  const page = await member.open("/settings/general");
  expect(page.text).toContain("New York");
  expect(page.document.querySelector("select")).toBeNull();
});

const addresses = ["websiteUrl", "privacyUrl", "termsUrl"] as const;
const typedAddresses = (page: Visit) => addresses.map((name) => typedIn(page, name));

test("addresses of pages are kept in one spelling, and can be taken away again", async ({ owner }) => {
  const typed = {
    websiteUrl: "Marsh.example",
    privacyUrl: "HTTP://marsh.example/a/../privacy",
    termsUrl: "marsh.example:8443/terms",
  };
  const saved = await owner.submit(typed, send);
  expect([saved.status, saved.text.includes("Workspace updated.")]).toEqual([200, true]);
  expect(typedAddresses(saved)).toEqual([
    "https://marsh.example/",
    "http://marsh.example/privacy",
    "https://marsh.example:8443/terms",
  ]);
  const emptied = await owner.submit({ websiteUrl: "", privacyUrl: "", termsUrl: "" }, send);
  expect(typedAddresses(emptied)).toEqual(["", "", ""]);
});

test.for([
  "javascript:alert(1)",
  "javascript://house.example/%0Aalert(1)",
  "data:text/html,hi",
  "ftp://marsh.example/",
  "nowhere",
  "https://",
  "https://me:secret@marsh.example/",
  "two words.example",
])("%s is no address of a page, and what was typed is kept", async (websiteUrl, { owner }) => {
  const refused = await owner.submit({ websiteUrl, brokerage: "Marsh Homes" }, send);
  expect([refused.status, typedIn(refused, "websiteUrl"), typedIn(refused, "brokerage")]).toEqual([
    400,
    websiteUrl,
    "Marsh Homes",
  ]);
  expect(messagesOn(refused)).toHaveLength(1);
});

test.for([
  ["clients", "This word is used by the product itself. Choose another one."],
  ["évergreen", "Use lower-case letters and digits, single hyphens between them, and at most 63 characters."],
  // A Cyrillic "е".
  ["еvergreen", "Use lower-case letters and digits, single hyphens between them, and at most 63 characters."],
] as const)(
  "the workspace url %s is refused by a sentence, and what was typed is kept",
  async ([handle, sentence], { owner }) => {
    const refused = await owner.submit({ handle, description: "Homes by the water." }, send);
    expect([refused.status, messagesOn(refused), typedIn(refused, "handle")]).toEqual([400, [sentence], handle]);
    expect(refused.html).toContain("Homes by the water.</textarea>");
  },
);

test("of two workspaces that want one url in the same second one gets it, the other is told and keeps its entries", async ({
  app,
  owner,
}) => {
  const handle = `wanted-${crypto.randomUUID().slice(0, 8)}`;
  const other = (await startAgency(app)).owner.visitor;
  await other.open("/settings/general");
  const answers = await Promise.all(
    [owner, other].map((visitor) => visitor.submit({ handle, phoneNumber: "206 555 0100" }, send)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused && [messagesOn(refused), typedIn(refused, "handle"), typedIn(refused, "phoneNumber")]).toEqual([
    ["This address is already taken. Choose another one."],
    handle,
    "206 555 0100",
  ]);
});

test("the former url of a workspace leads to it", async ({ app, owner }) => {
  const former = typedIn(owner.page, "handle") ?? "";
  const handle = `new-${crypto.randomUUID().slice(0, 8)}`;
  await owner.submit({ handle }, send);
  expect((await owner.open(`/${former}`)).url.pathname).toBe(`/${handle}`);
  expect((await app.visitor().open(`/client-portal?workspace=${former}`)).status).toBe(200);
});

test("a service that knows fewer attributes gets no field for the others, and is sent none of them", async ({
  app,
  owner,
}) => {
  const sent: unknown[] = [];
  app.use(
    http.all("*/api/workspaces/:id", async ({ request }) => {
      const text = await request.text();
      if (request.method === "PATCH") sent.push(Object.keys(envelope.parse(JSON.parse(text)).data.attributes));
      const { url, method, headers } = request;
      const answer = await app.forward(new Request(url, { method, headers, body: text === "" ? null : text }));
      const document = envelope.parse(await answer.json());
      for (const name of ["phone_number", "brokerage", "license_number", "privacy_url", "terms_url"])
        delete document.data.attributes[name];
      return new Response(JSON.stringify(document), answer);
    }),
  );
  await owner.open("/settings/general");
  const { document } = owner.page;
  const fields = document.querySelectorAll("main .input[name]").map((field) => field.getAttribute("name"));
  expect(fields).toEqual(["name", "handle", "timeZone", "description", "websiteUrl"]);
  const saved = await owner.submit({ websiteUrl: "marsh.example" }, send);
  expect([saved.text.includes("Workspace updated."), sent]).toEqual([true, [["websiteUrl"]]]);
});

test("another time zone changes nothing that is stored", async ({ agency, owner }) => {
  const { id } = await agency.addPackage();
  const before = await agency.call("GET", `/packages/${id}`);
  await owner.submit({ timeZone: "Pacific/Honolulu" }, send);
  expect(await agency.call("GET", `/packages/${id}`)).toEqual(before);
});
