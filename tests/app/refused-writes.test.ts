import { http } from "msw";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { fillForm, type PostedForm } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { meets } from "#tests/support/turns.ts";
import { type Visit, Visitor } from "#tests/support/visitor.ts";

// Every form meets ways in which a service can refuse a write, or leave it open whether it happened: what was typed is in the form
// again, with a sentence, at the status of the refusal.

const type = "application/vnd.api+json";
/** What no page may repeat. */
const theirs = "ORA-00942 at /srv/upstream/lib/secret.ex:17";

function answer(status: number, body = JSON.stringify({ errors: [{ status: String(status), detail: theirs }] })) {
  return () => new Response(status === 204 ? null : body, { status, headers: { "content-type": type } });
}

function cutOff(): never {
  throw Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error(theirs), { code: "ECONNRESET" }),
  });
}

interface Refusal {
  readonly name: string;
  readonly meet: () => Response;
  /** Of the page. */
  readonly status: number;
  readonly says: RegExp;
  /** Forms have ways of their own to say these; the others one code says for all forms, and one in nine meets each. */
  readonly byForm?: true;
}

const unsure = /We couldn.t confirm whether this was saved/;

const refusals: readonly Refusal[] = [
  { name: "400", meet: answer(400), status: 400, says: /refused this without giving a reason/, byForm: true },
  { name: "403", meet: answer(403), status: 403, says: /don.t have permission/, byForm: true },
  {
    name: "404",
    meet: answer(404),
    status: 404,
    says: /isn.t there anymore/,
    byForm: true,
  },
  { name: "404 without a body", meet: answer(404, ""), status: 404, says: /isn.t there anymore/ },
  { name: "405", meet: answer(405, ""), status: 405, says: /isn.t offered here/ },
  { name: "412", meet: answer(412), status: 409, says: /Someone else (changed|moved)/, byForm: true },
  { name: "413", meet: answer(413, ""), status: 413, says: /too long/ },
  { name: "415", meet: answer(415), status: 415, says: /isn.t offered here/ },
  { name: "422", meet: answer(422), status: 422, says: /refused this without giving a reason/, byForm: true },
  { name: "429", meet: answer(429), status: 503, says: /busy right now/ },
  { name: "500", meet: answer(500, ""), status: 502, says: unsure },
  { name: "500 with words of its own", meet: answer(500), status: 502, says: unsure },
  { name: "501", meet: answer(501), status: 501, says: /isn.t offered here/ },
  { name: "502", meet: answer(502), status: 502, says: unsure },
  { name: "503", meet: answer(503), status: 503, says: /isn.t responding right now/ },
  { name: "504", meet: answer(504), status: 502, says: unsure },
  { name: "a connection that is cut", meet: cutOff, status: 502, says: unsure },
  {
    name: "HTML with 200",
    meet: () => new Response(`<h1>${theirs}</h1>`, { headers: { "content-type": "text/html" } }),
    status: 502,
    says: unsure,
  },
];

/** Last, since it settles the forms that `leadOn` names. */
const conflict: Refusal = {
  name: "409",
  meet: answer(409),
  status: 409,
  says: /conflicts with an existing record|Someone else changed this/,
  byForm: true,
};

/** For these a conflict is no failure: it says that it is too late, and so does the page that they lead to. */
const leadOn = new Set([
  "/clients/imports/:importId/undoing",
  "/opportunities/:opportunityId/undoing",
  "/opportunities/:opportunityId/after-closing/undoing",
  "/settings/account/two-step/setup",
]);

let application: Application;
let agent: SeededAgent;
let filled: readonly FilledForm[];

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
  const forms: FilledForm[] = [];
  for (const form of writingForms) forms.push(await fillIn(form));
  filled = forms;
});
afterEach(() => application.resetHandlers());
afterAll(async () => {
  for (const { visitor } of filled) await visitor.close();
  await agent.visitor.close();
  await application.close();
  forgetOpened();
});

const writingForms = agentForms.filter(({ does }) => does === "makes" || does === "changes");

/** A form that is filled in and not yet sent, in a browser of its own. */
interface FilledForm extends PostedForm {
  readonly visitor: Visitor;
  readonly form: AgentForm;
  readonly typed: readonly string[];
}

