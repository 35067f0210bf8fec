import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

test("an agent without news is told what will be here", async ({ owner }) => {
  const { text } = await owner.open("/notifications");
  expect(text).toContain("Nothing yet.");
});

test("a click on a notification opens its record and reads it; looking at the list reads nothing", async ({
  app,
  agency,
  owner,
}) => {
  const { record } = await newPortalClient(app, agency, "Nora Lind");
  await owner.open("/notifications");
  const { document } = await owner.open("/notifications");
  expect(document.querySelector(".bell")?.textContent).toMatch(/Notifications\s*1/);
  const button = "Nora Lind accepted the invitation to the client portal";
  const opened = await owner.submit({}, { button });
  expect(opened.url.pathname).toBe(`/clients/${record.id}`);
  expect(opened.document.querySelector(".bell")?.textContent).toBe("Notifications");
});

test("all that the page has shown is read at once, without scripts", async ({ app, agency, owner }) => {
  await newPortalClient(app, agency);
  await newPortalClient(app, agency);
  await owner.open("/notifications?unread=true");
  const { text, document } = await owner.submit({}, { button: "Mark all as read" });
  expect(text).toContain("All notifications are marked as read.");
  expect(document.querySelector(".bell")?.textContent).toBe("Notifications");
  expect((await owner.open("/notifications?unread=true")).text).toContain("You have read everything.");
});

test("ids and moments that are none are refused without harm", async ({ app, agency, owner }) => {
  await newPortalClient(app, agency);
  await owner.open("/notifications");
  for (const id of [randomUUID(), "no id", ""]) {
    expect((await owner.send("/notifications", new URLSearchParams({ notification: id }))).status).toBe(404);
  }
  for (const until of ["", "yesterday", "9999-99-99T00:00:00Z"])
    await owner.send("/notifications/reading", new URLSearchParams({ until }));
  expect((await owner.open("/notifications?unread=true")).text).toContain("accepted the invitation");
  expect((await owner.open("/notifications?after=x&start=16")).text).toContain("That page no longer exists.");
});
