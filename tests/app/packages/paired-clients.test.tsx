import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { PairedClients } from "#app/packages/paired-clients.tsx";
import { renderPart } from "#tests/support/rendering.tsx";

const clients = Array.from({ length: 20 }, (_, place) => ({
  ...{ id: `c${place}`, name: `Client ${place}`, email: null, picture: null },
  ...{ href: `/opportunities/o${place}`, stage: "open", message: null },
}));

test("a property shared with many shows six of them, and the others when asked", async () => {
  const page = parse(await renderPart(<PairedClients packageId="p" clients={clients} canOpen />));
  const [shown, folded] = page.querySelectorAll("ul, ol");
  expect([shown, folded].map((list) => list?.querySelectorAll("li").length)).toEqual([6, 14]);
  expect(page.querySelector("details summary")?.text).toBe("14 more clients");
  expect(page.querySelector("details")?.hasAttribute("open")).toBe(false);
});

test("a property with few folds none", async () => {
  const few = parse(await renderPart(<PairedClients packageId="p" clients={clients.slice(0, 6)} canOpen />));
  expect(few.querySelectorAll("li").length).toBe(6);
  expect(few.querySelector("details")).toBeNull();
});
