import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addView } from "#tests/support/view-forms.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { linkOf, messagesOn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

/** The saved views of a list by their texts; the present one in brackets. */
function viewsOn({ document }: Visit): string[] {
  return document.querySelectorAll("nav[aria-label='Saved views'] a").map((link) => {
    const text = link.text.trim();
    return link.getAttribute("aria-current") === "page" ? `[${text}]` : text;
  });
}

/** Opens a list until it has a link of its views: where those take longer than a second it is shown without them. */
async function openUntil(owner: Visitor, path: string, label: string): Promise<Visit> {
  await expect.poll(async () => linkOf(await owner.open(path), label), { timeout: 20_000 }).toBeDefined();
  return owner.page;
}

const lists = {
  "/clients/": ["?quiet=14&q=Ballard", "All clients"],
  "/packages/": ["?sort=-price&q=Ballard", "All properties"],
  "/opportunities": ["?rank=High&stage=active", "All opportunities"],
  "/opportunities/board": ["?rank=High", "All opportunities"],
  "/tasks": ["?whose=all&group=overdue&sort=title", "My tasks"],
  "/documents": ["?view=list&sort=-size&q=roof", "All documents"],
  "/activity": ["?kind=tasks&from=2026-01-01", "All activity"],
  "/calendar": ["?view=week&whose=everyone&kind=showing", "This month"],
} as const;

test("a list's search, filters and sort are saved under a name and opened by one click", async ({ owner }) => {
  for (const [path, [query, all]] of Object.entries(lists)) {
    const plain = await owner.open(path);
    expect([viewsOn(plain), linkOf(plain, "Save this view")], path).toEqual([[], undefined]);
    const filtered = await openUntil(owner, path + query, "Save this view");
    await owner.open(linkOf(filtered, "Save this view") ?? "");
    const saved = await owner.submit({ name: `Mornings of ${path}` }, { button: "Save view" });
    expect(saved.text).toContain("View saved.");
    const whole = await openUntil(owner, path, `Mornings of ${path}`);
    expect(viewsOn(whole)[0], path).toBe(`[${all}]`);
    const opened = await openUntil(owner, linkOf(whole, `Mornings of ${path}`) ?? "", "Edit view");
    expect(opened.url.pathname + opened.url.search).toBe(path + query);
    expect(viewsOn(opened)).toContain(`[Mornings of ${path}]`);
    expect(linkOf(opened, "Save this view")).toBeUndefined();
    await owner.open(linkOf(opened, "Edit view") ?? "");
    await owner.follow("Delete view");
    expect(viewsOn(await owner.submit({}, { button: "Delete view" }))).toEqual([]);
  }
});

test("the page of a list's later pages and unknown parameters is not part of its view", async ({ owner }) => {
  await owner.open("/clients/?sort=name&after=abc&color=red&quiet=13");
  const link = linkOf(owner.page, "Save this view");
  expect(link).toBe("/views/new?sort=name&list=clients");
  await owner.open("/views/new?sort=name&list=clients&quiet=13&color=red");
  const saved = await owner.submit({ name: "By name" }, { button: "Save view" });
  expect(saved.url.search).toBe("?sort=name");
});

test("a view is renamed, and gets the list's present filters", async ({ owner }) => {
  const id = await addView(owner, { name: "Silent" });
  await owner.open(`/views/${id}/edit`);
  expect(owner.page.text).toContain("It keeps the time without activity and the search “Ballard”.");
  const late = fillForm(owner.page, "Save changes", { name: "Too late" });
  expect(viewsOn(await owner.submit({ name: "Silent buyers" }, { button: "Save changes" }))).toContain(
    "[Silent buyers]",
  );
  expect(versionsOn(await owner.send(late.path, late.fields))).toEqual(["Name | Silent buyers | Too late"]);
  await owner.open("/clients/?quiet=30&tag=Investor");
  await owner.open(linkOf(owner.page, "Save this view") ?? "");
  await owner.follow("Update");
  expect(owner.page.text).toContain("From now on it keeps the tag and the time without activity.");
  const updated = await owner.submit({}, { button: "Update view" });
  expect([viewsOn(updated), updated.url.search]).toEqual([
    ["All clients", "[Silent buyers]"],
    "?tag=Investor&quiet=30",
  ]);
});

test("one's own views are seen by nobody else; those for everyone are made and changed by managers", async ({
  agency,
  owner,
}) => {
  const own = await addView(owner, { name: "Mine" });
  const shared = await addView(owner, { name: "Ours", scope: "workspace" });
  const member = (await agency.join("member")).visitor;
  const page = await member.open("/clients/?quiet=14&q=Ballard");
  expect([viewsOn(page), linkOf(page, "Edit view")]).toEqual([["All clients", "[Ours]"], undefined]);
  expect((await member.open(`/views/${own}/edit`)).status).toBe(404);
  for (const what of ["edit", "filters", "removal"])
    expect((await member.open(`/views/${shared}/${what}`)).status).toBe(403);
  await member.open("/views/new?quiet=7&list=clients");
  expect(member.page.text).not.toContain("Who sees it");
  await member.submit({ name: "Ours" }, { button: "Save view" });
  expect(viewsOn(member.page)).toEqual(["All clients", "[Ours]", "Ours"]);
  await member.open("/views/new?quiet=30&list=clients");
  const { path, fields } = fillForm(member.page, "Save view", { name: "For all" });
  fields.set("scope", "workspace");
  expect((await member.send(path, fields)).status).toBe(403);
});

test("more than two views fold into a menu, without the present one", async ({ owner }) => {
  for (const days of ["7", "14", "30"])
    for (const sort of ["", "name", "open"]) {
      await owner.open(`/views/new?quiet=${days}&sort=${sort}&list=clients`);
      await owner.submit({ name: `View ${days} ${sort}` }, { button: "Save view" });
    }
  const page = await owner.open("/clients/?sort=open&quiet=7");
  expect(viewsOn(page)).toHaveLength(3 + Number(!viewsOn(page).slice(0, 3).includes("[View 7 open]")));
  expect(viewsOn(page)).toContain("[View 7 open]");
  const menu = page.document.querySelectorAll(".views details a").map(({ text }) => text);
  expect([...viewsOn(page), ...menu]).toHaveLength(10);
});

test("what is missing, odd or taken is said beside the name, which stays", async ({ owner }) => {
  await addView(owner, { name: "Silent" });
  for (const [name, message] of [
    ["", "Name must be at least 1 character."],
    ["x".repeat(61), "Use at most 60 characters."],
    ["SILENT", "A view of this list with this name already exists."],
  ] as const) {
    await owner.open("/views/new?quiet=7&list=clients");
    const refused = await owner.submit({ name }, { button: "Save view" });
    expect([refused.status, messagesOn(refused)]).toEqual([400, [message]]);
  }
  for (const query of ["?list=shares", "?list=", "?list=__proto__"])
    expect((await owner.open(`/views/new${query}`)).status, query).toBe(404);
});

test("a view saved under a name in use asks: the one that has it is updated, or another name chosen", async ({
  owner,
}) => {
  await addView(owner, { name: "Silent" });
  await owner.open("/views/new?quiet=30&list=clients");
  const asked = await owner.submit({ name: "silent" }, { button: "Save view" });
  expect(asked.text).toContain("A view called “Silent” is there already.");
  await owner.follow("Update “Silent”");
  expect((await owner.submit({}, { button: "Update view" })).text).toContain("View updated.");
  const page = await owner.open("/clients/?quiet=30");
  expect(viewsOn(page)).toContain("[Silent]");
});
