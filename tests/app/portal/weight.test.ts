import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { inviteClient, newPortalClient } from "#tests/support/portal-client.ts";
import { budgets } from "../../../bench/figures/page-weight.ts";

const test = newAgencyTest();

/** As the server compresses; the sheet with its comments, which are not served. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const sheet = readFileSync("app/client-pages/client-pages.css", "utf8");

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
  const doors = ["/client-portal/login", path, `/client-portal/sign-in/${"A".repeat(43)}`];
  const weights: [string, number][] = [];
  for (const [who, pages] of [[visitor, inside] as const, [app.visitor(), doors] as const]) {
    for (const page of pages) {
      const { html } = await who.open(page);
      expect([page, /<script|<link rel="stylesheet|\son\w+=|javascript:/i.test(html)]).toEqual([page, false]);
      const whole = html.replace("body{margin:0 auto}", () => sheet);
      expect(whole).toContain("--accent-ink");
      weights.push([page, brotliCompressSync(whole, quality).length]);
    }
  }
  expect(weights.filter(([, bytes]) => bytes > budgets["script-free"].document)).toEqual([]);
});
