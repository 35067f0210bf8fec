import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("filters by tag offer the tags of the list, most frequent first, and amounts have a field of their own", async ({
  agency,
  owner,
}) => {
  for (const [name, tags] of [
    ["One", ["Relocation", "VIP"]],
    ["Two", ["VIP"]],
  ] as const) {
    const { id } = await agency.addClient({ name });
    await agency.call("PATCH", `/clients/${id}`, { tags });
  }
  await agency.addPackage({ street: "1 Tag Lane", tags: ["Waterfront"] });
  const clients = await owner.open("/clients/");
  const offered = clients.document.querySelectorAll("#tag-words option").map((word) => word.textContent);
  expect(offered).toEqual(["VIP", "Relocation"]);
  const budget = clients.document.querySelector("input[name=from]");
  expect([budget?.getAttribute("type"), budget?.parentNode?.querySelectorAll("svg").length]).toEqual(["text", 0]);
  const properties = await owner.open("/packages/");
  const tags = properties.document.querySelectorAll("#tag-words option").map((word) => word.textContent);
  expect(tags).toEqual(["Waterfront"]);
});

test("two lists of the same title are told apart by what the browser's tab says", async ({ owner }) => {
  const titleOf = async (path: string) => /<title>([^<]*)/.exec((await owner.open(path)).html)?.[1];
  const titles = [await titleOf("/packages/"), await titleOf("/opportunities")];
  expect(titles).toEqual(["Opportunities: properties · Latchkey", "Opportunities: pipeline · Latchkey"]);
});

test.for(["/clients/", "/packages/", "/opportunities", "/opportunities/board", "/tasks", "/documents", "/activity"])(
  "%s knows everything that its own fields offer",
  async (path, { owner }) => {
    const { document } = await owner.open(path);
    const offered = document.querySelectorAll("form[role=search] select").flatMap((select) =>
      select.querySelectorAll("option:not([hidden])").map((option) => {
        const value = option.getAttribute("value") ?? "";
        return `${path}?${new URLSearchParams([[select.getAttribute("name") ?? "", value]])}`;
      }),
    );
    expect(offered.length).toBeGreaterThan(1);
    const unknown: string[] = [];
    for (const address of offered) {
      const { html } = await owner.open(address);
      if (html.includes("There is no such filter")) unknown.push(address);
    }
    expect(unknown).toEqual([]);
  },
);
