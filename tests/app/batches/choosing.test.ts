import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { boxesOn, hrefOf } from "./selection-reading.ts";

const test = newAgencyTest();

/** What is ticked on the page and on other pages of the list, by ids. */
const tickedOn = ({ document }: Visit) => ({
  here: document.querySelectorAll("input[form=several][checked]").map((box) => box.getAttribute("value")),
  elsewhere: document.querySelectorAll("#several input[name=id]").map((field) => field.getAttribute("value")),
});

/** Turns to another page of a list, as the button in its foot does; first the rows that are called so are ticked or unticked. */
function turn(owner: Visitor, label: string, changed: readonly string[] = []): Promise<Visit> {
  const { document } = owner.page;
  const fields = new URLSearchParams();
  for (const field of document.querySelectorAll("#several input[type=hidden]"))
    fields.append(field.getAttribute("name") ?? "", field.getAttribute("value") ?? "");
  for (const box of document.querySelectorAll("input[form=several]")) {
    const isChanged = changed.includes(box.getAttribute("aria-label") ?? "");
    if (box.hasAttribute("checked") !== isChanged) fields.append("id", box.getAttribute("value") ?? "");
  }
  const button = document.querySelectorAll("button[form=several]").find(({ text }) => text.trim() === label);
  fields.append(button?.getAttribute("name") ?? "", button?.getAttribute("value")?.replaceAll("&amp;", "&") ?? "");
  const path = document.querySelector("#several")?.getAttribute("action") ?? "";
  return owner.open(`${path}?${fields}`);
}

test("a list has checkboxes while rows are being chosen, and goes on with that on its next page", async ({
  agency,
  owner,
}) => {
  for (let number = 1; number <= 16; number += 1) await agency.addClient({ name: `Client ${number}` });
  const list = await owner.open("/clients/?sort=name");
  expect(boxesOn(list)).toEqual([]);
  const choosing = await owner.follow("Select");
  expect(boxesOn(choosing)).toHaveLength(15);
  expect(boxesOn(choosing)[0]).toBe("Select Client 1");
  expect(choosing.text).toContain("All 15 on this page");
  expect(choosing.text).toContain("All 16 that match");
  const next = await turn(owner, "Next");
  expect(boxesOn(next)).toEqual(["Select Client 9"]);
  const ended = await owner.follow("Cancel");
  expect(boxesOn(ended)).toEqual([]);
});

test("what is ticked stays chosen on other pages of the list, and can be unticked there", async ({ agency, owner }) => {
  for (let number = 10; number <= 27; number += 1) await agency.addClient({ name: `Client ${number}` });
  const first = await owner.open("/clients/?sort=name&select=true");
  const [ten, eleven] = first.document.querySelectorAll("input[form=several]").map((box) => box.getAttribute("value"));
  const second = await turn(owner, "Next", ["Select Client 10", "Select Client 11"]);
  expect([second.url.pathname, boxesOn(second).length]).toEqual(["/clients/", 3]);
  expect(tickedOn(second)).toEqual({ here: [], elsewhere: [ten, eleven] });
  expect(second.text).toContain("2 chosen");
  expect(second.text).toContain("All 3 on this page, and 2 more");
  const back = await turn(owner, "Previous", ["Select Client 27"]);
  expect(tickedOn(back)).toMatchObject({ here: [ten, eleven] });
  const again = await turn(owner, "Next", ["Select Client 10"]);
  expect(tickedOn(again)).toMatchObject({ elsewhere: [eleven] });
  const page = await owner.open(hrefOf(again, "All 3 on this page, and 1 more"));
  expect(page.text).toContain("Change 4 clients");
  expect(page.text).toContain("Client 11 · Client 25 · Client 26 · Client 27");
});

test("no more than 200 rows are kept from page to page, and what is no id is not", async ({ agency, owner }) => {
  for (let number = 10; number <= 27; number += 1) await agency.addClient({ name: `Client ${number}` });
  const ids = Array.from({ length: 230 }, () => `id=${crypto.randomUUID()}`).join("&");
  await owner.open(`/clients/?sort=name&select=true&id=1&id=1&${ids}`);
  expect(tickedOn(owner.page).elsewhere).toHaveLength(200);
  expect(owner.page.text).toContain("No more rows are kept on the next page.");
  const next = await turn(owner, "Next");
  expect([next.status, tickedOn(next).elsewhere.length]).toEqual([200, 200]);
  const odd = await owner.open("/batches/new?of=clients&turn=%00&id=x");
  expect([odd.status, odd.url.pathname, odd.url.search]).toEqual([200, "/clients/", "?select=true"]);
});
