import { expect } from "vitest";
import { z } from "zod";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const made = z.object({ data: z.object({ id: z.string() }) });

/** A showing of a property in Los Angeles, at ten in the morning there and at one in New York, where the workspace is. */
async function addShowing(agency: Agency, street = "12 Alder Lane"): Promise<string> {
  const client = await agency.addClient({ name: "Maya Okafor" });
  const property = await agency.addPackage({ street, timeZone: "America/Los_Angeles" });
  const pair = { clientId: client.id, packageId: property.id };
  const opportunityId = made.parse(await agency.call("POST", "/opportunities", pair)).data.id;
  await agency.call("POST", "/showings", { opportunityId, startsAt: "2031-05-01T17:00:00Z" });
  return opportunityId;
}

const linkOf = ({ document }: Visit, text: string) =>
  document
    .querySelectorAll("main a")
    .find((link) => link.text.includes(text))
    ?.getAttribute("href");
const textOf = (page: Visit) => page.text.replaceAll(/\s+/g, " ");

test("a showing is on its day as month, week, list and day, by both clocks where they differ", async ({
  agency,
  owner,
}) => {
  const opportunityId = await addShowing(agency);
  for (const view of ["month", "week", "list", "day"]) {
    const page = await owner.open(`/calendar?view=${view}&day=2031-05-01`);
    expect([view, page.status, linkOf(page, "Maya O. · Showing")]).toEqual([
      view,
      200,
      `/opportunities/${opportunityId}`,
    ]);
    expect(textOf(page)).toContain(view === "month" ? "1 PM" : "1:00 PM");
    expect(page.document.querySelector("main h2")?.text).toMatch(/May/);
  }
  const week = textOf(await owner.open("/calendar?view=week&day=2031-05-01"));
  expect(week).toMatch(/Maya O. · Showing requested ?1:00 PM 12 Alder Lane · 10:00 AM PDT there/);
});

test("a week places what has an hour by it, and side by side what is at the same time", async ({ agency, owner }) => {
  const addAt = async (street: string, startsAt: string, durationMinutes = 60) => {
    const client = await agency.addClient();
    const property = await agency.addPackage({ street, timeZone: "America/New_York" });
    const pair = { clientId: client.id, packageId: property.id };
    const opportunityId = made.parse(await agency.call("POST", "/opportunities", pair)).data.id;
    await agency.call("POST", "/showings", { opportunityId, startsAt, durationMinutes });
  };
  // All of them with the same client: in their cells they are told apart by where they are.
  await addAt("1 Early Road", "2031-06-03T10:20:00Z");
  await addAt("2 Noon Road", "2031-06-03T16:00:00Z", 120);
  await addAt("3 Noon Road", "2031-06-03T16:30:00Z");
  await addAt("4 Late Road", "2031-06-04T03:45:00Z");
  await agency.call("POST", "/tasks", { title: "Call the lender", dueOn: "2031-06-03" });
  const { document } = await owner.open("/calendar?view=week&day=2031-06-03&whose=everyone");
  const tuesday = document.querySelectorAll(".week > ol > li")[2];
  expect(tuesday?.querySelector(".all-day")?.text).toContain("Call the lender");
  const hours = document.querySelectorAll(".hours > span").map(({ text }) => text);
  expect([hours[0], hours.at(-1), hours.length]).toEqual(["6 AM", "11 PM", 18]);
  const placed = tuesday?.querySelectorAll(".hrs > *").flatMap((hour, place) =>
    hour.querySelectorAll("a").map((entry) => {
      const where = entry.classNames.replace("appt showing ", "").replace(" asked", "");
      return `${hours[place]} ${entry.querySelector("b")?.text} ${where}`;
    }),
  );
  expect(placed).toEqual([
    "6 AM Maya O. · 1 Early Road half long-2",
    "Noon Maya O. · 2 Noon Road long-4 of-2 at-0",
    "Noon Maya O. · 3 Noon Road half long-2 of-2 at-1",
    "11 PM Maya O. · 4 Late Road long-2",
  ]);
});

test("the ways to the next and previous month, week and day keep the filters", async ({ owner }) => {
  const page = await owner.open("/calendar?view=month&day=2031-01-31&whose=mine&kind=task");
  expect(page.text).toContain("January 2031");
  expect(page.document.querySelector('a[aria-label="Next"]')?.getAttribute("href")).toBe(
    "/calendar?view=month&day=2031-02-01&whose=mine&kind=task",
  );
  expect(page.document.querySelectorAll(".month > ol > li")).toHaveLength(35);
  const day = await owner.open("/calendar?view=day&day=2031-01-01");
  expect(day.document.querySelector('a[aria-label="Previous"]')?.getAttribute("href")).toBe(
    "/calendar?view=day&day=2030-12-31",
  );
});

test("a day with many entries leads to its own page, which has all of them", async ({ agency, owner }) => {
  for (let number = 1; number <= 5; number += 1)
    await agency.call("POST", "/tasks", { title: `Errand ${number}`, dueOn: "2031-05-06" });
  const month = await owner.open("/calendar?day=2031-05-01&whose=everyone");
  expect(textOf(month)).toContain("+2 more");
  const day = await owner.open(linkOf(month, "+2 more") ?? "");
  expect(day.text).toContain("Errand 5");
});

