import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { linkOf } from "../page-reading.ts";

const test = newAgencyTest();

/** Where the names of the clients lead to; undefined where they are no links. */
const addressesOn = (page: Visit) => ["Ada Byron", "Ben Okri"].map((name) => linkOf(page, name));

test("a task about another agent's client names the client to a member without leading to them", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor: member, accountId } = await agency.join("member");
  const [another, own] = [await agency.addClient({ name: "Ada Byron" }), await agency.addClient({ name: "Ben Okri" })];
  await app.database.orm.execute(
    sql`update upstream.clients set assigned_account_id = ${accountId} where id = ${own.id}`,
  );
  for (const { id } of [another, own]) {
    await owner.open(`/tasks/new?about=client.${id}`);
    await owner.submit({ title: "Call", assignee: accountId }, { button: "Add task" });
  }
  const ownPath = `/clients/${own.id}`;
  const list = await member.open("/tasks/");
  expect([list.text.includes("Ada Byron"), addressesOn(list)]).toEqual([true, [undefined, ownPath]]);
  const tasks = list.document.querySelectorAll("main a.row-link").map((link) => link.getAttribute("href") ?? "");
  const pages = [await member.open(tasks[0] ?? ""), await member.open(tasks[1] ?? "")];
  const shown = pages.map((page) => [page.text.includes("Ada Byron"), ...addressesOn(page)]);
  expect(shown.toSorted()).toEqual([
    [false, undefined, ownPath],
    [true, undefined, undefined],
  ]);
  expect((await member.open(`/clients/${another.id}`)).status).toBe(404);
  expect(addressesOn(await owner.open(tasks[0] ?? "")).filter((address) => address !== undefined)).toHaveLength(1);
});
