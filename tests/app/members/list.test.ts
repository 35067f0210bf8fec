import { sql } from "drizzle-orm";
import { HttpResponse, http } from "msw";
import { describe, expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { footOf, linkOf } from "../page-reading.ts";

const test = newAgencyTest();

/**
 * Adds colleagues to an agency, joined one after the other: "Colleague 001" at "1 Pier Street" and so on. Their emails have
 * no digits but that number, so that a search for digits finds none of them by chance.
 */
async function addColleagues({ database }: Application, { workspaceId }: Agency, count: number): Promise<void> {
  await database.orm.execute(sql`
    with added as (
      insert into upstream.accounts (email, first_name, last_name, phone_number, address)
      select 'colleague' || n || '.' || translate(gen_random_uuid()::text, '0123456789', 'ghijklmnop') || '@harbour.example',
        'Colleague', lpad(n::text, 3, '0'), '(206) 555-0' || lpad(n::text, 3, '0'), n || ' Pier Street'
      from generate_series(1, ${count}::integer) n returning id, last_name
    ) insert into upstream.memberships (workspace_id, account_id, role, inserted_at)
    select ${workspaceId}, id,
      case when last_name = '002' then 'instructor' else 'member' end, now() + (last_name || ' seconds')::interval
    from added`);
}

const membersOn = ({ document }: Visit) =>
  document.querySelectorAll("tbody tr").map((row) => row.querySelector(".who b, .who a")?.text.trim() ?? row.text);

/** "Colleague 017" to "Colleague 003" and the like. */
const range = (first: number, last: number) =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => {
    const number = first < last ? first + index : first - index;
    return `Colleague ${String(number).padStart(3, "0")}`;
  });

describe("the list of members", () => {
  test("has each member's name, email, role, phone, address and last visit", async ({ app, agency, owner }) => {
    await addColleagues(app, agency, 2);
    const page = await owner.open("/settings/members");
    expect(page.document.querySelector("h1")?.text).toBe("Workspace members");
    expect(page.document.querySelector(".head p")?.text).toBe("3 members");
    expect(page.document.querySelectorAll("th").map(({ text }) => text)).toEqual([
      ...["Member", "Role", "Contact", "Last seen", "Actions"],
    ]);
    const [second, first, me] = page.document.querySelectorAll("tbody tr").map((row) => row.text);
    expect(second).toMatch(/Colleague 002.*colleague2\..*Instructor\(206\) 555-0002.*2 Pier Street—/);
    expect(first).toContain("Member");
    expect(me).toMatch(/Ada Marsh \(you\).*Owner.*Today/);
  });

  test("of one member is that member", async ({ owner }) => {
    const page = await owner.open("/settings/members");
    expect([membersOn(page), page.document.querySelector(".head p")?.text]).toEqual([["Ada Marsh (you)"], "1 member"]);
    expect(page.document.querySelector("tbody .face")?.text).toBe("AM");
  });

  test("of 500 is shown 15 a page, newest first, and leads to the end and back", async ({ app, agency, owner }) => {
    await addColleagues(app, agency, 499);
    const first = await owner.open("/settings/members");
    expect([membersOn(first), footOf(first)]).toEqual([range(499, 485), "Showing 1 to 15 of 500 results"]);
    const second = await owner.follow("Next");
    expect([membersOn(second), footOf(second)]).toEqual([range(484, 470), "Showing 16 to 30 of 500 results"]);
    expect(membersOn(await owner.follow("Previous"))).toEqual(range(499, 485));
    const byName = await owner.open("/settings/members?sort=name");
    expect(membersOn(byName)).toEqual(["Ada Marsh (you)", ...range(1, 14)]);
    expect(membersOn(await owner.open("/settings/members?sort=role")).slice(0, 2)).toEqual([
      ...["Ada Marsh (you)", "Colleague 001"],
    ]);
    expect(membersOn(await owner.open("/settings/members?sort=seen"))[0]).toBe("Ada Marsh (you)");
    expect(membersOn(await owner.open("/settings/members?sort=oldest"))[0]).toBe("Ada Marsh (you)");
  });

  test("is searched by words and digits, and keeps its order", async ({ app, agency, owner }) => {
    await addColleagues(app, agency, 120);
    await owner.open("/settings/members?sort=name");
    const found = await owner.submit({ q: "colleague pier 11" }, { button: "Apply" });
    expect(found.url.search).toBe("?q=colleague+pier+11&sort=name");
    expect(membersOn(found)).toContain("Colleague 110");
    expect(membersOn(await owner.open("/settings/members?q=206-555-0042"))).toEqual(["Colleague 042"]);
    expect(membersOn(await owner.open("/settings/members?q=nobody"))).toEqual(["No results."]);
    expect((await owner.open(`/settings/members?q=${"a".repeat(5000)}&sort=constructor`)).status).toBe(200);
    const lost = await owner.open("/settings/members?after=nonsense&start=16");
    expect([lost.status, lost.text.includes("That page no longer exists.")]).toEqual([200, true]);
  });

  test("shows notes to those who manage members alone", async ({ app, agency, owner }) => {
    const manager = (await agency.join("manager")).visitor;
    await app.database.orm.execute(sql`update upstream.memberships set notes = 'Licensed until May'
      where workspace_id = ${agency.workspaceId}`);
    expect((await owner.open("/settings/members")).text).toContain("Note: Licensed until May");
    expect((await manager.open("/settings/members")).text).not.toContain("Licensed");
  });

  test("needs of a service no more than first name, last name and email", async ({ app, owner }) => {
    const attributes = { first_name: "Maya", last_name: "Okafor", email: "maya@elsewhere.example" };
    app.use(
      http.get("*/api/accounts/members", () =>
        HttpResponse.json(
          { data: [{ type: "account", id: "1", attributes }] },
          { headers: { "content-type": "application/vnd.api+json" } },
        ),
      ),
    );
    const page = await owner.open("/settings/members");
    expect([page.status, membersOn(page)]).toEqual([200, ["Maya Okafor"]]);
    expect(page.text).toContain("maya@elsewhere.example");
  });
});

