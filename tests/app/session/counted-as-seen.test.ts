import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { rulesPath } from "#app/entry/speculation.ts";
import { projectRoot } from "#server/project-root.ts";
import type { Agency } from "#tests/support/agency.ts";
import { readAheadExceptions } from "#tests/support/ahead-rules.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { namesOn } from "../page-reading.ts";

const test = newAgencyTest();

const click = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1", "sec-fetch-mode": "navigate" };
const prefetch = { ...click, "sec-purpose": "prefetch" };

const documented = readFileSync(join(projectRoot, "docs/decisions/opened-ahead.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, page = "", , inRules]) => ({ page, isInRules: inRules === "yes" }));

interface Case {
  readonly who: Visitor;
  readonly paths: readonly string[];
  /** What has been counted so far. */
  readonly counted: () => Promise<number>;
  /** Before, after these pages were fetched ahead, and after they were clicked. */
  readonly counts: readonly [number, number, number];
}

const counts = z.object({ data: z.object({ attributes: z.record(z.string(), z.unknown()) }) });
const made = z.object({ data: z.object({ id: z.string(), attributes: z.object({ url_token: z.string() }) }) });

/** By the page's name in the documented table, a case or two of each row. */
async function seed(app: Application, agency: Agency, owner: Visitor): Promise<Record<string, readonly Case[]>> {
  const { record, visitor: client } = await newPortalClient(app, agency, "Nora Lind");
  const home = "/client-portal/dashboard";
  const { id } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId: id });
  const documentId = await uploadDocument(owner, { name: "Disclosure.txt", content: "Long text." }, `?package=${id}`);
  await agency.call("PATCH", `/documents/${documentId}`, { isClientVisible: true });
  await client.open(`${home}/messages`);
  await client.submit({ body: "Is the roof new?" }, { button: "Send message" });
  const reader = await newPortalClient(app, agency, "Otto Lind");
  await agency.call("POST", "/messages", { clientId: reader.record.id, body: "Good morning" });
  const link = { packageId: id, label: "For the Linds", folderIds: [], includesUnfiled: true };
  const shared = made.parse(await agency.call("POST", "/share_links", link)).data;
  const { visitor: member } = await agency.join("member");
  await member.open("/clients/new");
  await post(member, fillForm(member.page, "Create client", { name: "Otto Berg", email: "otto@client.example" }));

  const numberIn = (text: string, words: RegExp) => Number(words.exec(text)?.[1] ?? 0);
  const countedBy = async (sql: string) => {
    const { rows } = await app.database.pool.query<{ count: string }>(`SELECT count(*) ${sql}`);
    return Number(rows[0]?.count);
  };
  const long = "now() - interval '1 day'";
  const makeOld = async (table: string, where: string) =>
    app.database.pool.query(`UPDATE upstream.${table} SET last_seen_at = ${long} WHERE ${where}`);
  const ofOwner = `workspace_id = '${agency.workspaceId}' AND account_id = '${agency.owner.accountId}'`;
  const ofClient = `client_id = '${record.id}'`;
  const lastSeen = (who: Visitor, path: string, table: string, where: string): Case => ({
    who,
    paths: [path],
    counted: async () =>
      countedBy(`FROM upstream.${table} WHERE ${where} AND last_seen_at > now() - interval '1 hour'`),
    counts: [0, 1, 1],
  });
  let unreadBefore: number | undefined;
  await makeOld("memberships", ofOwner);
  await makeOld("portal_invitations", ofClient);
  return {
    // These come first: whatever anybody asks for later notes it.
    "any page of staff or the portal": [
      lastSeen(owner, "/tasks/", "memberships", ofOwner),
      lastSeen(client, home, "portal_invitations", ofClient),
    ],
    "any page, with the message of a form": [
      {
        who: member,
        paths: ["/clients/"],
        counted: async () => Number(!member.cookies.has("lk_toast")),
        counts: [0, 0, 1],
      },
    ],
    "an agent's thread": [
      {
        who: owner,
        paths: [`/messages/${record.id}`],
        counted: async () => Number(!namesOn(await owner.open("/messages/?show=unread")).includes("Nora Lind")),
        counts: [0, 0, 1],
      },
    ],
    "a client's thread": [
      {
        who: reader.visitor,
        paths: [`${home}/messages`],
        counted: async () => 1 - numberIn((await reader.visitor.open(home)).text, /\((\d+) new\)/),
        counts: [0, 0, 1],
      },
    ],
    "a client's property, a client's document": [
      {
        who: client,
        paths: [`${home}/properties/${id}`, `${home}/documents/${documentId}`],
        counted: async () => 2 - numberIn((await owner.open(`/clients/${record.id}`)).text, /(\d+) never opened/),
        counts: [0, 0, 2],
      },
    ],
    "a shared page": ["fetched_count", "opened_count"].map((kind) => ({
      who: app.visitor(),
      paths: [`/shared/${shared.attributes.url_token}`],
      counted: async () =>
        Number(counts.parse(await agency.call("GET", `/share_links/${shared.id}`)).data.attributes[kind]),
      // The second visitor comes after the two requests of the first one.
      counts: kind === "opened_count" ? [0, 0, 0] : [0, 1, 2],
    })),
    notifications: [
      {
        who: owner,
        paths: ["/notifications"],
        counted: async () => {
          const unread = numberIn(
            (await owner.open("/tasks/")).document.querySelector(".bell")?.textContent ?? "",
            /(\d+)/,
          );
          unreadBefore ??= unread;
          return unreadBefore - unread;
        },
        counts: [0, 0, 0],
      },
    ],
  };
}