test("whose dates and which kind are shown is chosen", async ({ agency, owner }) => {
  await addShowing(agency);
  await agency.call("POST", "/tasks", { title: "Call the lender", dueOn: "2031-05-01" });
  const { accountId } = await agency.join("member");
  const day = "/calendar?view=day&day=2031-05-01";
  expect((await owner.open(`${day}&kind=task`)).text).not.toContain("12 Alder Lane");
  expect((await owner.open(`${day}&whose=mine`)).text).toContain("12 Alder Lane");
  const { visitor: admin } = await agency.join("admin");
  expect((await admin.open(day)).text).toContain("Nothing is planned for these days.");
  expect((await admin.open(`${day}&whose=everyone`)).text).toContain("12 Alder Lane");
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open(day)).text).toContain("12 Alder Lane");
  const theirs = await owner.open(`${day}&colleague=${accountId}`);
  expect(theirs.text).toContain("Nothing is planned for these days.");
});

test("addresses that say nothing sensible show the present month", async ({ owner }) => {
  const usual = (await owner.open("/calendar")).document.querySelector("main h2")?.text;
  for (const query of ["day=2031-02-30", "day=9999-12-31", "day=1000-01-01", "view=year", "kind=party", "whose=%00"]) {
    const page = await owner.open(`/calendar?${query}`);
    expect([query, page.status, page.document.querySelector("main h2")?.text]).toEqual([query, 200, usual]);
  }
});

test("entries begin with the client, and say where they are only where two would look alike", async ({
  agency,
  owner,
}) => {
  const { id: nora } = await agency.addClient({ name: "Nora Anne Lindqvist" });
  const { id: cher } = await agency.addClient({ name: "Cher" });
  const { id: pair } = await agency.addClient({ name: "Kai and Theo Berg" });
  for (const [clientId, street, startsAt] of [
    [nora, "1 Elm Street", "2031-07-01T15:00:00Z"],
    [nora, "2 Elm Street", "2031-07-01T17:00:00Z"],
    [cher, "3 Elm Street", "2031-07-01T19:00:00Z"],
    [pair, "4 Elm Street", "2031-07-03T19:00:00Z"],
  ] as const) {
    const { id: packageId } = await agency.addPackage({ street, timeZone: "America/New_York" });
    const opportunityId = made.parse(await agency.call("POST", "/opportunities", { clientId, packageId })).data.id;
    await agency.call("POST", "/showings", { opportunityId, startsAt });
  }
  const about = { type: "client", id: nora };
  await agency.call("POST", "/tasks", { title: "Call the lender", dueOn: "2031-07-02", about });
  await agency.call("POST", "/tasks", { title: "Order signs", dueOn: "2031-07-02" });
  const { document } = await owner.open("/calendar?day=2031-07-01");
  const seen = document.querySelectorAll(".month .ev > :last-child").map((entry) => {
    for (const hidden of entry.querySelectorAll(".vh")) hidden.remove();
    return entry.text.trim();
  });
  expect(seen).toEqual([
    "Nora L. · 1 Elm Street",
    "Nora L. · 2 Elm Street",
    "Cher · Showing requested",
    "Nora L. · Call the lender",
    "Order signs",
    "Kai B. · Showing requested",
  ]);
});

test("a day leads to adding a task or a showing on it, and an empty calendar says so", async ({ agency, owner }) => {
  await agency.call("POST", "/opportunities", {
    clientId: (await agency.addClient({ name: "Nora Lindqvist" })).id,
    packageId: (await agency.addPackage({ street: "5 Fir Street" })).id,
  });
  for (const view of ["month", "week", "list"]) {
    const page = await owner.open(`/calendar?view=${view}&day=2031-08-01`);
    expect([view, page.text.match(/Nothing is planned/g)]).toEqual([view, ["Nothing is planned"]]);
  }
  await owner.open("/calendar?day=2031-08-01");
  await owner.open(owner.page.document.querySelector('a[aria-label="Add to Tue 5"]')?.getAttribute("href") ?? "");
  expect(owner.page.document.querySelector("h1")?.text).toBe("Add to Tuesday, August 5");
  const add = owner.page.url.href;
  const task = await owner.follow("Add task");
  expect(task.document.querySelector("input[name=dueOn]")?.getAttribute("value")).toBe("2031-08-05");
  await owner.open(`${add}&q=nobody`);
  expect(owner.page.text).toContain("No deal matches.");
  await owner.open(`${add}&q=lindqvist`);
  const showing = await owner.follow("Nora Lindqvist");
  expect(showing.document.querySelector("input[name=startsAt]")?.getAttribute("value")).toBe("2031-08-05T10:00");
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open("/calendar?day=2031-08-01")).document.querySelector("a.add")).toBeNull();
  expect((await instructor.open(add)).status).toBe(403);
});
