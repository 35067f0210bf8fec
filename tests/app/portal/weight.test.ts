import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { weightOf } from "#tests/support/client-page-weight.ts";
import { inviteClient, newPortalClient } from "#tests/support/portal-client.ts";
import { budgets } from "../../../bench/figures/page-weight.ts";

const test = newAgencyTest();

test("no page of the portal has a script, and each weighs at most 8 kB with its sheet", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency);
  const { visitor, record } = await newPortalClient(app, agency);
  for (let paper = 0; paper < 12; paper += 1)
    await agency.call("POST", "/tasks", {
      title: `Please send us paper number ${paper}, signed by both of you`,
      about: { type: "client", id: record.id },
      isVisibleToClient: true,
    });
  const home = "/client-portal/dashboard";
  const inside = ["", "/properties", "/messages", "/documents", "/me", "/nowhere"].map((below) => home + below);
  const doors = ["/client-portal", "/client-portal/login", path, `/client-portal/sign-in/${"A".repeat(43)}`];
  const weights: [string, number][] = [];
  for (const [who, pages] of [[visitor, inside] as const, [app.visitor(), doors] as const]) {
    for (const page of pages) {
      weights.push([page, weightOf(await who.open(page))]);
    }
  }
  expect(weights.filter(([, bytes]) => bytes > budgets["script-free"].document)).toEqual([]);
});
