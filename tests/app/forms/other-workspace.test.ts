import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { workspaceField } from "#app/session/hidden-fields.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const typedIn = ({ document }: Visit, name: string) =>
  document.querySelector(`input[name=${name}]`)?.getAttribute("value");

/** Makes a second workspace in another tab, and stays in it. */
async function makeSecond(visitor: Visitor): Promise<void> {
  await visitor.open("/workspace/join");
  const made = await visitor.submit(
    { name: "Second House", handle: `second-${randomUUID().slice(0, 8)}` },
    { button: "Create workspace" },
  );
  expect([made.url.pathname, made.text.includes("Second House created.")]).toEqual(["/dashboard", true]);
}

/** Opens the first client of the list for editing. */
async function openEdit(visitor: Visitor): Promise<Visit> {
  await visitor.open("/clients/new");
  const list = await visitor.submit({ name: "Maya Chen", email: "maya@example.com" }, { button: "Create client" });
  const link = list.document.querySelector("tbody a[href^='/clients/']");
  return visitor.open(`${link?.getAttribute("href")?.replace(/\?.*/, "")}/edit`);
}

test("a form for something new, sent after a switch, is refused with its text and says where it would go now", async ({
  app,
}) => {
  const visitor = await app.signedIn(await app.newOwner());
  const form = fillForm(await visitor.open("/clients/new"), "Create client", {
    name: "Noor",
    email: "noor@example.com",
  });
  await makeSecond(visitor);
  const refused = await visitor.send(form.path, form.fields);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("you have switched to Second House");
  expect(typedIn(refused, "name")).toBe("Noor");
  expect((await visitor.open("/clients")).text).toContain("No clients yet.");
  // Shown again it belongs to the workspace that it says.
  const again = await visitor.send(form.path, form.fields);
  expect(again.status).toBe(409);
  expect((await visitor.submit({}, { button: "Create client" })).text).toContain("Noor");
});

test("a file that was sent after a switch is named, to be chosen again", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const form = fillForm(await visitor.open("/documents/uploads/new"), "Upload");
  await makeSecond(visitor);
  const refused = await visitor.send(form.path, multipartOf(form.fields, [new File(["A plan."], "Plan.txt")]));
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("choose Plan.txt again.")]);
});

test("a form that changes a record is parked, and is there again after switching back", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const page = await openEdit(visitor);
  const form = fillForm(page, "Save changes", { name: "Maya Chen-Ruiz" });
  const first = form.fields.get(workspaceField) ?? "";
  await makeSecond(visitor);
  const refused = await visitor.send(form.path, form.fields);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Your entries are kept for 30 minutes");
  await visitor.send("/workspace/switch", new URLSearchParams({ workspace: first }));
  const back = await visitor.open(form.path);
  expect(typedIn(back, "name")).toBe("Maya Chen-Ruiz");
  expect((await visitor.submit({}, { button: "Save changes" })).text).toContain("Saved: Maya Chen-Ruiz.");
});

test("a form that was shown to somebody else is refused", async ({ app }) => {
  const [one, other] = [await app.signedIn(await app.newOwner()), await app.signedIn(await app.newOwner())];
  const form = fillForm(await one.open("/clients/new"), "Create client", { name: "Noor", email: "noor@example.com" });
  const refused = await other.send(form.path, form.fields);
  expect([refused.status, refused.text.includes("someone else")]).toEqual([409, true]);
  expect((await other.open("/clients")).text).toContain("No clients yet.");
});

test("making a workspace twice with one form makes one, although it switches to it", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const handle = `twice-${randomUUID().slice(0, 8)}`;
  const form = fillForm(await visitor.open("/workspace/join"), "Create workspace", { name: "Twice", handle });
  expect((await post(visitor, form)).status).toBe(303);
  expect((await post(visitor, form)).status).toBe(303);
});

describe("changing a record", () => {
  test("a double click saves once and leads to the same place", async ({ app }) => {
    const visitor = await app.signedIn(await app.newOwner());
    const form = fillForm(await openEdit(visitor), "Save changes", { name: "Maya Twice" });
    const [one, two] = await Promise.all([post(visitor, form), post(visitor, form)]);
    expect([one.status, two.status]).toEqual([303, 303]);
    expect(two.headers.get("location")).toBe(one.headers.get("location"));
    expect((await post(visitor, form)).status).toBe(303);
  });

  test("somebody else's change meanwhile: both versions, the typed text, and sending again replaces theirs", async ({
    app,
  }) => {
    const visitor = await app.signedIn(await app.newOwner());
    const form = fillForm(await openEdit(visitor), "Save changes", { name: "Mine" });
    const theirs = new URLSearchParams(form.fields);
    theirs.set("name", "Theirs");
    await visitor.send(form.path, theirs);
    const asked = await visitor.send(form.path, form.fields);
    expect(asked.status).toBe(409);
    expect(asked.text).toContain("Someone else changed this.");
    expect(asked.text).toContain("Theirs");
    expect(typedIn(asked, "name")).toBe("Mine");
    expect((await visitor.submit({}, { button: "Save changes" })).text).toContain("Saved: Mine.");
  });
});
