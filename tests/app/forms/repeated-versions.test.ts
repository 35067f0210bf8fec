import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keyField } from "#app/forms/hidden-fields.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import { successfulControls, type Values } from "#tests/support/form-entries.ts";
import type { AgentForm, FurnishedAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { registerFurnishedAgent } from "#tests/support/furnished-agent.ts";
import { hashTags } from "#tests/support/hashed-tags.ts";
import { firstButton, type PostedForm, post } from "#tests/support/posted-form.ts";
import type { Visit } from "#tests/support/visitor.ts";

// Records are changed back and forth by every form that is shown with a version, and earlier forms are sent again in between: what
// a form says was done is done, and what it does not say was not.

let application: Application;
let agent: FurnishedAgent;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerFurnishedAgent(application.origin);
});
afterEach(() => {
  application.resetHandlers();
  application.pretend({ demo: true });
});
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

/** Confirmations that lead from one to the next, and from the last one to the first. */
const rounds: Readonly<
  Record<string, (agent: FurnishedAgent) => readonly (readonly [path: string, button: string])[]>
> = {
  "a client's archival": ({ clientId: id }) => [
    [`/clients/${id}/archival`, "Archive client"],
    [`/clients/${id}/archival/removal`, "Restore"],
  ],
  "a property's archival": ({ packageId: id }) => [
    [`/packages/${id}/archival`, "Archive property"],
    [`/packages/${id}/archival/removal`, "Restore"],
  ],
  "a task": ({ taskId: id }) => [
    [`/tasks/${id}/completion`, "Mark as done"],
    [`/tasks/${id}/completion/removal`, "Reopen"],
  ],
  "the trash": ({ archivedId: id }) => [
    [`/trash/new?about=client.${id}`, "Move to trash"],
    [`/trash/restoration?record=${id}`, "Restore"],
  ],
  "the trash of documents": ({ documentId: id }) => [
    [`/documents/${id}/trashing`, "Delete document"],
    [`/documents/${id}/trashing/removal`, "Restore"],
  ],
  "the trash of folders": ({ folderId: id }) => [
    [`/documents/folders/${id}/trashing`, "Delete folder"],
    [`/documents/folders/${id}/trashing/removal`, "Restore"],
  ],
  "what clients see of a document": ({ documentId: id }) => [
    [`/documents/${id}/visibility`, "Show to clients"],
    [`/documents/${id}/visibility`, "Hide from clients"],
  ],
  "what clients see of a folder": ({ folderId: id }) => [
    [`/documents/folders/${id}/visibility`, "Show to clients"],
    [`/documents/folders/${id}/visibility`, "Hide from clients"],
  ],
  "what clients see of a summary": ({ documentId: id }) => [
    [`/documents/${id}/summary/approval`, "Approve for clients"],
    [`/documents/${id}/summary/approval/removal`, "Hide from clients"],
  ],
};

/** Forms whose page is another one once they are written. */
const leadOn = ["/opportunities/:opportunityId/stage", "/opportunities/:opportunityId/client-question"];

const isConfirmation = (form: AgentForm) => Object.keys(form.typed(agent)).length === 0;
const written = agentForms.filter(({ does }) => does === "changes");

describe.each([
  { service: "the embedded service", begin: () => application.pretend({ demo: true }) },
  { service: "a service whose tags repeat", begin: () => hashTags(application) },
])("with $service", ({ begin }) => {
  beforeEach(begin);

  test("what is typed back and forth is stored whenever it is said to be", { timeout: 180_000 }, async () => {
    for (const form of written.filter((one) => !isConfirmation(one) && !leadOn.includes(one.pattern))) {
      const page = await form.open(agent.visitor, agent);
      const key = fieldsOf(page, form.button)?.get(keyField) ?? "";
      if (key.startsWith("v.")) await typeBackAndForth(form, page.url.pathname + page.url.search);
    }
  });

  test.for(Object.keys(rounds))("%s goes round and round as it is said to", async (name) => {
    const steps = rounds[name]?.(agent) ?? [];
    const [drawn = []] = fc.sample(
      fc.array(fc.constantFrom<Move>("again", "earlier", "on"), { minLength: 2, maxLength: 4 }),
      1,
    );
    await goRound(steps, ["on", "on", "on", "on", "again", "on", "earlier", ...drawn]);
    while ((await stateOf(steps)) !== 0) await goRound(steps, ["on"]);
  });
});

