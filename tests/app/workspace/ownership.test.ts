import { expect } from "vitest";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailedPath, mailTo } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

/** The address and the account of a person of the agency, who gets a password. */
async function credentialsOf(app: Application, token: string): Promise<{ email: string; id: string }> {
  const answer = await app.callUpstream("GET", "/sessions/current", { token });
  const { data } = JSON.parse(await answer.text());
  return data.attributes.person;
}

const name = "Harbour Homes";

test("the owner hands the workspace over: by name and password, a link, and a button", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await visitor.open("/settings/general");
  expect((await visitor.follow("Transfer ownership")).text).toContain("There is nobody else in this workspace yet.");
  const workspaceName = typedIn(await visitor.open("/settings/general"), "name") ?? "";
  const heir = await app.newOwner();
  await app.database.pool.query(
    `INSERT INTO upstream.memberships (workspace_id, account_id, role)
     SELECT w.id, a.id, 'member' FROM upstream.workspaces w, upstream.accounts a WHERE w.handle = $1 AND a.email = $2`,
    [owner.handle, heir.email],
  );
  const { rows } = await app.database.pool.query<{ id: string }>("SELECT id FROM upstream.accounts WHERE email = $1", [
    heir.email,
  ]);
  const accountId = rows[0]?.id ?? "";
  await visitor.open("/settings/transfer");
  const send = { button: "Send request" };
  const refused = await visitor.submit(
    { accountId, publicPage: "anew", workspaceName: "Another", password: owner.password },
    send,
  );
  expect([refused.status, typedIn(refused, "workspaceName"), messagesOn(refused)]).toEqual([
    400,
    "Another",
    [`Type the name of the workspace as it is: ${workspaceName}`],
  ]);
  const wrong = await visitor.submit({ accountId, publicPage: "anew", workspaceName, password: "wrong" }, send);
  expect([wrong.status, messagesOn(wrong)]).toEqual([400, ["That isn't your password."]]);
  const asked = await visitor.submit({ accountId, publicPage: "anew", workspaceName, password: owner.password }, send);
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining("They become the owner when they accept.")]);

  const path = await mailedPath(app, heir.email);
  expect((await visitor.open(path)).status).toBe(410);
  const other = await app.signedIn(heir);
  expect((await other.open(path)).text).toContain(`Become the owner of ${workspaceName}?`);
  expect((await visitor.open("/settings/transfer")).text).toContain("Pending");
  const done = await other.submit({}, { button: "Become owner" });
  expect([done.url.pathname, done.text]).toEqual(["/settings/general", expect.stringContaining("You're the owner of")]);
  expect((await other.open(path)).status).toBe(410);
  expect((await visitor.open("/settings/transfer")).status).toBe(403);
  expect((await visitor.open("/settings/general")).text).not.toContain("Delete workspace");
  expect((await other.open("/activity?kind=workspace")).text).toContain("Ownership transferred");
});

test("an owner without a password hands over by a mailed code, which works once", async ({ app, agency, owner }) => {
  const heir = await agency.join("admin");
  await owner.open("/settings/transfer");
  expect(owner.page.document.querySelector("input[name=password]")).toBeNull();
  await owner.follow("Email me a code");
  expect((await owner.submit({}, { button: "Send email" })).url.pathname).toBe("/settings/transfer");
  const { email } = await credentialsOf(app, agency.owner.token);
  const mailedCode = /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
  const send = { button: "Send request" };
  const given = { accountId: heir.accountId, publicPage: "kept", workspaceName: name, mailedCode };
  const wrong = await owner.submit({ ...given, mailedCode: mailedCode === "111111" ? "222222" : "111111" }, send);
  expect([wrong.status, typedIn(wrong, "workspaceName"), messagesOn(wrong)]).toEqual([
    400,
    name,
    ["That code isn't right, or it has expired. Use the newest email."],
  ]);
  expect((await owner.submit(given, send)).text).toContain("They become the owner when they accept.");
  await owner.follow("Withdraw");
  await owner.submit({}, { button: "Withdraw" });
  await owner.open("/settings/transfer");
  expect((await owner.submit(given, send)).status).toBe(400);
});

