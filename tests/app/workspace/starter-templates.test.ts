import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { appTest } from "#tests/support/app-test.ts";
import { rowsOn } from "../page-reading.ts";

const test = appTest(null);

test("a new workspace has templates for tasks and costs, and they work", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  const templates = await visitor.open("/tasks/templates");
  expect(rowsOn(templates, "Closing day").map((row) => row.replace(/ Edit.*/, ""))).toEqual([
    "Check that the loan is cleared to close Due 7 days before",
    "Walk through the home with the buyers Due the day before",
  ]);
  expect(rowsOn(templates, "Showing complete")).toHaveLength(1);
  await visitor.open("/packages/new");
  const { url } = await visitor.submit({ street: "12 Alder Lane" }, { button: "Create property" });
  const [, packageId] = /\/packages\/([^/]+)/.exec(url.pathname) ?? [];
  const costs = await visitor.open(`/packages/${packageId}/costs/templates`);
  expect(rowsOn(costs, "Cost templates").map((row) => row.replace(/ Apply.*/, ""))).toEqual([
    "Cash purchase",
    "Conventional loan, 20% down",
    "Conventional loan, 5% down",
  ]);
});

test("so has a further workspace of the same owner", async ({ app }) => {
  const visitor = await app.signedIn(await app.newOwner());
  await visitor.open("/workspace/join");
  const handle = `second-${randomUUID().slice(0, 8)}`;
  await visitor.submit({ name: "Second", handle }, { button: "Create workspace" });
  const templates = await visitor.open("/tasks/templates");
  expect([templates.text.includes("Second"), rowsOn(templates, "Closing day").length]).toEqual([true, 2]);
});
