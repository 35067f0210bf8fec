import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createApiConnection } from "#app/json-api/connection.ts";
import { connectWorkspace } from "#server/upstream/identity/member-invitations.ts";
import { withoutKeys } from "#tests/app/json-api/connecting.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { plantSecret, secretsIn } from "#tests/support/planted-secrets.ts";
import { addressValuesOf, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { meets } from "#tests/support/turns.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Beside an API that knows no people every call carries the API's own token. Who is not a member of one of its workspaces
// gets no byte of it: strangers, people who registered while that was open, and members of a workspace that it has no id of.

const test = newAgencyTest();

const token = plantSecret("api-token");
const secret = plantSecret("api-record");
const someId = "11111111-1111-4111-8111-111111111111";
// Of this file alone: no two workspaces have the same one, and other files have workspaces in the same database.
const apiWorkspace = `tenant-${randomUUID()}`;

interface ApiCall {
  readonly call: string;
  readonly bearer: string | null;
  readonly workspace: string | null;
}

let calls: ApiCall[] = [];

/** An API that answers everything it is asked with something, whoever asks. */
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { headers } = request;
  calls.push({
    call: `${request.method} ${pathname}`,
    bearer: headers.get("authorization"),
    workspace: headers.get("x-tenant"),
  });
  const type = pathname.split("/").at(2)?.replace(/s$/, "") ?? "";
  const attributes = { name: secret, email: `${secret}@client.example`, street: secret, title: secret, label: secret };
  const record = { type, id: someId, attributes: { ...attributes, inserted_at: "2026-03-02T00:00:00Z" } };
  const data = /\/[0-9a-f-]{36}(\/|$)/.test(pathname) ? record : [record];
  return Response.json({ data }, { headers: { "content-type": "application/vnd.api+json" } });
}

const api = createApiConnection({
  baseUrl: "http://api.invalid/v1",
  fetch: answer,
  workspaceHeader: "x-tenant",
  service: withoutKeys,
  log: { info() {}, warn() {} },
});
const records = { api, waiting: api, fixedToken: token, service: withoutKeys };

test.beforeEach(() => {
  calls = [];
});

const addresses = await routeAddresses();
const form = { origin: "", "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
const body = new URLSearchParams({
  name: "Nia",
  email: "nia@client.example",
  passcode: "x",
  password: "a quiet street 9",
});

/** What each address answers to a person: opened or as its data by turns, which are made of the same, and sent a form. @returns those that told something of the API */
async function tellingAnswers(visitor: Visitor, handle: string): Promise<string[]> {
  const values = addressValuesOf(someId, handle);
  const telling: string[] = [];
  const paths = new Set(addresses.map(({ pattern }) => fillPattern(pattern, values)));
  for (const [place, path] of [...paths].entries()) {
    // Who signs out asks for nothing any more.
    if (path === "/sign-out") continue;
    const askings = [
      visitor.request(meets(place, 0, 2) ? path : dataPath(path)),
      visitor.request(path, { method: "POST", headers: form, body: body.toString() }),
    ];
    for (const asked of askings) {
      const { status, text, headers } = await read(asked);
      if (secretsIn(`${headers} ${text}`, [secret, token]).length > 0) telling.push(`${status} ${path}`);
    }
  }
  return telling;
}

async function read(asked: ReturnType<Visitor["request"]>) {
  const response = await asked;
  return { status: response.status, headers: JSON.stringify([...response.headers]), text: await response.text() };
}

async function connect(app: Application, handle: string): Promise<void> {
  const { orm, pool } = app.database;
  const { rows } = await pool.query<{ id: string }>("select id from upstream.workspaces where handle = $1", [handle]);
  expect(await connectWorkspace(orm, rows[0]?.id ?? "", apiWorkspace)).toBe(true);
}

test("a stranger who is not signed in sees nothing of the API, and nothing is asked of it in its name", async ({
  app,
}) => {
  app.pretend({ registration: "invited", records });
  expect(await tellingAnswers(app.visitor(), "harbour")).toEqual([]);
  expect(calls.filter(({ bearer }) => bearer !== null)).toEqual([]);
});

test("who registered while that was open owns a workspace, and sees nothing of the API", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  app.pretend({ registration: "invited", records });
  expect(await tellingAnswers(visitor, owner.handle)).toEqual([]);
  expect(calls.filter(({ bearer }) => bearer !== null)).toEqual([]);
});

test("who belongs to no workspace any more sees nothing of the API", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await app.database.pool.query(
    "delete from upstream.memberships where account_id = (select id from upstream.accounts where email = $1)",
    [owner.email],
  );
  app.pretend({ registration: "invited", records });
  expect(await tellingAnswers(visitor, owner.handle)).toEqual([]);
  expect(calls.filter(({ bearer }) => bearer !== null)).toEqual([]);
});

test("a workspace without an id at the API says on each of its pages what is missing", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  app.pretend({ registration: "invited", records });
  const values = addressValuesOf(someId, owner.handle);
  const own = /^\/(account|workspace|settings|scripts|:handle|uploads|picker|pictures|waiting|device|kept\/owner)/;
  const pages = addresses.filter(({ access, pattern }) => access === "agent" && !own.test(pattern));
  const others: string[] = [];
  for (const pattern of new Set(pages.map((address) => address.pattern))) {
    const { status, text } = await read(visitor.request(fillPattern(pattern, values)));
    if (status !== 403 || !text.includes("connected with the service that keeps its records"))
      others.push(`${status} ${pattern}`);
  }
  expect(others).toEqual([]);
  const settings = await visitor.open("/settings/general");
  expect([settings.status, settings.text.includes("Not connected")]).toEqual([200, true]);
});

test("a member of a workspace that has one sees its records, and every call names it", async ({ app }) => {
  const owner = await app.newOwner();
  await connect(app, owner.handle);
  const visitor = await app.signedIn(owner);
  app.pretend({ registration: "invited", records });
  expect((await visitor.open("/clients/")).text).toContain(secret);
  expect(calls.length).toBeGreaterThan(0);
  await tellingAnswers(visitor, owner.handle);
  const asked = calls.filter(({ call }) => !call.includes("/shared_packages/"));
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter(({ bearer, workspace }) => bearer !== `Bearer ${token}` || workspace !== apiWorkspace)).toEqual(
    [],
  );
  expect((await visitor.open("/settings/general")).text).toContain(apiWorkspace);
});
