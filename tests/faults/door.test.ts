import { request } from "undici";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { keyField, personField, workspaceField } from "#app/session/hidden-fields.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { addressValues, dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { meets } from "#tests/support/turns.ts";

// Posts that another site makes a signed-in agent's browser send, to every address there is.

const origin = inject("origin");
const stored = openStoredRows(inject("databaseUrl"));
const addresses = await routeAddresses();
/** Stands in every field of every forged form; with the digits that a phone number needs. */
const mark = `forged-${crypto.randomUUID().slice(0, 8)}-2065550100`;

let agent: SeededAgent;
let cookie = "";
let mentions: string[] = [];

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
  cookie = [...agent.visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  mentions = [agent.workspaceId, agent.accountId, agent.email, agent.handle, mark];
});
afterAll(async () => {
  await agent.visitor.close();
  await stored.close();
});

const port = new URL(origin).port;

/** What the browser says of where a request comes from, for each way in which it does not come from here. */
const strangers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "another site": { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  "another site without its name": { "sec-fetch-site": "cross-site" },
  "a sister site": { "sec-fetch-site": "same-site", origin: `http://sister.localhost:${port}` },
  "a sister site without its name": { "sec-fetch-site": "same-site" },
  "a hidden origin": { origin: "null" },
  "a hidden origin, said to be another site": { "sec-fetch-site": "cross-site", origin: "null" },
  "an older browser on another site": { origin: "https://evil.example" },
  "another port": { origin: "http://localhost:1" },
  "another scheme": { origin: `https://localhost:${port}` },
  "a name that begins like ours": { origin: `${origin}.evil.example` },
  "a name that goes on before ours": { origin: `http://evil.${new URL(origin).host}` },
  "a site that we are told is ours": {
    origin: "http://evil.example",
    host: "evil.example",
    "x-forwarded-host": "evil.example",
  },
  "nowhere at all, but with cookies": {},
  "two places at once": { "sec-fetch-site": "same-origin, cross-site" },
};

/** Every field name that any form of ours has, so that a write that came through would have something to write. */
function forgedBody(): string {
  const ids = { [workspaceField]: agent.workspaceId, [personField]: agent.accountId, workspace: agent.workspaceId };
  const names = [
    "name",
    "handle",
    "workspaceName",
    "workspaceHandle",
    "notes",
    "preferredAreas",
    "phoneNumber",
    "mode",
    "label",
    "title",
    "system",
    "severity",
    "street",
    "city",
    "area",
    "schools",
  ];
  const typed = Object.fromEntries(names.map((name) => [name, mark]));
  const budget = { "budget.amount": "1", "budget.currency": "USD" };
  const words = { email: `${mark}@client.example`, password: mark, currentPassword: agent.password, newPassword: mark };
  return new URLSearchParams({ ...ids, ...typed, ...budget, ...words, [keyField]: crypto.randomUUID() }).toString();
}

type Method = "POST" | "PUT" | "PATCH" | "DELETE";

async function send(method: Method, path: string, headers: Readonly<Record<string, string>>) {
  const form = { cookie, "content-type": "application/x-www-form-urlencoded" };
  const response = await request(origin + path, { method, headers: { ...form, ...headers }, body: forgedBody() });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

async function expectRefusal(method: Method, path: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await send(method, path, headers);
  expect(`${answer.status} ${method} ${path}`).toBe(`403 ${method} ${path}`);
  expect(answer.headers["set-cookie"], path).toBeUndefined();
  expect(answer.text, path).toContain("did not come from a page of this site");
}

function everyPath(): string[] {
  const values = addressValues(agent);
  const paths = new Set(addresses.map(({ pattern }) => fillPattern(pattern, values)));
  return [...paths].flatMap((path) => [path, dataPath(path)]);
}

test("the walk finds the pages that write", () => {
  const paths = everyPath();
  for (const known of ["/login", "/sign-out", "/clients/new", "/clients/new.data", "/workspace/switch", "/scripts"])
    expect(paths).toContain(known);
  expect(paths).toContain(`/clients/${agent.clientId}/archival`);
  expect(paths).toContain(`/packages/${agent.packageId}/edit`);
  expect(paths).toContain(`/documents/${agent.documentId}/renaming`);
  expect(paths).toContain("/documents/uploads/new");
});

test("what is written about somebody is noticed here", async () => {
  const before = await stored.mentioning(mentions);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(["upstream.clients", "upstream.client_people", "app.sessions"]),
  );
  await agent.visitor.open(`/clients/${agent.clientId}/edit`);
  await agent.visitor.submit({ phoneNumber: "206 555 0111" }, { button: "Save changes" });
  const after = await stored.mentioning(mentions);
  expect(after["upstream.clients"]).not.toBe(before["upstream.clients"]);
});

describe("what does not come from a page of ours", () => {
  /** What is written about them. To read all of a database takes longer than to be refused. */
  let before: ReturnType<typeof stored.mentioning> | undefined;
  const noteRows = () => (before ??= stored.mentioning(mentions));

  test.each(Object.keys(strangers).map((stranger, turn) => ({ stranger, turn })))(
    "is refused everywhere as a post from $stranger",
    async ({ stranger, turn }) => {
      await noteRows();
      for (const [place, path] of everyPath().entries()) {
        // Every path meets some of them: they are told by one layer before all pages.
        if (meets(place, turn, 6)) await expectRefusal("POST", path, strangers[stranger] ?? {});
      }
    },
  );

  test.each([
    ["PUT", 0],
    ["PATCH", 1],
    ["DELETE", 2],
  ] as const)("is refused in the same way as a %s", async (method, turn) => {
    await noteRows();
    for (const [place, path] of everyPath().entries())
      if (meets(place, turn, 3)) await expectRefusal(method, path, { "sec-fetch-site": "cross-site" });
  });

  test("has written nothing", async () => {
    const known = await noteRows();
    expect(await stored.mentioning(mentions)).toEqual(known);
  });
});

async function openFromElsewhere(path: string): Promise<void> {
  const headers = { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", accept: "text/html" };
  const { statusCode, body } = await request(origin + path, { headers });
  await body.dump();
  expect(statusCode, path).toBeLessThan(500);
}

/** Files that leave the workspace: the audit log says so, whoever led the browser there. */
const isExport = (path: string): boolean => /(\.csv|\.zip|\.ics|\/bundle)(\.data)?(\?|$)/.test(path);

test("an address that another site opens changes nothing", async () => {
  const before = await stored.mentioning(mentions);
  // As a document or as data: both are made by one loader.
  const opened = everyPath().filter((path, place) => !isExport(path) && meets(place, Math.floor(place / 2), 2));
  for (const path of opened) await openFromElsewhere(path);
  expect(await stored.mentioning(mentions)).toEqual(before);
  for (const path of everyPath().filter(isExport)) await openFromElsewhere(path);
  const {
    "upstream.activities": noted,
    "upstream.idempotency_keys": _keys,
    ...after
  } = await stored.mentioning(mentions);
  const { "upstream.activities": earlier, "upstream.idempotency_keys": _earlierKeys, ...expected } = before;
  expect(after).toEqual(expected);
  expect(noted).not.toBe(earlier);
  expect((await agent.visitor.open("/dashboard")).url.pathname).toBe("/dashboard");
});

test("the very same post from a page of ours is taken", async () => {
  const { status } = await send("POST", "/clients/new", { "sec-fetch-site": "same-origin", origin });
  expect(status).toBe(303);
  const [client] = await stored.query("SELECT workspace_id FROM upstream.clients WHERE name = $1", [mark]);
  expect(client).toEqual({ workspace_id: agent.workspaceId });
});
