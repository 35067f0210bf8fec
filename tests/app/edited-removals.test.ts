import { afterAll, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";

// A question such as "Remove this task?" is about what it shows: what a colleague changes before the answer is not removed.

let application: Application;
let agent: SeededAgent;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
});
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
  forgetOpened();
});

/** Every page that removes a record, with the page of the same record that edits it. */
const removals = agentForms.flatMap((removal) => {
  if (!removal.pattern.endsWith("/removal")) return [];
  const edit = agentForms.find(({ pattern }) => pattern === removal.pattern.replace(/removal$/, "edit"));
  return edit === undefined ? [] : [{ pattern: removal.pattern, removal, edit }];
});

test("the records that can be edited and removed are found", () => {
  expect(removals.map(({ pattern }) => pattern.replace(/\/:\w+/g, ""))).toEqual(
    expect.arrayContaining([
      "/clients/people/removal",
      "/messages/messages/removal",
      "/opportunities/comments/removal",
      "/packages/comparables/removal",
      "/packages/inspections/findings/removal",
      "/tasks/removal",
      "/tasks/templates/removal",
    ]),
  );
});

test.each(removals)("$pattern leaves what was edited after the question", async ({ removal, edit }) => {
  const { visitor } = agent;
  const question = await removal.open(visitor, agent);
  const form = fillForm(question, removal.button, removal.typed(agent));
  const editPath = question.url.pathname.replace(/\/removal$/, "/edit");
  await visitor.open(editPath);
  const edited = await visitor.submit(
    { ...edit.typed(agent), ...edit.other?.(agent) },
    { button: edit.buttonBefore ?? edit.button },
  );
  expect(edited.status).toBe(200);
  const refused = await visitor.send(form.path, form.fields);
  expect([refused.status, refused.text.includes("Someone else changed this")], refused.text).toEqual([409, true]);
  expect((await visitor.open(editPath)).status).toBe(200);
});