describe("the settings", () => {
  test("mark where one is, in the list and in the menu", async ({ owner }) => {
    const page = await owner.open("/settings/members");
    const marked = page.document.querySelectorAll("nav[aria-label=Settings] [aria-current=page]");
    expect(marked.map(({ text }) => text)).toEqual(["Members", "Members"]);
    expect(page.document.querySelector("nav[aria-label=Settings] summary")?.text).toBe("Members");
    expect(linkOf(page, "Settings")).toBe("/dashboard");
  });

  test("begin with a page of all places, each with a line about it", async ({ owner }) => {
    const page = await owner.open("/settings/");
    const places = page.document.querySelectorAll("[aria-label='All settings'] > li");
    expect(places.map((place) => place.querySelector("a")?.text)).toEqual([
      ...["General", "Members", "Billing", "Security", "Export", "Activity"],
      ...["Client portal", "Notifications", "Email delivery", "Account"],
    ]);
    expect(places.every((place) => (place.querySelector(".muted")?.text.length ?? 0) > 10)).toBe(true);
  });

  test("lead only to what one may open", async ({ agency }) => {
    const closed = {
      manager: ["/settings/billing", "/settings/export", "/settings/mail"],
      instructor: ["/settings/activity", "/settings/billing", "/settings/export", "/settings/mail"],
    };
    for (const role of ["manager", "instructor"] as const) {
      const { visitor } = await agency.join(role);
      const { document } = await visitor.open("/settings/");
      const hrefs = [...new Set(document.querySelectorAll("main a[href]").map((link) => link.getAttribute("href")))];
      const paths = hrefs.filter((href) => href?.startsWith("/settings/"));
      for (const path of paths) expect([path, (await visitor.open(path ?? "")).status]).toEqual([path, 200]);
      for (const path of closed[role]) {
        expect(hrefs).not.toContain(path);
        expect([path, (await visitor.open(path)).status]).toEqual([path, 403]);
      }
    }
  });
});
