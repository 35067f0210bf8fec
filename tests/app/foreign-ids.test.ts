import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import { giveForeignIds, idForms } from "#tests/support/foreign-ids.ts";
import type { FurnishedAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { registerFurnishedAgent } from "#tests/support/furnished-agent.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { addressValues, fillPattern, isForPrograms, namesRecord, routeAddresses } from "#tests/support/route-map.ts";
import { meets } from "#tests/support/turns.ts";

// Ids are whatever a service makes them: each page of a record opens, its links lead on, and its forms are taken.

let application: Application;
let agent: FurnishedAgent;
const patterns = (await routeAddresses())
  .filter(({ access, pattern }) => access === "agent" && !isForPrograms(pattern) && namesRecord(pattern))
  // Sessions are kept here, under UUIDs.
  .filter(({ pattern }) => !pattern.includes(":sessionId"))
  .map(({ pattern }) => pattern);

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerFurnishedAgent(application.origin);
});
afterEach(() => {
  application.resetHandlers();
  forgetOpened();
});
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

/** Not taken yet from such a service: a choice of rows, and a look at the portal, whose id the fake one does not read in its header. */
const notTaken = new Set(["/clients/:id/portal/view", "/batches/new"]);

async function get(path: string) {
  const response = await agent.visitor.request(path);
  return { path, status: response.status, html: await response.text() };
}

describe.each(Object.entries(idForms).map(([name, form], turn) => ({ name, form, turn })))(
  "$name",
  ({ name, form, turn }) => {
    test("open every page of a record, and every link of these pages", { timeout: 120_000 }, async () => {
      // Each page with two of the forms: one code reads them all.
      const some = patterns.filter((_pattern, place) => meets(place, turn, 3));
      const paths = some.map((pattern) => fillPattern(pattern, addressValues(agent)));
      const plain = new Map<string, number>();
      for (const path of paths) plain.set(path, (await get(path)).status);
      const { inAddress, withUuids } = giveForeignIds(application, form, [agent.workspaceId, agent.accountId]);
      const flaws: string[] = [];
      const links = new Set<string>();
      for (const path of paths) {
        const { status, html } = await get(inAddress(path));
        if (status !== plain.get(path) && status !== 503)
          flaws.push(`${path}: ${status} in place of ${plain.get(path)}`);
        for (const [, link = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g))
          links.add(link.replaceAll("&amp;", "&"));
      }
      const isFile = /^\/api\/|content|thumbnail|bundle|\.(csv|ics|zip)/;
      const failed: { readonly link: string; readonly status: number }[] = [];
      for (const link of links) {
        if (isFile.test(link)) continue;
        const { status } = await get(link);
        // 503: the machine was slow, whatever the id.
        if (status >= 400 && status !== 503) failed.push({ link, status });
      }
      application.resetHandlers();
      // Some lead to what is not there any more, whatever its id.
      for (const { link, status } of failed)
        if ((await get(withUuids(link))).status < 400) flaws.push(`link ${link}: ${status}`);
      expect(flaws).toEqual([]);
    });

    // Forms about an id with a slash in it are not taken yet.
    test.skipIf(name.startsWith("slashes"))("are what forms name", { timeout: 240_000 }, async () => {
      const flaws: string[] = [];
      for (const [place, each] of agentForms.entries()) {
        if (each.does === "stores" || each.inAnyWorkspace === true || !meets(place, turn, 6)) continue;
        if (notTaken.has(each.pattern)) continue;
        application.resetHandlers();
        const { url } = await each.open(agent.visitor, agent);
        const { idOf, inAddress } = giveForeignIds(application, form, [agent.workspaceId, agent.accountId]);
        const typed = Object.fromEntries(
          Object.entries(each.typed(agent)).map(([name, text]) => [
            name,
            text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, idOf),
          ]),
        );
        try {
          const page = await agent.visitor.open(inAddress(url.pathname + url.search));
          const { path, fields } = fillForm(page, each.button, typed);
          const sent = await agent.visitor.send(path, fields);
          if (sent.status >= 400)
            flaws.push(`${each.pattern}: ${sent.status} ${sent.document.querySelector("main")?.text.slice(0, 300)}`);
        } catch (error) {
          flaws.push(`${each.pattern}: ${error}`);
        }
      }
      expect(flaws).toEqual([]);
    });
  },
);
