import { expect } from "vitest";
import { planByCommand } from "#server/plan/settle.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("the owner sees what is used, and compares the plans", async ({ owner }) => {
  const { text, document } = await owner.open("/settings/billing");
  expect(text).toContain("Your workspace is on the Standard plan with 1 user.");
  expect(text).toMatch(/Users, with pending invitations\s*1(?! of)/);
  expect(text).toMatch(/Storage\s*0 B of 50 GB/);
  expect(text).toContain("Questions about billing? Email support@latchkey.test");
  expect(document.querySelector('a[href="/settings/billing/plans"]')?.text).toBe("View plans");
  const plans = await owner.open("/settings/billing/plans");
  const cells = plans.document
    .querySelectorAll("tbody tr")
    .map((row) => row.querySelectorAll("td").map(({ text }) => text));
  expect(cells).toContainEqual(["Active share links", "10", "No limit"]);
});

test("another plan is asked for once, shown as waiting, and can be withdrawn", async ({ owner }) => {
  await owner.open("/settings/billing/plans/free");
  expect(owner.page.text).toContain("every member acts as an administrator then");
  const sent = await owner.submit({}, { button: "Send request" });
  expect(sent.text).toContain("Request for the Free plan sent.");
  expect(sent.text).toContain("You asked for the Free plan");
  expect((await owner.open("/settings/billing/plans")).text).toContain("Your request for the Free plan is waiting");
  expect((await owner.open("/settings/billing/plans/free")).url.pathname).toBe("/settings/billing");
  await owner.open("/settings/billing/withdrawal");
  const withdrawn = await owner.submit({}, { button: "Withdraw request" });
  expect(withdrawn.text).toContain("Request withdrawn.");
  expect(withdrawn.text).not.toContain("You asked for");
});

test("a plan that is too small says what to remove first, and a request that was open says so, too", async ({
  agency,
  owner,
}) => {
  await owner.open("/settings/billing/plans/free");
  await agency.join("member");
  await agency.join("member");
  const refused = await owner.submit({}, { button: "Send request" });
  expect(refused.status).toBe(409);
  const reason = "It includes 2 users. This workspace has 3, with pending invitations. Remove 1.";
  expect(refused.text).toContain(reason);
  const plans = await owner.open("/settings/billing/plans");
  expect(plans.text).toContain(reason);
  expect(plans.document.querySelector('a[href="/settings/billing/plans/free"]')).toBeNull();
});

test("what the operator decides is on the page at once", async ({ app, owner }) => {
  const { orm } = app.database;
  const { document } = await owner.open("/settings/general");
  const workspace = document.querySelector("input[name=handle]")?.getAttribute("value") ?? "";
  await orm.transaction((within) => planByCommand(within, { workspace, decision: "free" }, new Date()));
  expect((await owner.open("/settings/billing")).text).toContain("on the Free plan");
  expect((await owner.open("/settings/billing/plans")).text).toContain("Upgrade to Standard");
});

test("everyone else is told who may see it, and an unknown plan is not found", async ({ agency, owner }) => {
  const admin = (await agency.join("admin")).visitor;
  for (const page of ["", "/plans", "/plans/free", "/withdrawal"]) {
    const { status, text } = await admin.open(`/settings/billing${page}`);
    expect([status, text.includes("The owner can.")], page).toEqual([403, true]);
  }
  expect((await owner.open("/settings/billing/plans/gold")).status).toBe(404);
});
