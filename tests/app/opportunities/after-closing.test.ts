import { HttpResponse, http } from "msw";
import { expect, onTestFinished } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addTask, addTaskTemplate } from "#tests/support/task-forms.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

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

/** The labels of checkboxes, with a sign for those that are ticked. */
function choicesOn({ document }: Visit): string[] {
  return document
    .querySelectorAll("label.check")
    .map((label) => `${label.querySelector("[checked]") ? "✓" : "–"} ${label.text.trim()}`);
}

const undoing = 'form[action$="/after-closing/undoing"]';

test("nothing is due of a property once it was bought", async ({ agency, owner, id, close }) => {
  const { data } = Object(await agency.call("GET", `/opportunities/${id}`));
  const packageId = String(data.attributes.package_id);
  const offerDueAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await agency.call("PATCH", `/packages/${packageId}`, { offerDueAt });
  const dueOn = async () => {
    const list = await owner.open("/packages/");
    const row = list.document.querySelectorAll("tbody tr").find((one) => one.toString().includes(packageId));
    const { document } = await owner.open(`/packages/${packageId}`);
    const head = document.querySelectorAll(".glance").map(({ text }) => text);
    return [row?.text ?? "", head.join(" ")].map((text) => ["Soon:", "Sold"].filter((word) => text.includes(word)));
  };
  expect(await dueOn()).toEqual([["Soon:"], ["Soon:"]]);
  await close();
  expect(await dueOn()).toEqual([["Sold"], ["Sold"]]);
});

test("closing leads to one form: tasks done, other deals lost and the next step set by one submit", async ({
  agency,
  owner,
  clientId,
  id,
  close,
}) => {
  await addTask(owner, { title: "Book the inspection" }, `opportunity.${id}`);
  await addTask(owner, { title: "Keep this one" }, `opportunity.${id}`);
  const { data } = Object(await agency.call("GET", `/opportunities/${id}`));
  const packageId = String(data.attributes.package_id);
  const other = await agency.addClient({ name: "Theo Lind" });
  const lost = Object(await agency.call("POST", "/opportunities", { clientId: other.id, packageId })).data.id;
  const page = await close();
  expect(page.url.pathname).toBe(`/opportunities/${id}/after-closing`);
  expect(page.text).toContain("Stage: Closed.");
  const choices = choicesOn(page);
  expect(choices).toEqual(
    expect.arrayContaining(["✓ Book the inspection", "✓ Keep this one", "✓ Theo Lind (Opportunity)"]),
  );
  const [booked = ""] = page.document
    .querySelectorAll("label.check")
    .filter(({ text }) => text.includes("Book"))
    .map((label) => label.querySelector("input")?.getAttribute("value") ?? "");
  const missing = await owner.submit({ tasks: booked, nextStepDueOn: "2031-05-01" }, { button: "Finish up" });
  expect([missing.status, messagesOn(missing)]).toEqual([400, ["Enter the next step, or clear its date."]]);
  expect(choicesOn(missing)).toEqual(expect.arrayContaining(["✓ Book the inspection", "– Keep this one"]));
  const done = await owner.submit({ nextStep: "Ask how the move went" }, { button: "Finish up" });
  expect([done.url.pathname, done.text]).toEqual([
    `/opportunities/${id}`,
    expect.stringContaining("1 task done. 1 deal marked as lost. Next step added."),
  ]);
  expect((await owner.open(`/opportunities/${lost}`)).text).toContain("Lost");
  expect((await owner.open(`/tasks?about=client.${clientId}`)).text).toContain("Ask how the move went");
  const again = await owner.open(page.url.href);
  expect(choicesOn(again)).toEqual(["✓ Keep this one"]);
});

test("nothing is done to a deal that is not closed, and where the service can't do it at once", async ({
  app,
  owner,
  id,
  close,
}) => {
  await owner.open(`/opportunities/${id}/after-closing`);
  const early = await owner.submit({ nextStep: "Call" }, { button: "Finish up" });
  expect([early.status, early.text]).toEqual([409, expect.stringContaining("This deal isn't closed.")]);
  await close();
  await owner.open(`/opportunities/${id}/after-closing`);
  onTestFinished(() => app.resetHandlers());
  app.use(http.post("*/api/opportunities/*/after_closing", () => new HttpResponse(null, { status: 404 })));
  const lacking = await owner.submit({ nextStep: "Call" }, { button: "Finish up" });
  expect(lacking.text).toContain("This isn't there anymore.");
  expect(typedIn(lacking, "nextStep")).toBe("Call");
});

test("a deal that leaves nothing is shown itself", async ({ id, close }) => {
  expect((await close()).url.pathname).toBe(`/opportunities/${id}`);
});

test("what is to be done after the closing stays open, and asks nothing by itself", async ({ owner, id, close }) => {
  await addTaskTemplate(owner, { title: "Ask for a review", start: "closed", dueInDays: "7" });
  await addTaskTemplate(owner, { title: "Send flowers", start: "closing_on", dueInDays: "3" });
  const closed = await close();
  expect(closed.url.pathname).toBe(`/opportunities/${id}`);
  for (const title of ["Ask for a review", "Send flowers"]) expect(closed.text).toContain(title);
  await addTask(owner, { title: "Call in spring" }, `opportunity.${id}`);
  const page = await owner.open(`/opportunities/${id}/after-closing`);
  expect(choicesOn(page)).toEqual([]);
});

test("a property in the address that is not the deal's shows no deals of others", async ({ owner, id }) => {
  for (const property of ["nonsense", "00000000-0000-4000-8000-000000000000"]) {
    const page = await owner.open(`/opportunities/${id}/after-closing?property=${property}`);
    expect([page.status, page.text]).toEqual([200, expect.not.stringContaining("Mark other deals")]);
  }
});

test("one click in the toast takes back all of it, once", async ({ owner, id, close }) => {
  await addTask(owner, { title: "Book the inspection" }, `opportunity.${id}`);
  const page = await close();
  await owner.submit({}, { button: "Finish up" });
  const click = fillForm(owner.page, "Undo all of this");
  const undone = await owner.submit({}, { form: ".toast form[action]", button: "Undo" });
  expect(undone.text).toContain("Undone.");
  expect(undone.document.querySelector(undoing)).toBeNull();
  expect(choicesOn(await owner.open(page.url.href))).toEqual(choicesOn(page));
  expect((await owner.send(click.path, click.fields)).text).toContain("This can no longer be undone");
});

test("the deal offers the undo for ten minutes, and says what was kept", async ({
  agency,
  owner,
  clientId,
  id,
  close,
}) => {
  await close();
  await owner.open(`/opportunities/${id}/after-closing`);
  await owner.submit({ nextStep: "Ask how the move went" }, { button: "Finish up" });
  const deal = await owner.open(`/opportunities/${id}`);
  expect(deal.text).toContain("Finished up after closing. Next step added. You can undo this for 10 minutes.");
  const { data } = Object(await agency.call("GET", `/tasks?filter[client_id]=${clientId}`));
  await owner.open(`/opportunities/${id}/after-closing/undoing`);
  for (const { id: task, attributes } of data)
    if (attributes.title === "Ask how the move went") await agency.call("POST", `/tasks/${task}/completion`, {});
  const undone = await owner.submit({}, { button: "Undo all of this" });
  expect(undone.text).toContain("Undone. Changed since, so left as it is: Ask how the move went.");
  expect((await owner.open(`/opportunities/${id}/after-closing/undoing`)).url.pathname).toBe(`/opportunities/${id}`);
});
