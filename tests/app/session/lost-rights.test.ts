import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("whoever loses a right while writing reads what they typed, to copy, on a page that offers no sending", async ({
  app,
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const { visitor, accountId } = await agency.join("admin");
  const become = (role: string) =>
    app.database.orm.execute(sql`update upstream.memberships set role = ${role} where account_id = ${accountId}`);
  const words = 'They said: "under <600>" & no stairs';
  const forms = [
    { path: `/clients/${client.id}/edit`, typed: { name: words }, form: { button: "Save changes" } },
    { path: `/messages/${client.id}`, typed: { body: words }, form: { form: "main form", button: "Send message" } },
    { path: "/clients/new", typed: { name: words, email: "bo@client.example" }, form: { form: "main form" } },
    { path: `/settings/members/${agency.owner.accountId}`, typed: { notes: words }, form: { button: "Save member" } },
    { path: "/settings/general", typed: { name: words }, form: { form: "main form" } },
    { path: "/tasks/new", typed: { title: words }, form: { form: "main form" } },
  ];
  for (const { path, typed, form } of forms) {
    await become("admin");
    await visitor.open(path);
    await become("instructor");
    const refused = await visitor.submit(typed, form);
    expect.soft([path, refused.status]).toEqual([path, 403]);
    const shown = [
      ...refused.document
        .querySelectorAll("input[value], option[selected]")
        .map((field) => field.getAttribute("value")),
      ...refused.document.querySelectorAll("textarea, pre").map(({ text }) => text.trim()),
    ];
    expect.soft([path, shown.some((text) => text?.includes(words))]).toEqual([path, true]);
    // What was sent again would be refused again.
    expect.soft([path, refused.text.includes("Send again")]).toEqual([path, false]);
  }
  expect((await owner.open(`/clients/${client.id}`)).text).not.toContain("no stairs");
});

test("a demoted admin is refused at once where they would undo what they did to many", async ({ app, agency }) => {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const { visitor, accountId } = await agency.join("admin");
  await visitor.open(`/batches/new?of=clients&id=${client.id}`);
  await visitor.submit({ action: "add_tag", tag: "Fair" }, { form: "main form" });
  const { rows } = await app.database.pool.query<{ id: string }>(
    "select id from upstream.batches where account_id = $1",
    [accountId],
  );
  const path = `/batches/${rows[0]?.id}/undoing`;
  expect((await visitor.open(path)).status).toBe(200);
  await app.database.pool.query("update upstream.memberships set role = 'member' where account_id = $1", [accountId]);
  const refused = await visitor.open(path);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("You don't have access")]);
});
