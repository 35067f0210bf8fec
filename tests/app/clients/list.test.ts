import { http } from "msw";
import { describe, expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { footOf, linkOf, namesOn } from "../page-reading.ts";

const test = sharedAgencyTest();

/** With the clients 01 to 34, made in this order. */

test.beforeAll(async ({ agency }) => {
  for (let number = 1; number <= 34; number += 1) {
    const two = String(number).padStart(2, "0");
    await agency.addClient({
      name: `Client ${two}`,
      email: `client${two}@client.example`,
      phoneNumber: `20655501${two}`,
    });
  }
});

const range = (first: number, last: number) =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => {
    const number = first < last ? first + index : first - index;
    return `Client ${String(number).padStart(2, "0")}`;
  });

describe("the list", () => {
  test("has the title, the columns and a row for each of the newest fifteen", async ({ owner }) => {
    const page = await owner.open("/clients/");
    expect(page.document.querySelector("h1")?.text).toBe("Clients");
    expect(page.text).toContain("What clients are about");
    const heads = page.document.querySelectorAll("th").map(({ text }) => text);
    expect(heads.slice(1, 5)).toEqual(["Client", "Phone", "Last activity", "Preferred areas"]);
    expect(namesOn(page)).toEqual(range(34, 20));
    expect(footOf(page)).toBe("Showing 1 to 15 of 34 results");
  });

  test("a row has contact links, last activity and preferred areas", async ({ agency, owner }) => {
    const { client, included } = await agency.readClient(
      (await agency.addClient({ name: "Row", phoneNumber: "2065550142" })).id,
    );
    const profile = included.find(({ type }) => type === "buyer_profile");
    await agency.call("PATCH", `/buyer_profiles/${profile?.id}`, { preferredAreas: ["Ballard", "Fremont"] });
    const page = await owner.open("/clients/?q=row");
    const [row] = page.document.querySelectorAll("tbody tr");
    expect(row?.text).toContain("(206) 555-0142");
    expect(row?.text).toContain(String(client.attributes.email));
    expect(row?.querySelectorAll(".tag").map(({ text }) => text)).toEqual(["Ballard", "Fremont"]);
    expect(row?.text).toContain("New");
    const links = row?.querySelectorAll("a").map((link) => link.getAttribute("href"));
    expect(links).toEqual([`/clients/${client.id}`, "tel:+12065550142", `/messages/${client.id}`]);
    await agency.call("POST", `/clients/${client.id}/archival`, {});
  });

  test("calls the upstream for its clients and its saved views, besides the session's call", async ({ app, owner }) => {
    for (const path of ["/clients/", "/clients/?q=client&sort=open", "/clients/?archived=true"]) {
      const before = app.calls.length;
      app.passSeconds();
      await owner.open(path);
      expect(app.calls.slice(before).sort()).toEqual([
        "GET /api/clients",
        "GET /api/saved_views",
        "GET /api/sessions/current",
      ]);
    }
  });

  test("offers its orders, and sorts", async ({ agency, owner }) => {
    const page = await owner.open("/clients/?sort=open");
    expect(namesOn(page)).toEqual(range(1, 15));
    const options = page.document.querySelectorAll("select[name=sort] option");
    expect(options.map((option) => [option.text, option.getAttribute("value")])).toEqual([
      ["Newest", ""],
      ["Recently updated", "last_updated"],
      ["Oldest", "open"],
    ]);
    expect(page.document.querySelector("option[selected]")?.text).toBe("Oldest");
    const { included } = await agency.readClient(await idOf(owner, "Client 07"));
    expect(included).toHaveLength(1);
    await agency.call("POST", "/messages", { clientId: await idOf(owner, "Client 07"), body: "Good morning." });
    expect(namesOn(await owner.open("/clients/?sort=last_updated"))[0]).toBe("Client 07");
  });

  test("is sorted by last activity, which is contact alone, and by name from the headings", async ({
    agency,
    owner,
  }) => {
    const { included } = await agency.readClient(await idOf(owner, "Client 08"));
    const profile = included.find(({ type }) => type === "buyer_profile");
    await agency.call("POST", "/messages", { clientId: await idOf(owner, "Client 09"), body: "Good morning." });
    await agency.call("PATCH", `/buyer_profiles/${profile?.id}`, { minBeds: 3 });
    expect(namesOn(await owner.open("/clients/?sort=last_updated"))[0]).toBe("Client 09");
    const sorting = ({ document }: Visit) =>
      document.querySelectorAll("th[aria-sort]").map((head) => [head.text, head.getAttribute("aria-sort")]);
    expect(sorting(await owner.open("/clients/"))).toEqual([]);
    expect(sorting(await owner.follow("Last activity"))).toEqual([["Last activity", "descending"]]);
    const quiet = await owner.follow("Last activity");
    expect([sorting(quiet), namesOn(quiet)[0]]).toEqual([[["Last activity", "ascending"]], "Client 01"]);
    const named = await owner.follow("Client");
    expect([sorting(named), namesOn(named)[0]]).toEqual([[["Client", "ascending"]], "Client 01"]);
    expect(named.document.querySelector("select[name=sort] option[selected]")?.text).toBe("Current order");
    expect(namesOn(await owner.follow("Client"))[0]).toBe("Client 34");
  });

  test("is filtered by tag, area, budget, agent and silence, all of which stay in the form", async ({
    agency,
    owner,
  }) => {
    const id = await idOf(owner, "Client 05");
    await owner.open(`/clients/${id}/edit`);
    const saved = await owner.submit({ tags: "Relocation\nVIP" }, { button: "Save changes" });
    expect(saved.document.querySelectorAll(".hero .tag").map(({ text }) => text)).toEqual(["Relocation", "VIP"]);
    const { included } = await agency.readClient(id);
    const profile = included.find(({ type }) => type === "buyer_profile");
    const wishes = { preferredAreas: ["Queen Anne"], budget: { amount: "650000", currency: "USD" } };
    await agency.call("PATCH", `/buyer_profiles/${profile?.id}`, wishes);
    const list = await owner.open("/clients/");
    expect(list.document.querySelector("form details")?.hasAttribute("open")).toBe(false);
    const found = await owner.submit(
      { tag: "vip", area: "queen anne", from: "$600k", to: "700,000" },
      { button: "Apply" },
    );
    expect([namesOn(found), footOf(found)]).toEqual([["Client 05"], "Showing 1 to 1 of 1 results"]);
    expect(found.document.querySelector("tbody .labels")?.text).toBe("Relocation, VIP");
    const values = found.document.querySelectorAll("form details input").map((input) => input.getAttribute("value"));
    expect(values).toEqual(["", "vip", "", "queen anne", "$600k", "700,000"]);
    expect(found.document.querySelector("form details")?.hasAttribute("open")).toBe(false);
    const [first, ...chips] = found.document.querySelectorAll(".chip");
    expect([first, ...chips].map((chip) => chip?.text.trim())).toEqual([
      "Tag: vip",
      "Area: queen anne",
      "Budget from: $600k",
      "Budget to: 700,000",
    ]);
    const without = await owner.open(first?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "");
    expect([without.url.searchParams.has("tag"), without.url.searchParams.get("area")]).toEqual([false, "queen anne"]);
    expect(linkOf(found, "Clear all")).toBe("/clients/");
    expect((await owner.open("/clients/?from=800000&area=queen+anne")).text).toContain("No results.");
    expect((await owner.open("/clients/?quiet=7")).text).toContain("No results.");
    await owner.open("/clients/?q=client+05");
    const ofAgent = await owner.submit({ agentName: "Ada Marsh" }, { button: "Apply" });
    expect([ofAgent.url.searchParams.has("agent"), namesOn(ofAgent)]).toEqual([true, ["Client 05"]]);
    expect((await owner.open("/clients/?agentName=nobody+here")).text).toContain("no colleague is called");
    for (const odd of ["from=x", "quiet=8", "to=-1", "tag=%00", "agent=%00"])
      expect([odd, namesOn(await owner.open(`/clients/?${odd}`)).length]).toEqual([odd, 15]);
  });

  test("finds what was mistyped, as the search for everything does, and says that it is a guess", async ({ owner }) => {
    const said = "No exact matches. Showing similar results.";
    // Numbers are found in phone numbers, too.
    const exact = await owner.open("/clients/?q=client+12");
    expect([namesOn(exact).includes("Client 12"), exact.text.includes(said)]).toEqual([true, false]);
    const guessed = await owner.open("/clients/?q=cleint+12");
    expect([namesOn(guessed), guessed.text.includes(said)]).toEqual([namesOn(exact), true]);
  });

  test("searches names, emails and phone numbers, and keeps the order", async ({ owner }) => {
    await owner.open("/clients/?sort=open");
    const found = await owner.submit({ q: "client12@" }, { button: "Apply" });
    expect([...found.url.searchParams].filter(([, value]) => value !== "")).toEqual([
      ["q", "client12@"],
      ["sort", "open"],
    ]);
    expect(namesOn(found)).toEqual(["Client 12"]);
    expect(footOf(found)).toBe("Showing 1 to 1 of 1 results");
    expect(namesOn(await owner.open("/clients/?q=%28206%29+555-0133"))).toEqual(["Client 33"]);
    expect(found.document.querySelector("main input[name=q]")?.getAttribute("value")).toBe("client12@");
  });

  test("says 'No results.' where there are none", async ({ owner }) => {
    const page = await owner.open("/clients/?q=nobody-is-called-this");
    expect(page.status).toBe(200);
    expect(page.document.querySelector("tbody")?.text).toBe("No results.");
    expect(page.document.querySelector(".foot")).toBeNull();
  });
});

