import { randomUUID } from "node:crypto";
import { http } from "msw";
import { expect } from "vitest";
import { z } from "zod";
import { keyField } from "#app/session/hidden-fields.ts";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { clientForms } from "#tests/support/client-forms.ts";
import { inviteClient, newPortalClient, placeFieldsOf, portalPath } from "#tests/support/portal-client.ts";
import { dataPath, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { clientSecret as secret, seedClient } from "#tests/support/seeded-client.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Every page of the portal as the route map has them, so that a new one is tried without being named here.

const portalRoutes = async () => (await routeAddresses()).filter(({ access }) => access === "client");

/** What the form at an address takes, as this person sends it; the hidden fields alone where it has no others. */
function bodyOf(pattern: string, hidden: Readonly<Record<string, string>>): string {
  const form = clientForms.find((known) => `/client-portal/dashboard${known.pattern}` === pattern);
  return new URLSearchParams({ ...form?.typed(), ...hidden, [keyField]: randomUUID() }).toString();
}

/** What a page or a form answers: the status, and where it leads. @param body of a form that is posted */
async function answerOf(
  visitor: Visitor,
  path: string,
  method: "GET" | "POST",
  body = "",
): Promise<[number, string, string]> {
  const headers = {
    "sec-fetch-site": "same-origin",
    ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const response = await visitor.request(path, { method, headers, ...(method === "POST" && { body }) });
  return [response.status, response.headers.get("location") ?? "", await response.text()];
}

test("no page or form of the portal takes another client's ids, of the same workspace or of another", async ({
  app,
  agency,
}) => {
  const routes = (await portalRoutes()).filter(({ pattern }) => pattern.includes(":"));
  expect(routes.length).toBeGreaterThan(6);
  const { visitor } = await newPortalClient(app, agency, "Ida Other");
  const hidden = await placeFieldsOf(visitor);
  for (const theirs of [agency, await startAgency(app)]) {
    const { client, values } = await seedClient(app, theirs);
    const home = async () => (await client.visitor.open("/client-portal/dashboard")).text;
    const before = await home();
    expect(before).toContain(secret);
    for (const { pattern } of routes) {
      const path = fillPattern(pattern, values);
      for (const address of [path, dataPath(path)]) {
        const [status, location, text] = await answerOf(visitor, address, "GET");
        // What only takes posts leads to the person's own page.
        const isOwn = [202, 302, 303].includes(status) || location.startsWith("/client-portal/dashboard");
        expect([address, status === 404 || isOwn, text.includes(secret)]).toEqual([address, true, false]);
      }
      const [status, , text] = await answerOf(visitor, path, "POST", bodyOf(pattern, hidden));
      expect([path, status < 300 || status >= 500, text.includes(secret)]).toEqual([path, false, false]);
      expect([path, [303, 302].includes(status)]).toEqual([path, false]);
    }
    expect(await home()).toBe(before);
  }
});

/**
 * Opens every page of the portal and sends every form of it, as the one who has these records.
 * @param shown what the forms say of them where they were shown earlier
 */
async function walk(
  visitor: Visitor,
  values: Readonly<Record<string, string>>,
  isRight: (answer: string) => boolean,
  shown?: Readonly<Record<string, string>>,
) {
  const wrong: string[] = [];
  const hidden = shown ?? (await placeFieldsOf(visitor));
  for (const { pattern, file } of await portalRoutes()) {
    if (file === "portal/workspaces.tsx") continue;
    for (const method of ["GET", "POST"] as const) {
      const [status, location, text] = await answerOf(
        visitor,
        fillPattern(pattern, values),
        method,
        bodyOf(pattern, hidden),
      );
      if (!isRight(`${status} ${location}`) || text.includes(secret))
        wrong.push(`${method} ${pattern} ${status} ${location}`);
    }
  }
  return wrong;
}

test("the bodies that are posted here are taken of the client whose records they are about", async ({
  app,
  agency,
}) => {
  const { client, values } = await seedClient(app, agency);
  const hidden = await placeFieldsOf(client.visitor);
  const below = ["", "/interest", "/showings/new", "/questions/new"];
  for (const pattern of below.map((page) => `/client-portal/dashboard/properties/:packageId${page}`)) {
    const [status, location] = await answerOf(
      client.visitor,
      fillPattern(pattern, values),
      "POST",
      bodyOf(pattern, hidden),
    );
    expect([pattern, status, location]).toEqual([
      pattern,
      303,
      `/client-portal/dashboard/properties/${values.packageId}`,
    ]);
  }
});

test("every page of the portal is closed to whoever was revoked, put away, or has a session that ended", async ({
  app,
  agency,
}) => {
  const revoked = await seedClient(app, agency);
  const owner = agency.owner.visitor;
  const { document } = await owner.open(`/clients/${revoked.client.record.id}`);
  await owner.open(document.querySelector('a[href$="/revocation"]')?.getAttribute("href") ?? "");
  await owner.submit({}, { button: "Revoke access" });
  const isClosed = (answer: string) => /^(403|404|405|302 \/client-portal|303 \/client-portal)/.test(answer);
  expect(await walk(revoked.client.visitor, revoked.values, isClosed)).toEqual([]);

  const archived = await seedClient(app, agency);
  const shown = await placeFieldsOf(archived.client.visitor);
  await agency.call("POST", `/clients/${archived.client.record.id}/archival`);
  expect(await walk(archived.client.visitor, archived.values, isClosed, shown)).toEqual([]);

  const ended = await seedClient(app, agency);
  await app.database.pool.query("update upstream.sessions set revoked_at = now() where client_email = $1", [
    ended.client.email,
  ]);
  const isLogin = (answer: string) => /^30[23] \/client-portal\/login/.test(answer);
  expect(await walk(ended.client.visitor, ended.values, isLogin)).toEqual([]);
});

test("files that are under way when their reader turns out to be nobody are refused, and no fault", async ({
  app,
  agency,
}) => {
  const { client, values } = await seedClient(app, agency);
  const files = (await routeAddresses()).filter(({ access, file }) => access === "client" && !file.endsWith(".tsx"));
  await client.visitor.open("/client-portal/dashboard");
  app.use(http.get("*/sessions/current", () => new Response("", { status: 503 })));
  const answers = files.map(async ({ pattern }) => {
    const { status, body } = await client.visitor.request(fillPattern(pattern, values));
    await body?.cancel();
    return [pattern, status];
  });
  expect(await Promise.all(answers)).toEqual(files.map(({ pattern }) => [pattern, 503]));
  expect(files.length).toBeGreaterThan(4);
  app.resetHandlers();
});

test("staff who are signed in open no page of the portal, and a client none of staff", async ({ app, agency }) => {
  const { client, values } = await seedClient(app, agency);
  const isPortalLogin = (answer: string) => /^30[23] \/client-portal\/login/.test(answer);
  expect(await walk(agency.owner.visitor, values, isPortalLogin)).toEqual([]);
  const staffPages = (await routeAddresses()).filter(
    ({ access, pattern }) => (access === "agent" || access === "view") && !isForPrograms(pattern),
  );
  expect(staffPages.length).toBeGreaterThan(100);
  for (const { pattern } of staffPages) {
    const [status, location] = await answerOf(client.visitor, fillPattern(pattern, values), "GET");
    // A workspace's own address has a page for everybody.
    if (pattern === "/:handle") continue;
    expect([pattern, status, location.startsWith("/login")]).toEqual([pattern, expect.any(Number), true]);
  }
});

test("twenty who press the button of one sign-in link at the same moment open one session", async ({ app, agency }) => {
  const { email } = await newPortalClient(app, agency);
  const asking = app.visitor();
  await asking.open("/client-portal/login");
  await asking.submit({ email });
  const path = await portalPath(app, email);
  const count = async () => {
    const sql = "select from upstream.sessions where client_email = $1 and revoked_at is null";
    return (await app.database.pool.query(sql, [email])).rows.length;
  };
  const before = await count();
  const ready = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const visitor = app.visitor();
      const { document } = await visitor.open(path);
      const fields = new URLSearchParams();
      for (const input of document.querySelectorAll("main form input"))
        fields.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
      return { visitor, fields };
    }),
  );
  const answers = await Promise.all(ready.map(({ visitor, fields }) => visitor.send(path, fields)));
  expect(answers.filter(({ url }) => url.pathname === "/client-portal/dashboard")).toHaveLength(1);
  expect((await count()) - before).toBe(1);
});