test("what an owner typed is kept when they have switched to a workspace that is another's", async ({
  app,
  agency,
  owner,
}) => {
  const elsewhere = await startAgency(app);
  const { accountId } = agency.owner;
  await app.database.pool.query(
    "INSERT INTO upstream.memberships (workspace_id, account_id, role) VALUES ($1, $2, 'admin')",
    [elsewhere.workspaceId, accountId],
  );
  for (const [path, button] of [
    ["/settings/deletion", "Email me the link"],
    ["/settings/transfer", "Send request"],
  ] as const) {
    if (path === "/settings/transfer") await agency.join("member");
    await owner.open(path);
    const other = app.visitor();
    for (const cookie of owner.cookies) other.cookies.set(...cookie);
    await other.send("/workspace/switch", new URLSearchParams({ workspace: elsewhere.workspaceId }));
    const refused = await owner.submit({ workspaceName: "Harbour Hom" }, { button });
    expect([path, refused.status, refused.text]).toEqual([
      path,
      409,
      expect.stringContaining("switch back and open the form again"),
    ]);
    await other.send("/workspace/switch", new URLSearchParams({ workspace: agency.workspaceId }));
    expect(typedIn(await owner.open(path), "workspaceName")).toBe("Harbour Hom");
  }
});

test("what waits can be withdrawn, and its link does nothing afterwards", async ({ app, owner, agency }) => {
  await owner.open("/settings/deletion");
  await owner.submit({ workspaceName: name }, { button: "Email me the link" });
  expect(owner.page.text).toContain("Pending");
  const { email } = await credentialsOf(app, agency.owner.token);
  const path = await mailedPath(app, email);
  await owner.follow("Withdraw");
  const withdrawn = await owner.submit({}, { button: "Withdraw" });
  expect(withdrawn.text).toContain("Withdrawn. The link in the email no longer works.");
  expect((await owner.open(path)).status).toBe(410);
  expect((await owner.open("/dashboard")).status).toBe(200);
});

/** Deletes the agency's workspace as its owner does. */
async function deleteWorkspace(app: Application, agency: Agency): Promise<void> {
  const { visitor, token } = agency.owner;
  await visitor.open("/settings/deletion");
  await visitor.submit({ workspaceName: name }, { button: "Email me the link" });
  const { email } = await credentialsOf(app, token);
  await visitor.open(await mailedPath(app, email));
  const deleted = await visitor.submit({}, { button: "Delete workspace" });
  expect([deleted.url.pathname, deleted.text]).toEqual([
    "/workspace/deleted",
    expect.stringContaining("Restore until"),
  ]);
  expect((await mailTo(app, email)).subject).toBe(`${name} was deleted`);
}

test("a deleted workspace is closed to staff, clients and visitors at once, and opens again as it was", async ({
  app,
  agency,
  owner,
}) => {
  const member = (await agency.join("admin")).visitor;
  const { visitor: client } = await newPortalClient(app, agency);
  const handle = typedIn(await owner.open("/settings/general"), "handle") ?? "";
  const given = { packageId: (await agency.addPackage()).id, label: "For you", folderIds: [], includesUnfiled: true };
  const link = JSON.parse(JSON.stringify(await agency.call("POST", "/share_links", given)));
  const shared = `/shared/${link.data.attributes.url_token}`;
  const anybody = app.visitor();
  const ways = async () => {
    const home = await client.open("/client-portal/dashboard");
    return {
      staff: (await member.open("/clients")).url.pathname,
      client: [home.status, home.text.includes(name)],
      shared: (await anybody.open(shared)).status,
      landing: (await anybody.open(`/client-portal?workspace=${handle}`)).status,
      address: (await app.visitor().open(`/${handle}`)).status,
    };
  };
  const before = await ways();
  expect(before).toEqual({ staff: "/clients", client: [200, true], shared: 200, landing: 200, address: 200 });
  await deleteWorkspace(app, agency);
  const closed = await ways();
  expect(closed).toMatchObject({ staff: "/workspace/deleted", shared: 410, landing: 404, address: 404 });
  expect(closed.client[1]).toBe(false);
  expect((await member.open("/dashboard")).text).toContain("Its owner can restore it until");
  expect(member.page.text).not.toContain("Restore until");

  await owner.open("/dashboard");
  await owner.follow("Restore");
  const restored = await owner.submit({}, { button: "Restore" });
  expect([restored.url.pathname, restored.text]).toEqual([
    "/dashboard",
    expect.stringContaining(`${name} was restored.`),
  ]);
  expect(await ways()).toEqual(before);
});

test("somebody else than the owner is told who may, and a deletion that never was cannot be restored", async ({
  agency,
  owner,
}) => {
  const admin = (await agency.join("admin")).visitor;
  for (const path of ["/settings/transfer", "/settings/deletion"]) {
    const page = await admin.open(path);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("Only the owner can.")]);
  }
  expect((await admin.open("/settings/general")).text).not.toContain("Transfer ownership");
  const nobodys = crypto.randomUUID();
  expect((await owner.open(`/workspace/deleted/${nobodys}/restoration`)).status).toBe(404);
  expect((await owner.open(`/settings/confirmations/${nobodys}/withdrawal`)).status).toBe(404);
  expect((await owner.open("/workspace/deleted")).url.pathname).toBe("/dashboard");
});