async function fillIn(form: AgentForm): Promise<FilledForm> {
  const visitor = new Visitor(application.origin);
  for (const [name, value] of agent.visitor.cookies) visitor.cookies.set(name, value);
  const typed = form.typed(agent);
  return { visitor, form, typed: Object.keys(typed), ...fillForm(await form.open(visitor, agent), form.button, typed) };
}

/** What is wrong with the page that answers a refused form; null when nothing is. */
async function flawOf({ visitor, form, typed, path, fields }: FilledForm, { status, says }: Refusal) {
  const page = await visitor.send(path, fields);
  const say = (what: string) => `${form.pattern}: ${page.status}, ${what}`;
  if (page.text.includes(theirs)) return say("in the words of the service");
  const shown = page.document.querySelectorAll("main form[method=post]");
  if (!shown.some((candidate) => candidate.text.includes(form.button))) return say("without the form");
  const kept = fillForm(page, form.button, {}).fields;
  const lost = typed.filter((name) => !/password/i.test(name) && kept.get(name) !== fields.get(name));
  if (lost.length > 0) return say(`lost ${lost.join(", ")}`);
  if (page.status !== status) return say(`not ${status}`);
  if (!says.test(page.text)) return say(`without its sentence: ${page.document.querySelector(".note")?.text}`);
  return null;
}

function meet(response: () => Response): void {
  application.use(http.all("*", ({ request }) => (request.method === "GET" ? undefined : response())));
}

describe.each([...refusals, conflict].map((refusal, turn) => ({ ...refusal, turn })))("$name", (refusal) => {
  test("keeps what was typed into a form, and says what happened", { timeout: 120_000 }, async () => {
    meet(refusal.meet);
    const flaws: (string | null)[] = [];
    for (const [place, form] of filled.entries()) {
      if (refusal.byForm !== true && !meets(place, refusal.turn, 9)) continue;
      const flaw = await flawOf(form, refusal);
      if (refusal.name !== conflict.name || !leadOn.has(form.form.pattern)) flaws.push(flaw);
    }
    expect(flaws.filter((flaw) => flaw !== null)).toEqual([]);
  });
});

describe.each([404, 503])("a service that answers everything with %i, the form's own page, too,", (status) => {
  test("leaves what was typed on the page that says so, to be sent again", { timeout: 120_000 }, async () => {
    const flaws: string[] = [];
    // One of the two for each form: one page says both.
    for (const [place, { visitor, form, typed, path, fields }] of filled.entries()) {
      if (!meets(place, status === 404 ? 0 : 1, 2)) continue;
      const texts = typed.filter((name) => !/password/i.test(name)).map((name) => fields.get(name) ?? "");
      if (texts.length === 0) continue;
      // Who asks is known all the same.
      application.use(
        http.all("*", ({ request }) => (request.url.endsWith("/sessions/current") ? undefined : answer(status)())),
      );
      const page = await visitor.send(path, fields);
      const shown = page.document.querySelector("main")?.text ?? "";
      const lost = texts.filter((text) => !isKept(page, shown, text));
      if (page.status !== status || lost.length > 0)
        flaws.push(`${form.pattern}: ${page.status}, lost ${lost.join(", ")}`);
      application.resetHandlers();
    }
    expect(flaws).toEqual([]);
  });
});

/** Whether a page shows a typed text, in a form or beside one. */
function isKept({ document }: Visit, shown: string, text: string): boolean {
  if (shown.includes(text)) return true;
  return document
    .querySelectorAll("main input, main option[selected]")
    .some((one) => one.getAttribute("value") === text);
}

/** What these lead to has no address without an answer. */
const needsAnswer = new Set(["/clients/:id/portal/view", "/settings/account/calendar"]);

test("an empty answer is a success for every form that can go on without more", { timeout: 120_000 }, async () => {
  meet(answer(204));
  const flaws: string[] = [];
  for (const { visitor, form, path, fields } of filled) {
    const page = await visitor.send(path, fields);
    if (needsAnswer.has(form.pattern)) expect(page.status).toBe(502);
    else if (page.status !== 200 || page.document.querySelector(".note[role=alert]") !== null)
      flaws.push(`${form.pattern}: ${page.status} ${page.document.querySelector(".note")?.text}`);
  }
  expect(flaws).toEqual([]);
});