test("a scanner that fetches a shared link twenty times opens nothing, and gets no cookie", async ({ app, agency }) => {
  const packageId = (await agency.addPackage({ street: `1 ${secret} Street` })).id;
  const link = z
    .object({ data: z.object({ id: z.string(), attributes: z.object({ url_token: z.string() }) }) })
    .parse(await agency.call("POST", "/share_links", { packageId, label: "For you", folderIds: [] })).data;
  const path = `/shared/${link.attributes.url_token}`;
  const scanner = app.visitor();
  for (let look = 0; look < 20; look += 1) {
    const { status, text } = await scanner.open(look % 2 === 0 ? path : `${path}/view`);
    expect([status, text.includes(secret)]).toEqual([200, false]);
  }
  expect((await scanner.request(path, { method: "HEAD" })).status).toBe(200);
  expect(scanner.cookies.size).toBe(0);
  const { rows } = await app.database.pool.query("select opened_count from upstream.share_links where id = $1", [
    link.id,
  ]);
  expect(rows).toEqual([{ opened_count: 0 }]);
});

test("links that were made up, have expired or were revoked all open the one generic page", async ({ app, agency }) => {
  const [expired, revoked] = [await inviteClient(app, agency), await inviteClient(app, agency)];
  await app.database.pool.query("update upstream.portal_invitations set expires_at = now() where client_id = $1", [
    expired.record.id,
  ]);
  await app.database.pool.query("update upstream.portal_invitations set revoked_at = now() where client_id = $1", [
    revoked.record.id,
  ]);
  const madeUp = `/client-portal/invitations/${"A".repeat(43)}`;
  const pages: [number, string][] = [];
  for (const path of [madeUp, expired.path, revoked.path, `/client-portal/sign-in/${"A".repeat(43)}`]) {
    const { status, text } = await app.visitor().open(path);
    pages.push([status, text]);
  }
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  expect(pages[0]?.[0]).toBe(410);
});
