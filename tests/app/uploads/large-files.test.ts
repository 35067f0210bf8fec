import type { HTMLElement } from "node-html-parser";
import { expect } from "vitest";
import routes from "#app/routes.ts";
import { readFileRoutes } from "#server/web/file-routes.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { buildApplication } from "#tests/support/application-build.ts";
import { multipartOf, successfulControls } from "#tests/support/form-entries.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { seedBuyer } from "#tests/support/seeded-buyer.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { makeWeb } from "../../server/web/test-web.ts";

// Every form with a field for a file, as staff and clients meet it: a file that is many times as long as a form of text.

const test = sharedAgencyTest();
const size = 20_000_000;

const takesFiles = readFileRoutes((await buildApplication(routes)).routes);
const map = (await routeAddresses()).filter(({ file, pattern }) => file.endsWith(".tsx") && !isForPrograms(pattern));

/** Sends a form with a large file through the server's layers. @returns what is wrong with the answer; null for nothing */
async function flawOf(visitor: Visitor, action: string, form: HTMLElement): Promise<string | null> {
  const { origin } = visitor;
  const body = multipartOf(successfulControls(form, {}, undefined), [new File([new Uint8Array(size)], "large.bin")]);
  const { request } = makeWeb({
    publicOrigin: origin,
    addressLimits: false,
    takesFiles,
    app: async () => {
      const headers = { origin, "sec-fetch-site": "same-origin" };
      const answer = await visitor.request(action, { method: "POST", headers, body });
      return new Response(await answer.text(), { status: answer.status });
    },
  });
  const headers = { origin, "content-type": "multipart/form-data; boundary=x", "content-length": String(size) };
  const answer = await request(new URL(action, origin).pathname, { method: "POST", headers });
  const isForm = (await answer.text()).includes('type="file"');
  return isForm || answer.status === 303 ? null : `${action}: ${answer.status}`;
}

/** Looks for the forms on every page of the map that this person may open, and sends each. */
async function tryForms(visitor: Visitor, access: string, values: Readonly<Record<string, string>>) {
  const flaws: string[] = [];
  const sent = new Set<string>();
  for (const { pattern } of map.filter((route) => route.access === access)) {
    if (pattern.includes("*") || /:\w+/.exec(pattern.replaceAll(/:(\w+)/g, (_, name) => values[name] ?? ":x")))
      continue;
    const path = fillPattern(pattern, values);
    const page = await visitor.open(path);
    for (const field of page.document.querySelectorAll("form input[type=file]")) {
      const form = field.closest("form");
      const action = form?.getAttribute("action") || path;
      if (form === null || sent.has(action)) continue;
      sent.add(action);
      const flaw = await flawOf(visitor, action, form);
      if (flaw !== null) flaws.push(flaw);
    }
  }
  return { flaws, sent: sent.size };
}

test("no form of staff refuses a file of 20 MB before it is read", { timeout: 300_000 }, async ({ app }) => {
  app.pretend({ demo: true });
  const agent = await registerSeededAgent(app.origin);
  const { flaws, sent } = await tryForms(agent.visitor, "agent", addressValues(agent));
  expect(flaws).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(9);
});

test("no form of the portal does", { timeout: 180_000 }, async ({ app, owner }) => {
  app.pretend({ demo: true });
  const { visitor, packageId, documentId, taskId } = await seedBuyer(owner);
  const { flaws, sent } = await tryForms(visitor, "client", { packageId, documentId, taskId });
  expect(flaws).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(3);
});

test("an address takes files in any spelling that leads there, and none below it or beside it does", () => {
  const taking = ["/documents/uploads/new", "/documents/uploads/new.data", "/Documents/Uploads/New/"];
  expect(taking.filter((path) => !takesFiles(path))).toEqual([]);
  const beside = ["/uploads-of-mine", "/clients/uploads/1/edit", "/documents/uploaded", "/packages/1/photos/1/removal"];
  expect(beside.filter((path) => takesFiles(path))).toEqual([]);
});
