import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPage } from "#tests/support/browser.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { goHydrated } from "#tests/support/hydrated-page.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";

// Forms that change a record, with scripts: what somebody else has changed meanwhile is shown once, and then one goes on.

let agent: SeededAgent;

beforeAll(async () => {
  agent = await registerSeededAgent(inject("origin"));
});
afterAll(() => agent.visitor.close());

/** Finds the form by what its first button says. */
const formOf = (button: string) => `[...document.querySelectorAll("form[method=post]")]
  .find((form) => form.querySelector("button")?.textContent.trim() === ${JSON.stringify(button)})`;

const hasForm = (page: Page, button: string) => page.evaluate(`${formOf(button)} !== undefined`);

/** Types into the form with this button and sends it. Gives the answer's status. */
async function send(page: Page, button: string, typed: Readonly<Record<string, string>>): Promise<number> {
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.evaluate(`
    const form = ${formOf(button)};
    for (const [name, text] of Object.entries(${JSON.stringify(typed)})) {
      for (const control of form.querySelectorAll('[name="' + name + '"]')) {
        if (control.type === "radio" || control.type === "checkbox") control.checked = control.value === text;
        else control.value = text;
      }
    }
    form.requestSubmit();`);
  const status = (await answered).status();
  await page.waitForLoadState("networkidle");
  return status;
}

test("every one is sent again after somebody else's change, and does not stay refused", {
  timeout: 540_000,
}, async () => {
  const { visitor } = agent;
  const { page } = await openPage({ scripts: "full", width: 1280 }, visitor);
  const stuck: string[] = [];
  let conflicts = 0;
  for (const { pattern, query = "", does, isCounted, button, typed, open } of agentForms) {
    // What is a button alone has nothing that two people could mean differently.
    if (does !== "changes" || isCounted || Object.keys(typed(agent)).length === 0) continue;
    const { url } = await open(visitor, agent);
    await goHydrated(page, url.pathname + url.search);
    if (!(await hasForm(page, button))) continue;
    await visitor.submitOnly(typed(agent), { button });
    const first = await send(page, button, typed(agent));
    if (first !== 409) continue;
    conflicts += 1;
    if (!(await hasForm(page, button))) continue;
    const second = await send(page, button, typed(agent));
    // Some ask a question of their own then, as whether somebody is another client.
    const last = second === 409 && (await hasForm(page, button)) ? await send(page, button, typed(agent)) : second;
    if (last === 409) stuck.push(`${pattern}${query}: ${button}`);
  }
  expect(stuck).toEqual([]);
  expect(conflicts).toBeGreaterThan(15);
});

test("a deal that was moved meanwhile shows its stage with the moves from there", async () => {
  const { visitor } = agent;
  const form = agentForms.find(({ pattern }) => pattern === "/opportunities/:opportunityId/stage");
  const { url } = (await form?.open(visitor, agent)) ?? visitor.page;
  const { page } = await openPage({ scripts: "full", width: 1280 }, visitor);
  await goHydrated(page, url.pathname + url.search);
  await visitor.submitOnly({ "dealPrice.amount": "700000" }, { button: "Update stage" });
  await page.getByRole("textbox", { name: "Price" }).fill("655000");
  await page.getByRole("button", { name: "Update stage" }).click();
  await page.getByText("Someone else moved it.").waitFor();
  await page.getByText("655,000").or(page.getByText("655000")).first().waitFor();
  await page.getByRole("link", { name: "Record the acceptance" }).click();
  await page.getByRole("button", { name: "Update stage" }).click();
  await page.getByText("Stage: Offer accepted.").waitFor();
});
