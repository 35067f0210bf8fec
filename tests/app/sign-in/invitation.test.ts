import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { InvitedTo } from "#server/upstream/identity/member-invitations.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { invite, newWorkspace } from "#tests/support/invitations.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

// Where registration is not open: what strangers are told, and how people get in by an invitation's link.

const password = "copper lantern 47 harbour";
const newEmail = () => `${randomUUID().slice(0, 13)}@agency.example`;
const newHandle = () => `agency-${randomUUID().slice(0, 13)}`;
async function workspaceIdOf({ database }: Application, handle: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>("select id from upstream.workspaces where handle = $1", [
    handle,
  ]);
  return rows[0]?.id ?? "";
}

const post = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "name=Nia" };

test.for([
  ["invited", "You need an invitation. Ask a colleague who has an account, or support@latchkey.test."],
  ["closed", "No new accounts are created here. Questions? Ask support@latchkey.test."],
] as const)(
  "while registration is %s, its pages and links are gone, and say whom to ask",
  async ([mode, who], { app }) => {
    app.pretend({ registration: mode });
    const login = await app.visitor().open("/login/");
    expect([login.status, login.text.includes(`New here? ${who}`)]).toEqual([200, true]);
    for (const path of ["/login/", "/login/link", "/password/forgotten", "/signed-out", "/password/nothing"])
      expect((await app.visitor().open(path)).html).not.toContain("/register");
    app.calls.length = 0;
    for (const path of [
      "/register",
      "/register/account",
      "/register/workspace",
      "/register/complete",
      "/verify/nothing",
    ]) {
      const page = await app.visitor().open(path);
      expect([path, page.status, page.text.includes(who)]).toEqual([path, 403, true]);
      expect(page.document.querySelector("main form")).toBe(null);
      if (path === "/register" || path === "/register/complete") continue;
      expect((await app.visitor().request(path, post)).status).toBe(403);
    }
    expect(app.calls).toEqual([]);
  },
);

test.for(["invited", "closed"] as const)(
  "while registration is %s, members make no workspaces",
  async (mode, { app }) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    expect((await visitor.open("/dashboard")).html).toContain('href="/workspace/join"');
    await visitor.open("/workspace/join");
    app.pretend({ registration: mode });
    const refused = await visitor.submit({ name: "Another", handle: newHandle() }, { button: "Create workspace" });
    const sentence = "You don't have permission to create workspaces. Ask support@latchkey.test.";
    expect([refused.status, refused.text.includes(sentence)]).toEqual([403, true]);
    expect((await visitor.open("/workspace/join")).status).toBe(403);
    expect((await visitor.open("/dashboard")).html).not.toContain('href="/workspace/join"');
    expect(app.calls).not.toContain("POST /api/workspaces");
  },
);

test("who belongs to no workspace is told whom to ask", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await app.database.pool.query("delete from upstream.memberships where workspace_id = $1", [
    await workspaceIdOf(app, owner.handle),
  ]);
  app.pretend({ registration: "invited" });
  const left = await visitor.open("/dashboard");
  const way = "Ask a colleague to invite you to theirs, or support@latchkey.test.";
  const hasButton = left.html.includes('href="/workspace/join"');
  expect([left.url.pathname, left.text.includes(way), hasButton]).toEqual(["/workspace/left", true, false]);
  const page = await visitor.open("/dashboard");
  const sentence = "You aren't in a workspace yet. Ask a colleague to invite you to theirs, or support@latchkey.test.";
  expect([page.status, page.url.pathname, page.text.includes(sentence)]).toEqual([403, "/workspace/join", true]);
});

test("the first owner's link makes a workspace; opening it uses nothing up, and it works once", async ({ app }) => {
  app.pretend({ registration: "invited" });
  const [email, handle] = [newEmail(), newHandle()];
  const path = await invite(app.database, email);
  for (let look = 0; look < 3; look += 1) {
    await (await app.visitor().request(path)).body?.cancel();
    await (await app.visitor().request(path, { method: "HEAD" })).body?.cancel();
  }
  const visitor = app.visitor();
  const page = await visitor.open(path);
  expect([page.status, page.text.includes(email), page.html.includes("<script")]).toEqual([200, true, false]);
  const typed = { name: "Ada Marsh", workspaceName: "Harbour Homes", workspaceHandle: handle, password };
  const inside = await visitor.submit(typed, { button: "Open my workspace" });
  expect([inside.url.pathname, inside.text.includes("Harbour Homes")]).toEqual(["/dashboard", true]);
  const again = await app.visitor().open(path);
  expect([again.status, again.document.querySelector("input[type=password]")]).toEqual([410, null]);
  expect(again.document.querySelector(".note a[href='/login/']")).not.toBe(null);
});

test("a refused password leaves what was typed, and the link", async ({ app }) => {
  app.pretend({ registration: "invited" });
  const path = await invite(app.database, newEmail(), { ...newWorkspace, handle: newHandle() });
  const visitor = app.visitor();
  const page = await visitor.open(path);
  const proposed = typedIn(page, "workspaceHandle") ?? "";
  const typed = { name: "Ada Marsh", workspaceName: "", workspaceHandle: proposed, password: "short" };
  const nameless = await visitor.submit(typed, { button: "Open my workspace" });
  expect([nameless.status, nameless.text.includes("Workspace name must be at least 1 character.")]).toEqual([
    400,
    true,
  ]);
  const weak = await visitor.submit({ ...typed, workspaceName: "Harbour Homes" }, { button: "Open my workspace" });
  expect([weak.status, weak.text.includes("Password must be at least 12 characters.")]).toEqual([400, true]);
  expect([typedIn(weak, "name"), typedIn(weak, "workspaceHandle")]).toEqual(["Ada Marsh", proposed]);
  const inside = await visitor.submit(
    { ...typed, workspaceName: "Harbour Homes", password },
    { button: "Open my workspace" },
  );
  expect(inside.url.pathname).toBe("/dashboard");
});

test("a link to a workspace asks for name and password only, and joins it", async ({ app }) => {
  const owner = await app.newOwner();
  app.pretend({ registration: "invited" });
  const to: InvitedTo = { workspaceId: await workspaceIdOf(app, owner.handle), role: "manager" };
  const visitor = app.visitor();
  const page = await visitor.open(await invite(app.database, newEmail(), to));
  expect(page.document.querySelector("h1")?.text).toMatch(/^Join /);
  expect(page.document.querySelector("input[name=workspaceHandle]")).toBe(null);
  const inside = await visitor.submit({ name: "Bo Lee", password }, { button: "Join workspace" });
  expect([inside.url.pathname, inside.status]).toEqual(["/dashboard", 200]);
});

test("an unknown link says so; nobody uses one while no accounts are created", async ({ app }) => {
  app.pretend({ registration: "invited" });
  expect((await app.visitor().open("/invitation/nothing")).status).toBe(410);
  const path = await invite(app.database, newEmail());
  const visitor = app.visitor();
  await visitor.open(path);
  app.pretend({ registration: "closed" });
  app.calls.length = 0;
  expect((await app.visitor().open(path)).status).toBe(403);
  const typed = { name: "Ada Marsh", workspaceName: "Harbour Homes", workspaceHandle: newHandle(), password };
  expect((await visitor.submit(typed, { button: "Open my workspace" })).status).toBe(403);
  expect(app.calls).toEqual([]);
});
