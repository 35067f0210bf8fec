import { randomUUID } from "node:crypto";
import { http } from "msw";
import { describe, expect } from "vitest";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = sharedAgencyTest();

const linksOn = ({ document }: Visit) =>
  Object.fromEntries(document.querySelectorAll("main a").map((link) => [link.text.trim(), link.getAttribute("href")]));
const factsOn = ({ document }: Visit) => {
  const values = document.querySelectorAll(".facts dd").map(({ text }) => text);
  return Object.fromEntries(document.querySelectorAll(".facts dt").map(({ text }, index) => [text, values[index]]));
};

async function profileOf(agency: Agency, clientId: string): Promise<string> {
  const { included } = await agency.readClient(clientId);
  return included.find(({ type }) => type === "buyer_profile")?.id ?? "";
}

/** Every page about one client. */
const pagesOf = (id: string, personId: string) =>
  [
    "",
    "/documents",
    "/activity",
    "/edit",
    "/archival",
    "/archival/removal",
    "/buyer-profile/edit",
    "/people/new",
    `/people/${personId}/edit`,
    `/people/${personId}/removal`,
  ].map((page) => `/clients/${id}${page}`);

describe("a client's page", () => {
  test("shows name, contact links and actions", async ({ agency, owner }) => {
    const { id } = await agency.addClient({
      name: "Maya Okafor",
      email: "maya@client.example",
      phoneNumber: "2065550142",
    });
    const page = await owner.open(`/clients/${id}`);
    expect(page.document.querySelector("h1")?.text).toBe("Maya Okafor");
    expect(page.document.querySelector(".hero p")?.text).toBe("maya@client.example · (206) 555-0142");
    expect(page.text).toMatch(/Client since \w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M /);
    expect(page.html).toContain("<title>Maya Okafor · Latchkey</title>");
    expect(linksOn(page)).toMatchObject({
      Clients: "/clients/",
      "(206) 555-0142": "tel:+12065550142",
      Call: "tel:+12065550142",
      Message: `/messages/${id}`,
      "Edit info": `/clients/${id}/edit`,
      Archive: `/clients/${id}/archival`,
      Opportunities: `/clients/${id}`,
      Documents: `/clients/${id}/documents`,
      Activity: `/clients/${id}/activity`,
    });
    expect(page.document.querySelector(".tabs [aria-current]")?.text).toBe("Opportunities");
    expect(page.text).toContain("No opportunities yet.");
  });

  test("shows N/A for every empty field of the profile", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    expect(factsOn(await owner.open(`/clients/${id}`))).toEqual({
      Budget: "N/A",
      "Beds & Baths": "N/A",
      "Min. Lot Size": "N/A",
      "Min. Garages": "N/A",
      "Preferred Areas": "N/A",
      "Buyer notes": "N/A",
    });
  });

  test("shows the buyer profile and the household", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await agency.call("PATCH", `/buyer_profiles/${await profileOf(agency, id)}`, {
      budget: { amount: "850000", currency: "USD" },
      minBeds: 3,
      minBaths: 2.5,
      propertyTypes: ["House"],
    });
    const person = await agency.addPerson(id, { name: "Ben Okafor", email: "ben@client.example" });
    const page = await owner.open(`/clients/${id}/documents`);
    expect(factsOn(page)).toMatchObject({ Budget: "USD 850,000", "Beds & Baths": "3+ / 2.5+", "House types": "House" });
    expect(page.text).toContain("Ben Okafor");
    expect(page.html).toContain(`/clients/${id}/people/${person.id}/edit`);
    expect(page.text).toContain("No documents yet.");
  });

  test("calls the upstream once for the client and once per panel, besides the session's call", async ({
    app,
    agency,
    owner,
  }) => {
    const { id } = await agency.addClient();
    const before = app.calls.length;
    await owner.open(`/clients/${id}`);
    expect(app.calls.slice(before).sort()).toEqual([
      "GET /api/client_merges",
      `GET /api/clients/${id}`,
      `GET /api/clients/${id}/assignment`,
      `GET /api/clients/${id}/bounced_addresses`,
      `GET /api/clients/${id}/member_shares`,
      `GET /api/clients/${id}/package_fits`,
      `GET /api/clients/${id}/portal_openings`,
      "GET /api/contact_requests",
      "GET /api/opportunities",
      "GET /api/portal_invitations",
      "GET /api/portal_requests",
      "GET /api/sessions/current",
      "GET /api/tasks",
    ]);
  });
});

