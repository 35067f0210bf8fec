import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const badgesOn = ({ document }: Visit, within: string) =>
  document.querySelectorAll(`${within} .pill`).map(({ text }) => text);

test("stages and ranks are badges in the pipeline, on the board, and on the pages of deal and property", async ({
  agency,
  owner,
}) => {
  const { id: clientId } = await agency.addClient();
  const { id: packageId } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId, packageId, rank: "High" });
  const list = await owner.open("/opportunities");
  expect(badgesOn(list, "tbody tr")).toEqual(["Opportunity", "High"]);
  const path = list.document.querySelector("tbody .row-link")?.getAttribute("href") ?? "";
  const always = [...list.document.querySelectorAll("thead th")].filter(
    (head) => !/from-/.test(head.getAttribute("class") ?? ""),
  );
  expect(always.map(({ text }) => text)).toEqual(expect.arrayContaining(["Stage", "Rank", "Update stage"]));
  expect(badgesOn(await owner.open("/opportunities?view=board"), "main")).toContain("High");
  expect(badgesOn(await owner.open(path), "main")).toContain("High");
  expect(badgesOn(await owner.open(`/packages/${packageId}`), "main")).toContain("Opportunity");
});

test("the day when offers are due is a badge, and there is none without a date", async ({ agency, owner }) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await agency.addPackage({ street: "1 Later Street", offerDueAt: inDays(60) });
  await agency.addPackage({ street: "2 Soon Street", offerDueAt: inDays(2) });
  await agency.addPackage({ street: "3 Never Street" });
  const list = await owner.open("/packages/");
  const rows = list.document
    .querySelectorAll("tbody tr")
    .map((row) => [
      row.querySelector(".row-link")?.text,
      row.querySelector(".pill")?.text.replace(/[^:]+$/, "…") ?? null,
    ]);
  expect(rows).toEqual([
    ["3 Never Street", null],
    ["2 Soon Street", "Soon:…"],
    ["1 Later Street", "…"],
  ]);
});

test("login and links are a card on a gray page; registration alone has a picture beside it", async ({ app }) => {
  const visitor = app.visitor();
  for (const [path, hasPicture] of [
    ["/login", false],
    ["/password/forgotten", false],
    ["/register/account", true],
    ["/register/workspace", true],
  ] as const) {
    const { document } = await visitor.open(path);
    expect([document.querySelector(".entry.bg-bar main > .bg-paper h1") !== null, path]).toEqual([true, path]);
    expect([document.querySelector(".street") !== null, path]).toEqual([hasPicture, path]);
  }
});
