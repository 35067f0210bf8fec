import { HttpResponse, http } from "msw";
import { parse } from "node-html-parser";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";

const test = newAgencyTest();

/** Both calls of the list are held until both have been sent. */
function untilBothAsked() {
  const asked = new Set<string>();
  const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
  const hold = (name: string) => async () => {
    asked.add(name);
    if (asked.size === 2) resolve();
    await bothAsked;
  };
  return [http.get("*/api/sessions/current", hold("session")), http.get("*/api/clients", hold("clients"))];
}

describe("the page of someone who was there a moment ago", () => {
  test("its calls and the question who asks are sent side by side", async ({ app, owner, agency }) => {
    await agency.addClient({ name: "Maya Okafor" });
    await owner.open("/clients");
    app.use(...untilBothAsked());
    const { status, text } = await owner.open("/clients");
    expect(status).toBe(200);
    expect(text).toContain("Maya Okafor");
  });

  test("is the sign-in page once the session has ended elsewhere", async ({ app, owner, agency }) => {
    await agency.addClient({ name: "Maya Okafor" });
    await owner.open("/clients");
    await app.callUpstream("DELETE", "/sessions/current", { token: agency.owner.token });
    const { url, text } = await owner.open("/clients");
    expect(url.pathname).toBe("/login/");
    expect(text).not.toContain("Maya Okafor");
  });

  test("is shown as the present role has it", async ({ app, owner, agency }) => {
    const { visitor, accountId } = await agency.join("admin");
    await app.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [
      agency.workspaceId,
    ]);
    expect((await visitor.open("/settings/members/invitations/new")).status).toBe(200);
    await owner.open("/clients");
    await app.database.pool.query("UPDATE upstream.memberships SET role = 'member' WHERE account_id = $1", [accountId]);
    const { status, text } = await visitor.open("/settings/members/invitations/new");
    expect(status).toBe(403);
    expect(text).not.toContain("Send invitation");
  });

  test("says that the service does not respond, and shows nothing of the page", async ({ app, owner, agency }) => {
    await agency.addClient({ name: "Maya Okafor" });
    await owner.open("/clients");
    app.use(http.get("*/api/sessions/current", () => new HttpResponse(null, { status: 503 })));
    const { status, text } = await owner.open("/clients");
    expect(status).toBe(503);
    expect(text).not.toContain("Maya Okafor");
  });

  test("has the counts of this moment in its bar", async ({ app, owner, agency }) => {
    await owner.open("/clients");
    await agency.call("POST", "/tasks", {
      title: "Call the lender",
      dueOn: "2020-01-01",
      assigneeAccountId: agency.owner.accountId,
    });
    const calls = app.calls.length;
    const response = await owner.request("/clients");
    expect(response.status).toBe(200);
    expect(parse(await response.text()).querySelector("header a[href^='/tasks']")?.text).toMatch(/^Tasks\D*1\D/);
    expect(app.calls.slice(calls).filter((call) => call.endsWith("/sessions/current"))).toHaveLength(1);
  });

  test("keeps its toast when it has to be made again", async ({ app, owner, agency }) => {
    await owner.open("/clients");
    owner.cookies.set("lk_toast", Buffer.from("The fence is painted.").toString("base64url"));
    await rename(app, agency.workspaceId, "Harbour and Sons");
    const { text } = await owner.open("/clients");
    expect(text).toContain("Harbour and Sons");
    expect(text).toContain("The fence is painted.");
  });
});

const rename = (app: Application, workspaceId: string, name: string) =>
  app.database.pool.query("UPDATE upstream.workspaces SET name = $1 WHERE id = $2", [name, workspaceId]);

test("a write is followed by a page that is made only once", async ({ owner }) => {
  await owner.open("/settings/account");
  await owner.submit({ firstName: "Nora" }, { button: "Save account" });
  const response = await owner.request("/clients");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Nora");
});

test("a service that never says the same twice still gets its pages shown", async ({ app, owner, agency }) => {
  const answer = await app.callUpstream("GET", "/sessions/current", { token: agency.owner.token });
  const session = await answer.text();
  const headers = { "content-type": "application/vnd.api+json" };
  let turn = 0;
  app.use(
    http.get("*/api/sessions/current", () => {
      turn += 1;
      return new HttpResponse(session.replace(/"first_name":"[^"]*"/, `"first_name":"Ada ${turn}"`), { headers });
    }),
  );
  for (let visit = 0; visit < 12; visit += 1) {
    app.passSeconds();
    expect((await owner.open("/clients")).status).toBe(200);
  }
  // Three times it was prepared for somebody else, and made again.
  expect(turn).toBe(15);
});
