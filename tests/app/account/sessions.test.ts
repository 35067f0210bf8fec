import { randomUUID } from "node:crypto";
import { http } from "msw";
import { expect, onTestFinished } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailedPath, type Owner, openToken } from "#tests/support/application.ts";
import { openStream } from "#tests/support/event-source.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

const page = "/settings/account/sessions";
const nothing = new URLSearchParams();
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";

/** Signs in with a browser of this kind. */
async function signInWith(app: Application, { email, password }: Owner, agent: string): Promise<Visitor> {
  const visitor = app.visitor();
  const answer = await visitor.request("/login/", {
    method: "POST",
    headers: { "user-agent": agent, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, password }).toString(),
  });
  expect(answer.status).toBe(303);
  return visitor;
}

async function listedIds(visitor: Visitor): Promise<readonly string[]> {
  const { document } = await visitor.open(page);
  const actions = document.querySelectorAll("form").map((form) => form.getAttribute("action") ?? "");
  return actions.flatMap((action) => /\/sessions\/([0-9a-f-]{36})\/ending$/.exec(action)?.[1] ?? []);
}

const tokenOf = async (app: Application, visitor: Visitor) =>
  (await app.store.sessions.find(visitor.cookies.get("latchkey") ?? ""))?.token ?? "";

const statusOf = async (app: Application, token: string) =>
  (await app.callUpstream("GET", "/sessions/current", { token })).status;

test("every device is listed with its browser, its network and its times, and this one is marked", async ({ app }) => {
  const owner = await app.newOwner();
  app.pretend({ network: "203.0.113.x" });
  await signInWith(app, owner, windows);
  app.pretend({ network: "" });
  const phone = await signInWith(app, owner, iPhone);
  const rows = rowsOn(await phone.open(page), "Sessions");
  expect(rows.sort()).toEqual([
    expect.stringMatching(/^Chrome on Windows From 203\.0\.113\.x ?\. Signed in: .+ Last used: .+ End$/),
    expect.stringMatching(/^Safari on iPhone This device Signed in: .+ In use now\.$/),
  ]);
});

test("an ended device is out at its next click, its token too, and ending it twice is one", async ({ app }) => {
  const owner = await app.newOwner();
  const [here, there] = [await app.signedIn(owner), await app.signedIn(owner)];
  const token = await tokenOf(app, there);
  const [id = ""] = await listedIds(here);
  const ended = await here.submit({}, { button: "End" });
  expect([ended.url.pathname, ended.text]).toEqual([page, expect.stringContaining("That device is signed out.")]);
  expect(await statusOf(app, token)).toBe(401);
  expect((await there.open("/clients")).url.pathname).toBe("/login/");
  expect((await here.send(`${page}/${id}/ending`, nothing)).status).toBe(200);
  expect(await listedIds(here)).toEqual([]);
  expect((await here.open("/clients")).status).toBe(200);
});

test("all others end at once, also those of no browser, and nobody else's", async ({ app }) => {
  const [owner, stranger] = [await app.newOwner(), await app.newOwner()];
  const theirs = await app.signedIn(stranger);
  const [here, second, third] = [await app.signedIn(owner), await app.signedIn(owner), await app.signedIn(owner)];
  const token = await openToken(app, owner);
  await here.open(page);
  const ended = await here.submit({}, { button: "End all others" });
  expect(ended.text).toContain("2 other devices are signed out.");
  for (const visitor of [second, third]) expect((await visitor.open("/clients")).url.pathname).toBe("/login/");
  expect(await statusOf(app, token)).toBe(401);
  expect([(await here.open("/clients")).status, (await theirs.open("/clients")).status]).toEqual([200, 200]);
});

test("where the service cannot end all others at once, their tokens end one by one", async ({ app }) => {
  const owner = await app.newOwner();
  const [here, there] = [await app.signedIn(owner), await app.signedIn(owner)];
  const token = await tokenOf(app, there);
  app.use(http.delete("*/sessions/others", () => new Response(null, { status: 405 })));
  await here.open(page);
  await here.submit({}, { button: "End all others" });
  expect(await statusOf(app, token)).toBe(401);
});

test("a stranger's session, an unknown one and what is no id are 404", async ({ app }) => {
  const [owner, stranger] = [await app.newOwner(), await app.newOwner()];
  const theirs = await app.signedIn(stranger);
  const [first, second] = [await app.signedIn(owner), await app.signedIn(owner)];
  const [id = ""] = await listedIds(first);
  for (const wrong of [id, randomUUID(), "x"])
    expect((await theirs.send(`${page}/${wrong}/ending`, nothing)).status).toBe(404);
  expect((await second.open("/clients")).status).toBe(200);
  expect((await app.visitor().send(`${page}/${id}/ending`, nothing)).url.pathname).toBe("/login/");
});

test("opening the addresses that end sessions ends none", async ({ app }) => {
  const owner = await app.newOwner();
  const [here, there] = [await app.signedIn(owner), await app.signedIn(owner)];
  const [id = ""] = await listedIds(here);
  for (const path of [`${page}/ending`, `${page}/${id}/ending`])
    expect((await here.open(path)).url.pathname).toBe(page);
  expect((await there.open("/clients")).status).toBe(200);
});

test("the event stream of an ended device ends within 5 seconds", async ({ app }) => {
  const owner = await app.newOwner();
  const [here, there] = [await app.signedIn(owner), await app.signedIn(owner)];
  const cookie = there.cookies.get("latchkey") ?? "";
  const { workspaceId } = (await app.store.sessions.find(cookie)) ?? {};
  const stream = await openStream(`${app.origin}/messages/events?workspace=${workspaceId}`, {
    cookie: `latchkey=${cookie}`,
  });
  onTestFinished(() => stream.cut());
  await expect.poll(() => stream.received.at(0)?.event, { timeout: 10_000 }).toBe("ready");
  await here.open(page);
  const ended = performance.now();
  await here.submit({}, { button: "End" });
  await expect.poll(() => stream.received.at(-1)?.event, { timeout: 10_000 }).toBe("end");
  expect(performance.now() - ended).toBeLessThan(5_000);
});

test("after a new password, changed or mailed, the other devices are off the list", async ({ app }) => {
  const owner = await app.newOwner();
  const [here] = [await app.signedIn(owner), await app.signedIn(owner)];
  await here.open("/account/password");
  await here.submit(
    { currentPassword: owner.password, newPassword: "quiet harbour 71 lamp" },
    { button: "Change password" },
  );
  expect(await listedIds(here)).toEqual([]);
  await app.signedIn({ ...owner, password: "quiet harbour 71 lamp" });
  await app.callUpstream("POST", "/password_resets", { attributes: { email: owner.email } });
  const fresh = app.visitor();
  await fresh.open(await mailedPath(app, owner.email));
  await fresh.submit({ password: "other harbour 72 lamp" });
  expect(fresh.page.url.pathname).toBe("/dashboard");
  expect(await listedIds(fresh)).toEqual([]);
});