test("what is fetched ahead and what is clicked counts as seen as documented, page by page", async ({
  app,
  agency,
  owner,
}) => {
  const isExcepted = await readAheadExceptions();
  const cases = await seed(app, agency, owner);
  const others = { page: "all other pages", isInRules: true };
  const found: unknown[] = [];
  const wanted: unknown[] = [];
  for (const [page, ones] of Object.entries(cases)) {
    for (const { who, paths, counted, counts } of ones) {
      const ask = async (headers: Record<string, string>) => {
        const kept = new Map(who.cookies);
        for (const path of paths) expect((await who.request(path, { headers })).status).toBe(200);
        if (headers === prefetch) expect(who.cookies).toEqual(kept);
        return counted();
      };
      const seen = [await counted(), await ask(prefetch), await ask(click)];
      for (const path of paths) found.push({ page, isInRules: !isExcepted(path), seen });
      for (const _ of paths) wanted.push({ ...documented.find((row) => row.page === page), seen: [...counts] });
    }
  }
  expect(found).toEqual(wanted);
  expect([...Object.keys(cases), others.page].sort()).toEqual(documented.map(({ page }) => page).sort());
  expect(documented).toContainEqual(others);
});

test("pages of clients, landing pages and shared ones name the rules", async ({ app, agency, owner }) => {
  const cases = await seed(app, agency, owner);
  const others = Object.values(cases).flatMap((ones) => ones.filter(({ who }) => who !== owner));
  const isFile = (path: string) => path.includes("/documents/");
  const pages = others.flatMap(({ who, paths }) =>
    paths.filter((path) => !isFile(path)).map((path) => ({ who, path })),
  );
  const landing = { who: app.visitor(), path: "/client-portal/" };
  expect(pages.length).toBeGreaterThan(2);
  for (const { who, path } of [...pages, landing])
    expect((await who.request(path)).headers.get("speculation-rules"), path).toBe(`"${rulesPath}"`);
});

test("a page that is fetched ahead leaves the browser's cookies alone", async ({ app }) => {
  const visitor = app.visitor();
  const path = "/client-portal/?language=es";
  await visitor.request(path, { headers: prefetch });
  expect([...visitor.cookies]).toEqual([]);
  await visitor.request(path, { headers: click });
  expect(visitor.cookies.size).toBe(1);
});