type Move = "on" | "again" | "earlier";

/** on: the next form is opened and sent. again: what was sent last is sent twice. earlier: what was sent a round ago is. */
async function goRound(steps: readonly (readonly [string, string])[], moves: readonly Move[]): Promise<void> {
  const sent: (PostedForm & { readonly leadsTo: number })[] = [];
  let state = await stateOf(steps);
  for (const [index, move] of moves.entries()) {
    const said = `${moves.slice(0, index + 1).join(" ")} of ${steps[0]?.[0]}`;
    const earlier = move === "again" ? sent.at(-1) : sent.at(-steps.length);
    const isVersioned = earlier?.fields.get(keyField)?.startsWith("v.") === true;
    if (move === "on" || earlier === undefined || !(isVersioned || move === "again")) {
      const [path, button] = steps[state] ?? ["", ""];
      const fields = fieldsOf(await agent.visitor.open(path), button);
      expect(fields, said).not.toBeNull();
      const form = { path, fields: fields ?? new URLSearchParams(), leadsTo: (state + 1) % steps.length };
      const answer = await post(agent.visitor, form);
      expect(answer.status, `${said}: ${answer.status === 303 ? "" : await answer.text()}`).toBe(303);
      sent.push(form);
      state = form.leadsTo;
    } else {
      const { status } = await post(agent.visitor, earlier);
      if (move === "again") expect(status, said).toBe(303);
      else expect([303, 404, 409], said).toContain(status);
      if (status !== 303) continue;
      sent.push(earlier);
      state = earlier.leadsTo;
    }
    expect(await stateOf(steps), said).toBe(state);
  }
  expect(await stateOf(steps)).toBe(state);
}

/** Which of the forms is there to be sent. */
async function stateOf(steps: readonly (readonly [string, string])[]): Promise<number> {
  for (const [state, [path, button]] of steps.entries()) {
    if (fieldsOf(await agent.visitor.open(path), button) !== null) return state;
  }
  return -1;
}

/** Types what the form takes, and what it showed first, in turns; each is there again when it is said to be saved. */
async function typeBackAndForth({ pattern, button, typed }: AgentForm, path: string): Promise<void> {
  const { visitor } = agent;
  const given = typed(agent);
  const names = Object.keys(given);
  const values = [valuesOf(visitor.page, button, names), given] as const;
  const shown: (string | null)[] = [JSON.stringify(values[0]), null];
  const sent: (PostedForm & { readonly holds: 0 | 1 })[] = [];
  let holds: 0 | 1 = 0;
  const [drawn = []] = fc.sample(fc.array(fc.boolean(), { minLength: 1, maxLength: 2 }), 1);
  for (const isEarlier of [false, false, false, ...drawn]) {
    const said = `${pattern} after ${sent.length} changes, ${isEarlier ? "an earlier form again" : "another one"}`;
    const next: 0 | 1 = holds === 1 ? 0 : 1;
    const earlier = isEarlier ? sent.find((one) => one.holds === next) : undefined;
    const fields = earlier?.fields ?? fieldsOf(visitor.page, button, values[next]);
    if (fields === null) throw new Error(`${said}: no form on ${path}: ${visitor.page.text.slice(0, 300)}`);
    const form = { path, fields, holds: next };
    const answer = await post(visitor, form);
    const { status } = answer;
    expect(earlier === undefined ? [303] : [303, 409], `${said}: ${await answer.text()}`).toContain(status);
    if (status === 303) holds = next;
    sent.push(form);
    const found = JSON.stringify(valuesOf(await visitor.open(path), button, names));
    shown[holds] ??= found;
    expect(found, said).toBe(shown[holds]);
  }
}

/** What the form with this button would send; null where there is none. */
function fieldsOf(page: Visit, button: string, typed: Values = {}): URLSearchParams | null {
  const forms = page.document.querySelectorAll("form[method=post]");
  const form = forms.find((candidate) => firstButton(candidate) === button);
  return form === undefined ? null : successfulControls(form, typed, button);
}

/** What stands in these fields. */
function valuesOf(page: Visit, button: string, names: readonly string[]): Record<string, string[]> {
  const fields = fieldsOf(page, button);
  return Object.fromEntries(names.map((name) => [name, fields?.getAll(name) ?? []]));
}
