import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();
const save = { button: "Save agent" };

/** Ruth Okoro joins; gives her account's id. */
async function newColleague(app: Application, agency: Agency, role: Role = "member"): Promise<string> {
  const { accountId } = await agency.join(role);
  await app.database.orm.execute(
    sql`update upstream.accounts set first_name = 'Ruth', last_name = 'Okoro' where id = ${accountId}`,
  );
  return accountId;
}

describe("the agent of a client", () => {
  test("is shown on the client's page, and changed by a colleague's name", async ({ app, agency, owner }) => {
    const ruth = await newColleague(app, agency);
    const { id } = await agency.addClient({ name: "Maya Lindqvist" });
    const page = await owner.open(`/clients/${id}`);
    expect(page.text).toContain("AgentAda MarshChange");
    await owner.open(`/clients/${id}/agent`);
    const saved = await owner.submit({ agentText: "Ruth Okoro" }, save);
    expect(saved.text).toContain("Agent: Ruth Okoro.");
    expect(saved.text).toContain("AgentRuth OkoroChange");
    expect((await agency.readClient(id)).client.attributes.assigned_account_id).toBe(ruth);
  });

  test("a name that nobody has is asked again, and stays typed", async ({ agency, owner }) => {
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/agent`);
    const refused = await owner.submit({ agentText: "Nobody At All" }, save);
    expect([refused.status, messagesOn(refused)]).toEqual([409, ["No colleague has this name."]]);
    expect(typedIn(refused, "agentText")).toBe("Nobody At All");
    await owner.open(`/clients/${id}/agent`);
    const empty = await owner.submit({ agentText: "" }, save);
    expect([empty.status, messagesOn(empty)]).toEqual([400, ["Choose a colleague."]]);
  });

  test("an instructor cannot be the agent, and the page says why", async ({ app, agency, owner }) => {
    await newColleague(app, agency, "instructor");
    const { id } = await agency.addClient();
    await owner.open(`/clients/${id}/agent`);
    const refused = await owner.submit({ agentText: "Ruth Okoro" }, save);
    expect(messagesOn(refused)).toEqual(["Instructors only look at records. Choose another colleague."]);
  });

  test("who sees only their own hands over, is told so, and has no access any more", async ({ app, agency }) => {
    await newColleague(app, agency);
    const { visitor: member } = await agency.join("member");
    await member.open("/clients/new");
    await member.submit(
      { name: "Joan Field", email: "joan@client.example", phoneNumber: "" },
      { button: "Create client" },
    );
    const [, id] = /href="\/clients\/([0-9a-f-]{36})/.exec(member.page.html) ?? [];
    await member.open(`/clients/${id}/agent`);
    const saved = await member.submit({ agentText: "Ruth Okoro" }, save);
    expect(saved.url.pathname).toBe("/clients");
    expect(saved.text).toContain("Handed over to Ruth Okoro. You no longer have access to this client.");
    expect((await member.open(`/clients/${id}`)).status).toBe(404);
  });

  test("someone who changed the agent meanwhile is not overruled unseen", async ({ app, agency, owner }) => {
    await newColleague(app, agency);
    const { id } = await agency.addClient();
    const { visitor: manager } = await agency.join("manager");
    await owner.open(`/clients/${id}/agent`);
    await manager.open(`/clients/${id}/agent`);
    await manager.submit({ agentText: "Ruth Okoro" }, save);
    const late = await owner.submit({ agentText: "Ada Marsh" }, save);
    expect(late.status).toBe(409);
    expect(late.text).toContain("Ruth Okoro");
  });

  test("an instructor is told who may change it", async ({ agency }) => {
    const { id } = await agency.addClient();
    const { visitor: instructor } = await agency.join("instructor");
    const page = await instructor.open(`/clients/${id}`);
    expect(page.html).not.toContain(`/clients/${id}/agent`);
    const refused = await instructor.open(`/clients/${id}/agent`);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("You don't have permission to change the agent of this client.");
  });
});

test("the pages of properties and deals show their agent and lead to the change", async ({ app, agency, owner }) => {
  await newColleague(app, agency);
  const { id } = await agency.addPackage();
  await owner.open(`/packages/${id}/agent`);
  const saved = await owner.submit({ agentText: "Ruth Okoro" }, save);
  expect(saved.text).toContain("AgentRuth OkoroChange");
});
