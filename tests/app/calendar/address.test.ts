import { expect } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const page = "/settings/account/calendar";
const made = z.object({ data: z.object({ id: z.string() }) });

const dayAhead = () => new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);

/** A showing in a month, of a property in Los Angeles; gives the ids of the showing and of its opportunity. */
async function addShowing(agency: Agency): Promise<{ showing: string; opportunity: string }> {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const property = await agency.addPackage({ street: "12 Alder Lane", timeZone: "America/Los_Angeles" });
  const pair = { clientId: client.id, packageId: property.id };
  const opportunity = made.parse(await agency.call("POST", "/opportunities", pair)).data.id;
  const startsAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const showing = made.parse(await agency.call("POST", "/showings", { opportunityId: opportunity, startsAt })).data.id;
  return { showing, opportunity };
}

/** Makes an address by the button, and gives its path. */
async function makeAddress(visitor: Visitor): Promise<string> {
  await visitor.open(page);
  const { html } = await visitor.submit({}, { button: "Make address" });
  expect(html).toMatch(/href="webcal:\/\/[^/"]+\/calendar\/feeds\/[\w-]{43}\/calendar\.ics"/);
  const [, path] = /https?:\/\/[^/]+(\/calendar\/feeds\/[\w-]{43}\/calendar\.ics)/.exec(html) ?? [];
  if (path === undefined) throw new Error(`There is no address on ${html}`);
  return path;
}

test("a calendar reads what is one's own, with the id that a showing's own file has, without signing in", async ({
  app,
  agency,
  owner,
}) => {
  const { showing, opportunity } = await addShowing(agency);
  await agency.call("POST", "/tasks", { title: "Call the lender", dueOn: dayAhead() });
  const { accountId } = await agency.join("member");
  await agency.call("POST", "/tasks", { title: "Somebody else's", dueOn: dayAhead(), assigneeAccountId: accountId });
  const name = "UPDATE upstream.workspaces SET name = 'Lind Homes' WHERE id = $1";
  await app.database.pool.query(name, [agency.workspaceId]);
  const path = await makeAddress(owner);
  const answer = await app.visitor().request(path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const file = (await answer.text()).replaceAll("\r\n ", "");
  for (const part of [
    `UID:showing-${showing}`,
    "SUMMARY:Showing requested: 12 Alder Lane\\, Maya Okafor",
    "TZID:America/Los_Angeles",
    `/opportunities/${opportunity}`,
    "X-WR-CALNAME:Lind Homes",
  ])
    expect(file).toContain(part);
  expect(file).not.toContain("Somebody else");
  const own = await (await owner.request(`/opportunities/${opportunity}/showings/${showing}/calendar.ics`)).text();
  expect(own).toContain(`UID:showing-${showing}`);
});

test("a whole day is a day, and what has not changed is not sent again", async ({ app, agency, owner }) => {
  const path = await makeAddress(owner);
  const soon = dayAhead();
  const task = made.parse(await agency.call("POST", "/tasks", { title: "Call the lender", dueOn: soon })).data.id;
  const first = await app.visitor().request(path);
  const file = await first.text();
  expect(file).toContain(`UID:task-${task}`);
  expect(file).toContain(`DTSTART;VALUE=DATE:${soon.replaceAll("-", "")}`);
  const tag = first.headers.get("etag") ?? "";
  const again = await app.visitor().request(path, { headers: { "If-None-Match": tag } });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
  await agency.call("POST", "/tasks", { title: "One more", dueOn: soon });
  expect((await app.visitor().request(path, { headers: { "If-None-Match": tag } })).status).toBe(200);
});

test("a new address ends the one before, and ending it ends it; a reload shows it again", async ({ app, owner }) => {
  const statusOf = async (path: string) => (await app.visitor().request(path)).status;
  const first = await makeAddress(owner);
  expect((await owner.open(page)).html).toContain(first);
  const second = await makeAddress(owner);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  await owner.open(page);
  await owner.follow("End the address");
  const ended = await owner.submit({}, { button: "End the address" });
  expect([ended.url.pathname, ended.text.includes("You have no address yet.")]).toEqual([page, true]);
  expect(await statusOf(second)).toBe(404);
  expect(await statusOf("/calendar/feeds/nobodys/calendar.ics")).toBe(404);
});

test("a form that is sent twice makes one address, and the history says when one was made and ended", async ({
  owner,
}) => {
  const { document } = await owner.open(page);
  const form = document.querySelector("main form");
  if (form === null) throw new Error("There is no form.");
  const fields = successfulControls(form, {}, undefined);
  const tokens: unknown[] = [];
  for (let time = 0; time < 2; time += 1)
    tokens.push(/feeds\/([\w-]{43})/.exec((await owner.send(page, fields)).html)?.[1]);
  expect(tokens).toEqual([expect.any(String), tokens[0]]);
  await owner.open(`${page}/removal`);
  await owner.submit({}, { button: "End the address" });
  const log = (await owner.open("/activity")).text;
  expect(log.split("Calendar address made")).toHaveLength(2);
  expect(log).toContain("Calendar address ended");
});

test("a member's address ends with the membership, and where the workspace requires two-step sign-in of somebody without", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, accountId } = await agency.join("member");
  const path = await makeAddress(visitor);
  const status = async () => (await app.visitor().request(path)).status;
  expect(await status()).toBe(200);
  const { pool } = app.database;
  const require = (is: boolean) =>
    pool.query("UPDATE upstream.workspaces SET requires_second_step = $1 WHERE id = $2", [is, agency.workspaceId]);
  await require(true);
  expect(await status()).toBe(404);
  await require(false);
  expect(await status()).toBe(200);
  await owner.open(`/settings/members/${accountId}/removal`);
  await owner.submit({}, { button: "Remove access" });
  expect(await status()).toBe(404);
});
