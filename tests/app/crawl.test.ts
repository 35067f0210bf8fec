import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { ash } from "#app/json-api/service.ts";
import type { Role } from "#server/upstream/engine/current-user.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { alderLane } from "#tests/support/records.ts";
import { seed } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Whoever is signed in follows every link that a page shows them, from the dashboard on, and opens every form: none is refused, whatever
// the role. Of pages that differ by their record alone so many are opened.
const opened: Readonly<Record<Role, number>> = { owner: 1, admin: 1, manager: 1, member: 3, instructor: 2 };

const roles: readonly Role[] = ["owner", "admin", "manager", "member", "instructor"];
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** What pages have in common that differ by their records. */
const kindOf = (path: string) => path.replaceAll(uuid, ":id").replaceAll(/=[^&]*/g, "");

/** Answers that are no pages. */
const isFile = (path: string) =>
  /\.(csv|zip|ics|webmanifest|svg)\b|^\/(api|assets|pictures?|dictionaries)\b/.test(path);

let agency: Agency;
const visitors = new Map<Role, Visitor>();

test.beforeAll(async ({ app }) => {
  app.pretend({ demo: true });
  agency = await startAgency(app, "standard");
  const about = { name: "Ada Marsh", email: "", password: "", workspaceName: "Harbour Homes", handle: "" };
  const accounts = new Map<Role, string>();
  for (const role of roles) {
    const { visitor, accountId } = role === "owner" ? agency.owner : await agency.join(role);
    visitors.set(role, visitor);
    accounts.set(role, accountId);
    if (role === "owner" || role === "member") await seed({ ...about, visitor }, agency.owner.visitor);
  }
  const { record, visitor: client } = await newPortalClient(app, agency, "Ida Marigold");
  await client.open("/client-portal/dashboard/me/deletion");
  await client.submit({}, { button: "Ask to be deleted" });
  const property = await agency.addPackage(alderLane);
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: property.id });
  const { orm } = app.database;
  // The member works a deal of a client and a property that are somebody else's; deals are long without a word, dated and offered.
  await orm.execute(sql`update upstream.opportunities set assigned_account_id = ${accounts.get("member")}
    where client_id = ${record.id}`);
  await orm.execute(sql`update upstream.opportunities set updated_at = now() - interval '9 days', closing_on = current_date + 3
    where workspace_id = ${agency.workspaceId}`);
  for (const role of ["member", "instructor"] as const)
    for (const subject of [
      { type: "client", id: record.id },
      { type: "package", id: property.id },
    ])
      await agency.call("POST", "/tasks", {
        ...{ title: "Look in", dueOn: "2020-01-02", assigneeAccountId: accounts.get(role), about: subject },
      });
}, 120_000);

/** The addresses of links and of forms that only ask. */
function linksOn({ page: { document } }: Visitor): string[] {
  const links = ["href", "src"].flatMap((name) =>
    document.querySelectorAll(`[${name}]`).map((link) => link.getAttribute(name) ?? ""),
  );
  return links.filter((link) => link.startsWith("/") && !link.startsWith("//")).map((link) => link.replace(/#.*/, ""));
}

/** Opens all that pages lead to, from the dashboard on. @returns what is refused, and how much was opened */
async function crawl(visitor: Visitor, most: number): Promise<{ refused: readonly string[]; seen: number }> {
  const waiting = [{ path: "/dashboard?all=true", from: "" }];
  const seen = new Set(["/dashboard?all=true"]);
  const counts = new Map<string, number>();
  const refused: string[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { status, url } = await visitor.open(next.path);
    if (status >= 400) refused.push(`${status} ${kindOf(next.path)} on ${kindOf(next.from)}`);
    for (const path of linksOn(visitor)) {
      const kind = kindOf(path);
      const count = counts.get(kind) ?? 0;
      if (seen.has(path) || isFile(path) || count >= most) continue;
      seen.add(path);
      counts.set(kind, count + 1);
      waiting.push({ path, from: url.pathname });
    }
  }
  return { refused, seen: seen.size };
}

test.for(roles)("no link that a page shows is refused: %s", { timeout: 240_000 }, async (role) => {
  const visitor = visitors.get(role);
  if (visitor === undefined) throw new Error(role);
  const { refused, seen } = await crawl(visitor, opened[role]);
  expect(seen).toBeGreaterThan(60);
  expect(refused).toEqual([]);
});

const { lists, calls } = ash.isWhole ? { lists: {}, calls: [] } : ash;
const optional = Object.keys(lists).filter((word) => word !== "clients" && word !== "sessions");

// A service with nothing optional, and one without each of its lists.
test.for(["", ...optional])(
  "no link leads to what a service lacks: %s",
  { timeout: 240_000 },
  async (lacked, { app }) => {
    const others = Object.fromEntries(Object.entries(lists).filter(([word]) => word !== lacked));
    app.pretend({ demo: true, description: { ...ash, isWhole: false, calls, lists: others } });
    // Whoever is known is known with what the service had before.
    app.forgetPeople();
    const visitor = visitors.get("owner");
    if (visitor === undefined) throw new Error("no owner");
    const { refused } = await crawl(visitor, 1);
    expect(refused).toEqual([]);
  },
);