test("the agent chooses the client's language, and sees it on their page, in the thread and before inviting them", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Noor Haddad", email: "noor@client.example" });
  const pages = [`/clients/${id}`, `/messages/${id}`, `/clients/${id}/portal/invitations/new`];
  for (const path of pages)
    expect((await owner.open(path)).text, path).toContain("Language: English, as nobody has chosen.");
  await owner.follow("Change language");
  await owner.submit({ language: "es" }, { button: "Save changes" });
  for (const path of pages) expect((await owner.open(path)).text, path).toContain("Language: Spanish.");
  expect((await owner.open(`/clients/${id}/activity`)).text).toMatch(/Language.*Spanish/);
});

test("the agent sees how a client is greeted, and calls them otherwise", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Oak Street Holdings LLC", email: "oak@client.example" });
  expect((await owner.open(`/clients/${id}`)).text).toContain("In greetings: Oak Street Holdings LLC");
  await owner.open(`/clients/${id}/edit`);
  await owner.submit({ greetedAs: "Tom and Eve" }, { button: "Save changes" });
  expect((await owner.open(`/clients/${id}`)).text).toContain("In greetings: Tom and Eve");
  expect((await owner.open(`/clients/${id}/activity`)).text).toMatch(/Greeted as.*Tom and Eve/);
});

describe("the activity", () => {
  test("shows events with times and changes, newest first, in pages", async ({ agency, owner }) => {
    const { id } = await agency.addClient({ name: "Maya Okafor", phoneNumber: "1" });
    for (let number = 2; number <= 20; number += 1) {
      await agency.call("PATCH", `/clients/${id}`, { phoneNumber: String(number) });
    }
    const first = await owner.open(`/clients/${id}/activity`);
    expect(first.document.querySelector(".tabs [aria-current]")?.text).toBe("Activity");
    const events = first.document.querySelectorAll("[aria-label=Activity] li");
    expect(events).toHaveLength(15);
    expect(events[0]?.text).toContain("Client details changed by Ada Marsh");
    expect(events[0]?.text).toContain("Phone number: 19 → 20");
    expect(events[0]?.querySelector("time")?.text).toMatch(/^\w{3}, \w{3} \d+, \d{4}, \d+:\d{2} [AP]M E[SD]T$/);
    expect(first.text).toContain("Showing 1 to 15 of 20 results");
    const second = await owner.follow("Next");
    expect(second.text).toContain("Showing 16 to 20 of 20 results");
    expect(second.text).toContain("Client created");
    const lost = await owner.open(`/clients/${id}/activity?after=nonsense&start=16`);
    expect(lost.text).toContain("These are the newest events.");
  });
});

