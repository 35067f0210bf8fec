import { afterEach, expect, vi } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

afterEach(() => {
  vi.restoreAllMocks();
});

test("a list says what was changed on it for ten minutes, to whoever did it", async ({ agency, owner }) => {
  const [ada, ben] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  await owner.open(`/batches/new?of=clients&id=${ada.id}&id=${ben.id}`);
  const done = await owner.submit({ action: "add_tag", tag: "Fair" }, { button: "Apply" });
  expect(done.text).not.toContain("See what was done");
  const list = await owner.open("/clients/");
  expect(list.text).toContain("Tag “Fair” added to 2 clients less than a minute ago. See what was done · Undo");
  expect((await owner.open("/packages/")).text).not.toContain("See what was done");
  const admin = (await agency.join("admin")).visitor;
  admin.cookies.set("latchkey_batches", owner.cookies.get("latchkey_batches") ?? "");
  expect((await admin.open("/clients/")).text).not.toContain("See what was done");
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3 * 60_000);
  await owner.open("/clients/");
  expect(owner.page.text).toContain("added to 2 clients 3 minutes ago.");
  const seen = await owner.follow("See what was done");
  expect(seen.text).toContain("Tag “Fair” added to 2 clients.");
  now.mockReturnValue(Date.now() + 11 * 60_000);
  expect((await owner.open("/clients/")).text).not.toContain("See what was done");
  now.mockRestore();
  await owner.open("/clients/");
  await owner.follow("Undo");
  const undone = await owner.submit({}, { button: "Undo" });
  expect(undone.text).toContain("Undone for 2 clients.");
  expect((await owner.open("/clients/")).text).not.toContain("See what was done");
  owner.cookies.set("latchkey_batches", "nonsense");
  expect((await owner.open("/clients/")).status).toBe(200);
});
