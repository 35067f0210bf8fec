import { parse } from "node-html-parser";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import { anyForm, giveForeignIds } from "#tests/support/foreign-ids.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { addressValues, fillPattern, isForPrograms, namesRecord, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";

// Ids are whatever a service makes them: each page of a record opens, its links lead on, and its forms are taken.

let application: Application;
let agent: SeededAgent;
const patterns = (await routeAddresses())
  .filter(({ access, pattern }) => access === "agent" && !isForPrograms(pattern) && namesRecord(pattern))
  // Sessions are kept here, under UUIDs.
  .filter(({ pattern }) => !pattern.includes(":sessionId"))
  .map(({ pattern }) => pattern);

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
});
afterEach(() => {
  application.resetHandlers();
  forgetOpened();
});
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

/** What is typed there names nobody. */
const refusedAnyway = new Set(["/clients/:id/merge"]);

async function get(path: string) {
  const response = await agent.visitor.request(path);
  return { path, status: response.status, html: await response.text() };
}

test("every page of a record opens, and every link of these pages", { timeout: 120_000 }, async () => {
  const paths = patterns.map((pattern) => fillPattern(pattern, addressValues(agent)));
  const { inAddress, withUuids } = giveForeignIds(application, anyForm, [agent.workspaceId, agent.accountId]);
  const unopened: { readonly path: string; readonly status: number }[] = [];
  const links = new Map<string, string>();
  for (const path of paths) {
    const { status, html } = await get(inAddress(path));
    if (status !== 200) unopened.push({ path, status });
    // Of links that differ in nothing but what record they lead to, one is followed: to an id that takes escaping, if there is one.
    for (const [, link = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      const address = link.replaceAll("&amp;", "&");
      const alike = withUuids(address).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, ":id");
      if (links.get(alike)?.includes("%") !== true) links.set(alike, address);
    }
  }
  const isFile = /^\/api\/|content|thumbnail|bundle|\.(csv|ics|zip)/;
  const failed: { readonly link: string; readonly status: number }[] = [];
  for (const link of links.values()) {
    if (isFile.test(link) || paths.includes(withUuids(link))) continue;
    const { status } = await get(link);
    if (status >= 400) failed.push({ link, status });
  }
  application.resetHandlers();
  const flaws: string[] = [];
  // Some have nothing to show, or lead to what is not there any more, whatever its id.
  for (const { path, status } of unopened) {
    const plain = (await get(path)).status;
    if (status !== plain) flaws.push(`${path}: ${status} in place of ${plain}`);
  }
  for (const { link, status } of failed)
    if ((await get(withUuids(link))).status < 400) flaws.push(`link ${link}: ${status}`);
  expect(flaws).toEqual([]);
});

test("forms are taken", { timeout: 240_000 }, async () => {
  const flaws: string[] = [];
  for (const each of agentForms) {
    if (each.does === "stores" || each.inAnyWorkspace === true || refusedAnyway.has(each.pattern)) continue;
    application.resetHandlers();
    const { url } = await each.open(agent.visitor, agent);
    const { idOf, inAddress } = giveForeignIds(application, anyForm, [agent.workspaceId, agent.accountId]);
    const typed = Object.fromEntries(
      Object.entries(each.typed(agent)).map(([name, text]) => [
        name,
        text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, idOf),
      ]),
    );
    try {
      const page = await agent.visitor.open(inAddress(url.pathname + url.search));
      const sent = await post(agent.visitor, fillForm(page, each.button, typed));
      const said = await sent.text();
      if (sent.status >= 400)
        flaws.push(`${each.pattern}: ${sent.status} ${parse(said).querySelector("main")?.text.slice(0, 300)}`);
    } catch (error) {
      flaws.push(`${each.pattern}: ${error}`);
    }
  }
  expect(flaws).toEqual([]);
});