describe("unknown clients are Not Found", () => {
  test.for(["not-a-uuid", "1", "%00", "..%2Fworkspaces", "0190b3c4-5d6e-7f80-9a1b-2c3d4e5f6071x", "%F0%9F%8F%A0"])(
    "%s names no client, and of what can be no id nobody is asked",
    async (id, { app, owner }) => {
      for (const path of pagesOf(id, id)) {
        const before = app.calls.length;
        const page = await owner.open(path);
        expect([path, page.status, page.document.querySelector("h1")?.text]).toEqual([path, 404, "Not Found"]);
        const calls = app.calls.slice(before).filter((call) => call !== "GET /api/sessions/current");
        if (id === "%00") expect(calls).toEqual([]);
      }
    },
  );

  test("another workspace's clients can be neither seen nor changed", async ({ app, agency, owner }) => {
    const elsewhere = await startAgency(app);
    const { id } = await elsewhere.addClient({ name: "Somebody else's" });
    const person = await elsewhere.addPerson(id, { name: "Ben", email: "ben@client.example" });
    const mine = await agency.addClient();
    for (const path of [
      ...pagesOf(id, person.id),
      ...pagesOf(mine.id, person.id).slice(-2),
      ...pagesOf(randomUUID(), person.id),
    ]) {
      const page = await owner.open(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.html).not.toContain("Somebody else's");
    }
    await owner.open(`/clients/${mine.id}/edit`);
    const fields = new URLSearchParams();
    for (const input of owner.page.document.querySelectorAll("form[method=post] input")) {
      fields.set(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
    }
    fields.set("name", "Taken over");
    expect((await owner.send(`/clients/${id}/edit`, fields)).status).toBe(404);
    expect((await elsewhere.readClient(id)).client.attributes.name).toBe("Somebody else's");
  });
});

describe("view-only users", () => {
  test("see no actions, and can open no page that changes the client", async ({ agency }) => {
    const { id } = await agency.addClient();
    const person = await agency.addPerson(id, { name: "Ben Okafor", email: "ben@client.example" });
    const { visitor } = await agency.join("instructor");
    const page = await visitor.open(`/clients/${id}`);
    expect(page.status).toBe(200);
    expect(Object.keys(linksOn(page)).sort()).toEqual([
      "Activity",
      "Clients",
      "Documents",
      "Message",
      "Opportunities",
      "See as the client",
    ]);
    for (const path of pagesOf(id, person.id).slice(3)) {
      const refused = await visitor.open(path);
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.text).toContain(
        "You have view-only access to this client. Owners, admins and managers can change it",
      );
      expect(linksOn(refused)).toHaveProperty("Back to the client", `/clients/${id}`);
    }
    expect((await visitor.open("/clients/new")).status).toBe(403);
  });

  test("members see their own clients only", async ({ agency }) => {
    const { id } = await agency.addClient();
    const { visitor } = await agency.join("member");
    expect((await visitor.open(`/clients/${id}`)).status).toBe(404);
    await visitor.open("/clients/new");
    await visitor.submit({ name: "My Own", email: "own@client.example" }, { button: "Create client" });
    expect((await visitor.follow("My Own")).status).toBe(200);
    expect(Object.keys(linksOn(visitor.page))).toContain("Edit info");
  });
});

test("an upstream without an answer is a 503 page that says so", async ({ app, agency, owner }) => {
  const { id } = await agency.addClient();
  app.use(http.all("*/api/clients/*", () => new Response("x", { status: 502 })));
  const page = await owner.open(`/clients/${id}`);
  expect([page.status, page.document.querySelector("h1")?.text]).toEqual([503, "Something went wrong!"]);
  expect(page.text).toMatch(/The service isn't responding right now\..*503: Failed to fetch data/s);
});

// Last: calls that hang are still tried again when their page is long gone.
describe("an activity", () => {
  test.for([
    [() => Promise.resolve(new Response("no", { status: 500 })), "The activity couldn't be loaded."],
    [() => Promise.resolve(new Response("{", { status: 200 })), "The activity couldn't be loaded."],
    [() => new Promise<Response>(() => {}), "The activity couldn't be loaded in time."],
  ] as const)(
    "that fails or hangs leaves the rest of the page as it is (%#)",
    async ([fault, sentence], { app, agency, owner }) => {
      const { id } = await agency.addClient({ name: "Maya Okafor" });
      app.pretend({ service: "hurried" });
      app.use(http.all("*/api/activities", () => fault()));
      const page = await owner.open(`/clients/${id}/activity`);
      expect(page.status).toBe(200);
      expect(page.document.querySelector("h1")?.text).toBe("Maya Okafor");
      expect(page.text).toContain(sentence);
      expect(linksOn(page)["Check again"]).toBe(`/clients/${id}/activity`);
    },
  );
});
