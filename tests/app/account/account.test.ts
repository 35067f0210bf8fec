import { expect } from "vitest";
import { ash } from "#app/json-api/service.ts";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openToken } from "#tests/support/application.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

const save = { button: "Save account" };

test("one's name, phone number and address are changed, and are in the bar at once", async ({ owner }) => {
  await owner.open("/dashboard");
  await owner.follow("Your account");
  expect(owner.page.url.pathname).toBe("/settings/account");
  const given = { firstName: "Adeline", lastName: "", phoneNumber: "(206) 555-0111", address: "2 Pine Street" };
  const saved = await owner.submit(given, save);
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining("Account saved.")]);
  expect(Object.keys(given).map((name) => typedIn(saved, name))).toEqual(Object.values(given));
  expect(saved.document.querySelector("header")?.text).toContain("Adeline");
  expect((await owner.open("/activity?kind=workspace")).text).toContain("Details of a member changed");
});

test("what is wrong is said beside its field, and the rest is kept", async ({ owner }) => {
  await owner.open("/settings/account");
  const refused = await owner.submit({ firstName: " ", phoneNumber: "12", address: "2 Pine Street" }, save);
  expect([refused.status, messagesOn(refused), typedIn(refused, "address")]).toEqual([
    400,
    ["Name must be at least 1 character."],
    "2 Pine Street",
  ]);
  const kept = await owner.submit({ firstName: "Ada" }, save);
  expect([typedIn(kept, "phoneNumber"), kept.text]).toEqual([
    "12",
    expect.stringContaining("it can't be called: check 12."),
  ]);
});

test("a change made meanwhile on another device is shown beside this one", async ({ app }) => {
  const owner = await app.newOwner();
  const [here, there] = [await app.signedIn(owner), await app.signedIn(owner)];
  await here.open("/settings/account");
  await there.open("/settings/account");
  await there.submit({ address: "1 Oak Street" }, save);
  const stale = await here.submit({ address: "2 Pine Street" }, save);
  expect([stale.status, versionsOn(stale)]).toEqual([409, ["Address | 1 Oak Street | 2 Pine Street"]]);
});

test("what one may do is said in words, by role", async ({ agency, owner }) => {
  const saidTo = async (visitor: Visitor) => {
    const { document } = await visitor.open("/settings/account");
    const panel = document.querySelectorAll("section").find(({ text }) => text.startsWith("What you may do here"));
    return panel?.text ?? "";
  };
  expect(await saidTo(owner)).toMatch(/: Owner\..*delete it\./s);
  const member = await saidTo((await agency.join("member")).visitor);
  expect(member).toMatch(/: Member\..*change your own\..*Not exports, settings or members/s);
  expect(await saidTo((await agency.join("instructor")).visitor)).toContain("Not change records, or write to clients.");
});

test("on the Free plan everybody is told that they may do what an admin may", async ({ app }) => {
  const agency = await startAgency(app, "free");
  const { text } = await (await agency.join("member")).visitor.open("/settings/account");
  expect(text).toContain(": Member. On the Free plan, every member may do what an admin may.");
  expect(text).toContain("Change the settings, and invite");
});

test("the page leads to photo and password, and says where the time zone comes from", async ({ app }) => {
  const owner = await app.signedIn(await app.newOwner());
  const { document, text } = await owner.open("/settings/account");
  const links = document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
  expect(links).toEqual(expect.arrayContaining(["/account/photo", "/account/password"]));
  expect(text).toContain("as set for this workspace");
});

test("what is wrong with the old password is not said of the new one in the same words", async ({ owner }) => {
  await owner.open("/account/password");
  const refused = await owner.submit({ currentPassword: "", newPassword: "" }, { button: "Change password" });
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    ["Current password must be at least 1 character.", "New password must be at least 1 character."],
  ]);
});

test("the page mode is chosen here too", async ({ owner }) => {
  await owner.open("/settings/account");
  const page = await owner.submit({}, { button: "Use Lite" });
  expect([page.url.pathname, owner.cookies.get("lk_pin")]).toEqual(["/settings/account", "lite"]);
  expect(page.text).toContain("Now: Lite.");
  await owner.submit({}, { button: "Use Automatic" });
  expect(owner.cookies.has("lk_pin")).toBe(false);
});

test("changing the password signs out every other device, and no other person", async ({ app }) => {
  const owner = await app.newOwner();
  const stranger = await app.signedIn(await app.newOwner());
  const [here, there] = [await app.signedIn(owner), await app.signedIn(owner)];
  const token = await openToken(app, owner);
  await here.open("/account/password");
  await here.submit(
    { currentPassword: owner.password, newPassword: "quiet harbour 71 lamp" },
    { button: "Change password" },
  );
  expect(here.page.text).toContain("Password changed.");
  expect((await there.open("/clients")).url.pathname).toBe("/login/");
  expect((await app.callUpstream("GET", "/sessions/current", { token })).status).toBe(401);
  expect((await here.open("/clients")).status).toBe(200);
  expect((await stranger.open("/clients")).url.pathname).toBe("/clients");
});

test("a service that cannot change accounts: the page shows the details and says so", async ({ app, owner }) => {
  app.pretend({ description: ash });
  const page = await owner.open("/settings/account");
  app.pretend();
  expect([page.status, page.document.querySelector("input[name=firstName]")]).toEqual([200, null]);
  expect(page.text).toContain("Your details can't be changed here.");
});
