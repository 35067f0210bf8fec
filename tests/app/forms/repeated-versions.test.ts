import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keyField } from "#app/session/hidden-fields.ts";
import { type Application, startApplication } from "#tests/support/application.ts";
import { clientForms } from "#tests/support/client-forms.ts";
import type { Values } from "#tests/support/form-entries.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { hashTags } from "#tests/support/hashed-tags.ts";
import { fieldsOf, type PostedForm, post, valuesOf } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import { meets } from "#tests/support/turns.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Records are changed back and forth by confirmations and by clients' forms, and earlier forms are sent again in between: what a form
// says was done is done, and what it does not say was not. The forms of staff in which something is typed are sent so in tests/census/.

let application: Application;
let agent: SeededAgent;
let buyer: SeededBuyer;

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
  buyer = await seedBuyer(agent.visitor);
});
afterEach(() => {
  application.resetHandlers();
  application.pretend({ demo: true });
});
afterAll(async () => {
  await agent.visitor.close();
  await buyer.visitor.close();
  await application.close();
});

/** A page that asks, and its button; one whose address differs from round to round is looked for. */
type Step = readonly [path: string | (() => Promise<string>), button: string];

/** Confirmations that lead from one to the next, and from the last one to the first. */
const rounds: Readonly<Record<string, (agent: SeededAgent) => readonly Step[]>> = {
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
  "the analysis of a report": ({ documentId, packageId }) => [
    [`/documents/${documentId}/analysis`, "Analyze"],
    [() => removalOf(`/packages/${packageId}/inspections`, documentId), "Remove report"],
  ],
  "what clients see of a summary": ({ documentId: id }) => [
    [`/documents/${id}/summary/approval`, "Approve for clients"],
    [`/documents/${id}/summary/approval/removal`, "Hide from clients"],
  ],
};

// With the other service one code keeps all forms apart: one in three of them says whether that holds.
describe.each([
  { service: "the embedded service", every: 1, begin: () => application.pretend({ demo: true }) },
  { service: "a service whose tags repeat", every: 3, begin: () => hashTags(application) },
])("with $service", ({ every, begin }) => {
  beforeEach(begin);

  test("what a client types, takes back and sends again is stored whenever it is said to be", {
    timeout: 60_000,
  }, async () => {
    const typed = clientForms.filter((form) => form.does === "changes" && Object.keys(form.typed()).length > 0);
    expect(typed.map(({ pattern }) => pattern)).toContain("/me/wishes");
    for (const form of typed) {
      const { url } = await form.open(buyer);
      await typeBackAndForth(buyer.visitor, form, form.typed(), url.pathname + url.search);
    }
  });

  const met = Object.keys(rounds).filter((_name, place) => meets(place, 0, every));
  test.for(met)("%s goes round and round as it is said to", async (name) => {
    const steps = rounds[name]?.(agent) ?? [];
    const [drawn = []] = fc.sample(
      fc.array(fc.constantFrom<Move>("again", "earlier", "on"), { minLength: 1, maxLength: 2 }),
      1,
    );
    const begun = await goRound(steps, ["on", "on", "again", "on", "earlier", "again", ...drawn]);
    // For the forms of the other service, all is as it was.
    for (let state = begun; state !== 0; ) state = await goRound(steps, ["on"]);
  });
});

type Move = "on" | "again" | "earlier";

/**
 * on: the next form is sent. again: what was sent last is sent twice. earlier: what was sent a round ago is.
 * @returns which of the forms is there to be sent in the end
 */
async function goRound(steps: readonly Step[], moves: readonly Move[]): Promise<number> {
  const sent: (PostedForm & { readonly leadsTo: number; readonly isOfOneRound: boolean })[] = [];
  let shown = await shownOf(steps);
  for (const [index, move] of moves.entries()) {
    const said = `${moves.slice(0, index + 1).join(" ")} of ${steps[0]?.[1]}`;
    const earlier = move === "again" ? sent.at(-1) : sent.at(-steps.length);
    const isVersioned = earlier?.fields.get(keyField)?.startsWith("v.") === true;
    let state = shown.state;
    if (move === "on" || earlier === undefined || !(isVersioned || move === "again")) {
      const leadsTo = (state + 1) % steps.length;
      const form = { ...shown.form, leadsTo, isOfOneRound: typeof steps[state]?.[0] !== "string" };
      const answer = await post(agent.visitor, form);
      expect(answer.status, `${said}: ${answer.status === 303 ? "" : await answer.text()}`).toBe(303);
      sent.push(form);
      state = leadsTo;
    } else {
      const { status } = await post(agent.visitor, earlier);
      if (move === "again") expect(status, said).toBe(303);
      else expect([303, 404, 409], said).toContain(status);
      if (status === 303) sent.push(earlier);
      // What it was about in its round is as it says already, or not there any more.
      if (status === 303 && !earlier.isOfOneRound) state = earlier.leadsTo;
    }
    shown = await shownOf(steps);
    expect(shown.state, said).toBe(state);
  }
  return shown.state;
}

/** Which of the forms is there to be sent. @throws when none is */
async function shownOf(steps: readonly Step[]): Promise<{ readonly state: number; readonly form: PostedForm }> {
  for (const [state, [where, button]] of steps.entries()) {
    const path = await addressOf(where);
    const fields = fieldsOf(await agent.visitor.open(path), button);
    if (fields !== null) return { state, form: { path, fields } };
  }
  throw new Error(`None of the forms is there: ${steps.map(([, button]) => button).join(", ")}`);
}

async function addressOf(where: Step[0]): Promise<string> {
  return typeof where === "string" ? where : where();
}

/** The page that removes the report on a document; the list of reports where there is none. */
async function removalOf(reports: string, documentId: string): Promise<string> {
  const { document } = await agent.visitor.open(reports);
  const row = document.querySelectorAll("li").find((one) => one.querySelector(`a[href="/documents/${documentId}"]`));
  return row?.querySelector('a[href$="/removal"]')?.getAttribute("href") ?? reports;
}

/** Types what the form takes, and what it showed first, in turns; each is there again when it is said to be saved. */
async function typeBackAndForth(
  visitor: Visitor,
  { pattern, button }: { readonly pattern: string; readonly button: string },
  given: Values,
  path: string,
): Promise<void> {
  const names = Object.keys(given);
  const values = [valuesOf(visitor.page, button, names), given] as const;
  const shown: (string | null)[] = [JSON.stringify(values[0]), null];
  const sent: (PostedForm & { readonly holds: 0 | 1 })[] = [];
  let holds: 0 | 1 = 0;
  const [drawn = false] = fc.sample(fc.boolean(), 1);
  for (const isEarlier of [false, false, true, drawn]) {
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