async function idOf(owner: Visitor, name: string): Promise<string> {
  const page = await owner.open(`/clients/?q=${encodeURIComponent(name)}`);
  return page.document.querySelector("a.row-link")?.getAttribute("href")?.split("/").at(-1) ?? "";
}

describe("pages by cursors", () => {
  test("lead to the end and back, with the position", async ({ owner }) => {
    await owner.open("/clients/?sort=open&q=client");
    const second = await owner.follow("Next");
    expect([namesOn(second), footOf(second)]).toEqual([range(16, 30), "Showing 16 to 30 of 34 results"]);
    const third = await owner.follow("Next");
    expect([namesOn(third), footOf(third)]).toEqual([range(31, 34), "Showing 31 to 34 of 34 results"]);
    expect(linkOf(third, "Next")).toBeUndefined();
    const back = await owner.follow("Previous");
    expect([namesOn(back), footOf(back)]).toEqual([range(16, 30), "Showing 16 to 30 of 34 results"]);
    const first = await owner.follow("Previous");
    expect([namesOn(first), footOf(first)]).toEqual([range(1, 15), "Showing 1 to 15 of 34 results"]);
    expect(linkOf(first, "Previous")).toBeUndefined();
    expect(first.url.searchParams.get("q")).toBe("client");
  });

  test.for([
    "after=nonsense&start=16",
    "before=nonsense&end=15",
    "after=%00&start=16",
    "after=x",
    `after=${"y".repeat(3000)}&start=16`,
  ])("an unknown cursor shows the first page and says so (%#)", async (query, { owner }) => {
    const page = await owner.open(`/clients/?${query}&sort=open`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("That page no longer exists. This is the first page.");
    expect([namesOn(page), footOf(page)]).toEqual([range(1, 15), "Showing 1 to 15 of 34 results"]);
  });

  test("a cursor of another order is unknown", async ({ owner }) => {
    const page = await owner.open("/clients/?sort=open");
    const next = new URL(linkOf(page, "Next") ?? "", owner.origin);
    next.searchParams.set("sort", "last_updated");
    expect((await owner.open(next)).text).toContain("This is the first page.");
  });

  test.for(["start=-5&end=x&page%5Blimit%5D=500&sort=email&archived=maybe&utm_source=mail", "q=%00&q=client&_rsc=1"])(
    "unknown parameters change nothing (%#)",
    async (query, { owner }) => {
      const page = await owner.open(`/clients/?${query}`);
      expect([page.status, namesOn(page)]).toEqual([200, range(34, 20)]);
    },
  );
});

describe("archived clients", () => {
  test("are listed separately, and can be searched", async ({ agency, owner }) => {
    const gone = await agency.addClient({ name: "Gone Away" });
    await agency.call("POST", `/clients/${gone.id}/archival`, {});
    expect((await owner.open("/clients/?q=gone")).text).toContain("No results.");
    await owner.open("/clients/");
    const archived = await owner.follow("Show archived clients");
    expect(archived.url.search).toBe("?archived=true");
    expect(namesOn(archived)).toContain("Gone Away");
    const found = await owner.submit({ q: "gone" }, { button: "Apply" });
    expect([found.url.searchParams.get("archived"), namesOn(found)]).toEqual(["true", ["Gone Away"]]);
    expect((await owner.follow("Show current clients")).url.search).toBe("?q=gone");
  });
});

describe("who sees what", () => {
  test("clients of another workspace are not listed", async ({ app, owner }) => {
    const elsewhere = await startAgency(app);
    await elsewhere.addClient({ name: "Somebody else's" });
    expect((await owner.open("/clients/?q=somebody")).text).toContain("No results.");
    expect(namesOn(await elsewhere.owner.visitor.open("/clients/"))).toEqual(["Somebody else's"]);
  });

  test("a workspace without clients shows how to start", async ({ app }) => {
    const { owner: fresh } = await startAgency(app);
    const page = await fresh.visitor.open("/clients/");
    expect(page.document.querySelector("main .empty")?.text).toContain("No clients yet.");
    expect(linkOf(page, "Invite your first client")).toBe("/clients/new?invite");
    expect(linkOf(page, "Import a list")).toBe("/clients/imports/new");
    for (const query of ["q=nobody", "archived=true"])
      expect((await fresh.visitor.open(`/clients/?${query}`)).text).toContain("No results.");
  });

  test("without permission there is no 'Invite client' button", async ({ agency, owner }) => {
    const { visitor } = await agency.join("instructor");
    expect(linkOf(await visitor.open("/clients/"), "Invite client")).toBeUndefined();
    expect(linkOf(await owner.open("/clients/?sort=open"), "Invite client")).toBe("/clients/new?sort=open&invite");
  });
});

test("an upstream failure shows the call's own sentence, never the upstream's", async ({ app, owner }) => {
  const body = JSON.stringify({
    errors: [{ id: "e-1", status: "500", code: "boom", detail: "select * from clients" }],
  });
  app.use(http.all("*/api/clients", () => new Response(body, { status: 500 })));
  const page = await owner.open("/clients/");
  app.resetHandlers();
  expect(page.status).toBe(503);
  expect(page.text).toContain("Something went wrong!");
  expect(page.text).toContain("Failed to fetch data");
  expect(page.html).not.toContain("select *");
});
