import { parse } from "node-html-parser";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import { anyForm, giveForeignIds } from "#tests/support/foreign-ids.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";

// Ids are whatever a service makes them: the forms of its records are taken. Their pages are opened so in tests/census/.

let application: Application;
let agent: SeededAgent;

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
