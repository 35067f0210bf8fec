import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { addTask } from "#tests/support/task-forms.ts";
import { linkOf, rowsOn } from "../page-reading.ts";

// What a closed deal leaves to tidy up; without scripts.

const test = newAgencyTest()
  .extend("clientId", async ({ agency }) => (await agency.addClient({ name: "Maya Okafor" })).id)
  .extend("id", ({ owner, clientId }) => openOpportunity(owner, { clientId }))
  .extend("close", ({ agency, owner, id }) => async () => {
    const price = { amount: "640000", currency: "USD" };
    const today = new Date().toISOString().slice(0, 10);
    const moves = `/opportunities/${id}/moves`;
    await agency.call("POST", moves, { from: "open", to: "offer_sent", price });
    await agency.call("POST", moves, {
      from: "offer_sent",
      to: "offer_accepted",
      price,
      acceptedOn: daysAgo(today, 3),
    });
    await owner.open(`/opportunities/${id}/stage?to=closed`);
    return owner.submit({ closedOn: daysAgo(today, 1) }, { button: "Update stage" });
  });

function daysAgo(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

test("closing leads to the open tasks, the other deals and the next step; a task is done from there", async ({
  agency,
  owner,
  clientId,
  id,
  close,
}) => {
  await addTask(owner, { title: "Book the inspection" }, `opportunity.${id}`);
  const { data } = Object(await agency.call("GET", `/opportunities/${id}`));
  const packageId = String(data.attributes.package_id);
  const other = await agency.addClient({ name: "Theo Lind" });
  await agency.call("POST", "/opportunities", { clientId: other.id, packageId });
  const page = await close();
  expect(page.url.pathname).toBe(`/opportunities/${id}/after-closing`);
  expect(page.text).toContain("Stage: Closed.");
  expect(rowsOn(page, "Open tasks")).toEqual([expect.stringContaining("Book the inspection")]);
  expect(rowsOn(page, "Other deals")).toEqual(["Theo Lind Opportunity Mark as lost"]);
  expect(linkOf(page, "Set the client's next step")).toBe(`/tasks/new?about=client.${clientId}`);
  const done = await owner.submit({}, { button: "Done" });
  expect([done.url.pathname, rowsOn(done, "Open tasks")]).toEqual([page.url.pathname, []]);
  await owner.open(linkOf(page, "Mark as lost") ?? "");
  await owner.submit({ reason: "outbid" }, { button: "Update stage" });
  expect(rowsOn(await owner.open(page.url.href), "Other deals")).toEqual([]);
});

test("a deal that leaves nothing is shown itself", async ({ id, close }) => {
  expect((await close()).url.pathname).toBe(`/opportunities/${id}`);
});

test("a property in the address that is not the deal's shows no deals of others", async ({ owner, id }) => {
  for (const property of ["nonsense", "00000000-0000-4000-8000-000000000000"]) {
    const page = await owner.open(`/opportunities/${id}/after-closing?property=${property}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("No other client has an open deal on it.")]);
  }
});
