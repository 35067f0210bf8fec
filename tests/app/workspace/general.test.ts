import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const send = { button: "Update workspace" };
test.beforeEach(async ({ owner }) => {
  await owner.open("/settings/general");
});

const zoneOn = ({ document }: Visit) =>
  document.querySelector("select[name=timeZone] option[selected]")?.getAttribute("value");

test("choosing the workspace's time zone changes its days", async ({ owner }) => {
  expect(zoneOn(owner.page)).toBe("America/New_York");
  const saved = await owner.submit({ timeZone: "Pacific/Honolulu" }, send);
  expect([saved.text, zoneOn(saved)]).toEqual([expect.stringContaining("Workspace updated."), "Pacific/Honolulu"]);
  const change = (await owner.open("/activity?kind=workspace")).text;
  expect(change).toContain("America/New_York → Pacific/Honolulu");
});

test("an unknown time zone is refused beside the field, and other entries are kept", async ({ owner }) => {
  const refused = await owner.submit({ name: "Harbour & Hill", timeZone: "Mars/Olympus" }, send);
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["Choose a time zone."]]);
  expect(refused.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Harbour & Hill");
});

test("of two people changing the same field, the second sees the first one's value", async ({ agency, owner }) => {
  const colleague = (await agency.join("admin")).visitor;
  await colleague.open("/settings/general");
  await owner.submit({ timeZone: "America/Denver" }, send);
  const stale = await colleague.submit({ timeZone: "America/Phoenix" }, send);
  expect([stale.status, zoneOn(stale)]).toEqual([409, "America/Phoenix"]);
  expect(versionsOn(stale)).toEqual(["Time zone | America/Denver | America/Phoenix"]);
});

test("changes to different fields by two people are merged", async ({ agency, owner }) => {
  const colleague = (await agency.join("admin")).visitor;
  await colleague.open("/settings/general");
  await owner.submit({ name: "Evergreen & Partners" }, send);
  const stale = await colleague.submit({ timeZone: "America/Los_Angeles" }, send);
  expect([stale.status, typedIn(stale, "name"), zoneOn(stale)]).toEqual([
    409,
    "Evergreen & Partners",
    "America/Los_Angeles",
  ]);
  const sent = await colleague.submit({}, send);
  expect([sent.status, typedIn(sent, "name"), zoneOn(sent)]).toEqual([
    200,
    "Evergreen & Partners",
    "America/Los_Angeles",
  ]);
});

test("someone without permission sees the settings read-only", async ({ agency }) => {
  const member = (await agency.join("member")).visitor;
  const page = await member.open("/settings/general");
  expect(page.text).toContain("New York");
  expect(page.document.querySelector("select")).toBeNull();
});
