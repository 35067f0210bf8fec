import { http } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Application, startApplication } from "#tests/support/application.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { forgetOpened } from "#tests/support/inspection-forms.ts";
import { headFlaws } from "#tests/support/page-heads.ts";
import { fillForm, type PostedForm } from "#tests/support/posted-form.ts";
import { addressValues, dataPath, fillPattern, isForPrograms, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { meets } from "#tests/support/turns.ts";
import { Visitor } from "#tests/support/visitor.ts";

// Every fault that a service can have, met by every loader and every form: each says what happened, in time, and nothing
// ends. (A promise that nobody handles fails the run by itself.)

const deadline = 10_000;
/** What no page may repeat. */
const theirs = "ORA-00942 at /srv/upstream/lib/secret.ex:17";
const type = "application/vnd.api+json";

type Fault = (request: Request) => Promise<Response>;

function answer(status: number, body: string, headers: Record<string, string> = {}): Fault {
  return async () => new Response(body, { status, headers: { "content-type": type, ...headers } });
}

function failing(code: string): Fault {
  const cause = Object.assign(new Error(`${code} ${theirs}`), { code });
  return () => Promise.reject(new TypeError("fetch failed", { cause }));
}

/** Begins like a good answer; what comes after it is up to `next`. */
function beginning(next: (controller: ReadableStreamDefaultController<Uint8Array>) => unknown): Fault {
  return async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('{"data":[{"type":"client",')),
      pull: async (controller) => void (await next(controller)),
    });
    return new Response(stream, { headers: { "content-type": type } });
  };
}

const problem = JSON.stringify({ errors: [{ id: "e1", status: "500", code: "boom", title: theirs, detail: theirs }] });
const faults: Readonly<Record<string, Fault>> = {
  "500 with words of its own": answer(500, problem),
  "502 of a proxy": answer(502, `<html><h1>${theirs}</h1></html>`, { "content-type": "text/html" }),
  "503 that asks to wait": answer(503, problem, { "retry-after": "1200" }),
  "429 that asks to wait": answer(429, problem, { "retry-after": "1200" }),
  "no answer": () => new Promise(() => {}),
  "a byte now and then": beginning(async (controller) => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    controller.enqueue(Buffer.from(" "));
  }),
  "a connection that breaks in the middle": beginning((controller) => controller.error(new Error("ECONNRESET"))),
  "JSON that is cut off": beginning((controller) => controller.close()),
  "HTML with 200": answer(200, `<!doctype html><h1>${theirs}</h1>`, { "content-type": "text/html" }),
  "nothing with 200": answer(200, ""),
  "another shape": answer(200, JSON.stringify({ data: { type: "weather", id: 7, attributes: { name: [theirs] } } })),
  "a list of another shape": answer(200, JSON.stringify({ data: [null, 1, theirs], meta: [], links: 3 })),
  "a host that nobody knows": failing("ENOTFOUND"),
  "a closed door": failing("ECONNREFUSED"),
};

let application: Application;
let agent: SeededAgent;
/** A picture whose address was not signed by us is refused before anybody is asked. */
const addresses = (await routeAddresses()).filter(
  ({ access, pattern }) => access === "agent" && !isForPrograms(pattern),
);

beforeAll(async () => {
  application = await startApplication();
  application.pretend({ demo: true });
  agent = await registerSeededAgent(application.origin);
});
beforeEach(() => application.pretend({ service: "impatient" }));
afterEach(() => application.resetHandlers());
afterAll(async () => {
  await agent.visitor.close();
  await application.close();
});

const isAboutSession = (request: Request): boolean => new URL(request.url).pathname.endsWith("/sessions/current");

/** The fault meets every call but the one that says who is asking. */
function meet(fault: Fault, isMet: (request: Request) => boolean = () => true): void {
  application.use(
    http.all("*", ({ request }) => (isAboutSession(request) || !isMet(request) ? undefined : fault(request))),
  );
}

const pathOf = (pattern: string): string => fillPattern(pattern, addressValues(agent));

interface Outcome {
  readonly path: string;
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

async function get(path: string): Promise<Outcome> {
  const started = performance.now();
  const response = await agent.visitor.request(path);
  const text = await response.text();
  return { path, status: response.status, text, ms: performance.now() - started };
}

/** What is wrong with a page that could not have its data; null when nothing is. */
function flawOf({ path, status, text, ms }: Outcome): string | null {
  const say = (what: string) => `${path}: ${status}, ${what}`;
  if (ms > deadline) return say(`after ${Math.round(ms)} ms`);
  // The time of a version in a field of the form is no line of a stack.
  const untimed = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, "");
  if (text.includes(theirs) || /\bat .+:\d+:\d+/.test(untimed)) return say("with the words of the service or a stack");
  const unheaded = isDocument(text) ? headFlaws(text) : [];
  if (unheaded.length > 0) return say(unheaded.join(", "));
  if (status < 400) return null;
  if (status !== 502 && status !== 503) return say("which does not say whose fault it is");
  if (!/answer|responding|couldn(?:'|&#x27;)t confirm|is busy|can(?:'|&#x27;)t reach/.test(text))
    return say("without a sentence");
  return null;
}

const isDocument = (text: string): boolean => /^<!doctype html>/i.test(text);

async function expectAlive(): Promise<void> {
  application.resetHandlers();
  const { status, text } = await get("/clients/");
  expect(status).toBe(200);
  expect(text).toContain("Showing 1 to");
}

const cases = Object.entries(faults).map(([name, fault], turn) => ({ name, fault, turn }));

describe.each(cases)("$name", ({ name, fault, turn }) => {
  test("is said by every page, or its data", async () => {
    meet(fault);
    // Each fault meets some of the pages, as documents and as data by turns: one code reads what the service answers.
    const paths = addresses
      .filter((_address, place) => meets(place, turn, 5))
      .map(({ pattern }, place) => (meets(place, turn, 2) ? pathOf(pattern) : dataPath(pathOf(pattern))));
    const outcomes: Outcome[] = [];
    // Not all at once: what is told here is how long the service keeps a page waiting, not how many pages fit in a second.
    for (let first = 0; first < paths.length; first += 10)
      outcomes.push(...(await Promise.all(paths.slice(first, first + 10).map(get))));
    expect(outcomes.map(flawOf).filter((flaw) => flaw !== null)).toEqual([]);
    const failed = outcomes.filter(({ status }) => status >= 500);
    expect(failed.length, "pages that need the service").toBeGreaterThan(paths.length / 3);
    await expectAlive();
  });

  test("of the panels alone leaves the page standing", async () => {
    meet(fault, (request) => request.url.includes("/activities"));
    const dashboard = await get("/dashboard");
    expect(flawOf(dashboard)).toBe(null);
    expect(dashboard.status).toBe(200);
    expect(dashboard.text).toMatch(/Latest activity/i);
    expect(dashboard.text).toMatch(/couldn(?:'|&#x27;)t|isn(?:'|&#x27;)t responding|still loading|cannot/i);
    await expectAlive();
  });

  test("of the call that says who asks is no sign-out", async () => {
    application.use(http.all("*", ({ request }) => fault(request)));
    const outcomes = await Promise.all(["/dashboard", "/clients/", "/settings/general"].map(get));
    expect(outcomes.map(flawOf).filter((flaw) => flaw !== null)).toEqual([]);
    expect(outcomes.map(({ status }) => status)).toEqual([503, 503, 503]);
    await expectAlive();
  });

  test("keeps what was typed into a form", async () => {
    const sendings: Sending[] = [];
    // What the forms are about is made by a service that is given its time.
    application.pretend({ demo: true });
    // Each form meets one of the faults, and each fault some forms: one code sends them all.
    for (const [place, form] of writingForms.entries())
      if (meets(place, turn, cases.length)) sendings.push(await openAndFill(form));
    application.pretend({ service: "impatient" });
    meet(fault, ({ method }) => method !== "GET");
    const flaws: (string | null)[] = [];
    // A few at a time: the pages that show the forms again ask the service, too, and are given little time.
    while (sendings.length > 0) {
      const together = sendings
        .splice(0, formsAtOnce)
        .map((sending) => flawOfSending(sending, isDone(name, sending.form)));
      flaws.push(...(await Promise.all(together)));
    }
    if (saysDone(name)) forgetOpened();
    expect(flaws.filter((flaw) => flaw !== null)).toEqual([]);
    await expectAlive();
  });
});

test("every page that the service refuses says that it is not permitted, not that something went wrong", async () => {
  meet(answer(403, problem));
  const flaws: string[] = [];
  let refused = 0;
  for (const { pattern } of addresses) {
    const { path, status, text } = await get(pathOf(pattern));
    if (status >= 400) refused++;
    if (text.includes(theirs)) flaws.push(`${path}: the words of the service`);
    if (isDocument(text)) flaws.push(...headFlaws(text).map((flaw) => `${path}: ${status}, ${flaw}`));
    if (/Something went wrong|Try again/.test(text)) flaws.push(`${path}: ${status}, as a failure`);
    // Routes of files say it in a sentence.
    if (status >= 400 && !(status === 403 && /You don(?:'|&#x27;)t have (access|permission)/.test(text)))
      flaws.push(`${path}: ${status}, no refused permission`);
  }
  expect(flaws).toEqual([]);
  expect(refused, "pages that need the service").toBeGreaterThan(addresses.length / 3);
  await expectAlive();
});

const formsAtOnce = 4;
const writingForms = agentForms.filter(({ does }) => does === "makes" || does === "changes");

/** Faults that begin with 200 and end well, however odd they are. */
const saysDone = (name: string): boolean => /200|shape/.test(name);

/** Whether the form has been written by a service that fails so: an empty answer says that it did. */
const isDone = (name: string, { pattern }: AgentForm): boolean =>
  name === "nothing with 200" || (saysDone(name) && readsNothing.has(pattern));

/** What these ask for has no answer to read: a service that says 200 has done it. */
const readsNothing = new Set([
  "/dashboard/samples/removal",
  "/clients/:id/archival/removal",
  "/clients/:id/people/:personId/removal",
  "/packages/:packageId/archival/removal",
  "/packages/:packageId/comparables/:comparableId/removal",
  "/opportunities/:opportunityId/comments/:commentId/removal",
  "/tasks/:taskId/completion/removal",
  "/tasks/:taskId/removal",
  "/tasks/templates/:taskTemplateId/removal",
  "/documents/folders/:folderId/trashing/removal",
  "/documents/folders/:folderId/removal",
  "/documents/:documentId/trashing/removal",
  "/documents/:documentId/removal",
  "/packages/:packageId/costs/templates/:templateId/removal",
  "/documents/:documentId/summary/approval/removal",
  "/packages/:packageId/inspections/findings/:findingId/removal",
  "/packages/:packageId/inspections/reports/:reportId/removal",
  "/messages/replies/:replyId/removal",
  "/clients/:id/sharing",
  "/packages/:packageId/sharing",
  "/account/password",
  "/settings/confirmations/:confirmationId/withdrawal",
  "/settings/billing/withdrawal",
  "/settings/export",
  "/settings/members/invitations/new",
  "/clients/:id/merge/undoing",
  "/clients/:id/sharing/:memberId/ending",
  "/packages/:packageId/sharing/:memberId/ending",
  "/clients/:id/agent",
  "/packages/:packageId/agent",
  "/opportunities/:opportunityId/agent",
  "/trash/removal",
  "/settings/account/calendar/removal",
  "/views/:savedViewId/removal",
]);

/** A form that is filled in and not yet sent, in a browser of its own. */
interface Sending extends PostedForm {
  readonly visitor: Visitor;
  readonly form: AgentForm;
  readonly typed: readonly string[];
}

async function openAndFill(form: AgentForm, visitor = new Visitor(application.origin)): Promise<Sending> {
  if (visitor.cookies.size === 0) for (const [name, value] of agent.visitor.cookies) visitor.cookies.set(name, value);
  const typed = form.typed(agent);
  return { visitor, form, typed: Object.keys(typed), ...fillForm(await form.open(visitor, agent), form.button, typed) };
}

/** What a form holds in a field; "" for a box that is not ticked, which is no field. */
const valueIn = (fields: URLSearchParams, name: string): string => fields.get(name) ?? "";

/** Sends a form into the fault; gives what is wrong with the answer. @param isWritten whether the fault is a success for it */
async function flawOfSending(
  { visitor, form, typed, path, fields }: Sending,
  isWritten: boolean,
): Promise<string | null> {
  const started = performance.now();
  const page = await visitor.send(path, fields);
  const outcome = { path: `POST ${form.pattern}`, status: page.status, text: page.html };
  const flaw = flawOf({ ...outcome, ms: performance.now() - started });
  await visitor.close();
  if (flaw !== null) return flaw;
  const say = (what: string) => `${outcome.path}: ${page.status}, ${what}`;
  if (page.status < 400) return isWritten ? null : say("as if it had been saved");
  if (page.document.querySelector(".note, [role=alert]") === null) return say("without a notice");
  const kept = fillForm(page, form.button, {}).fields;
  const lost = typed.filter((name) => !/password/i.test(name) && valueIn(kept, name) !== valueIn(fields, name));
  return lost.length === 0 ? null : say(`lost ${lost.join(", ")}`);
}

// Somebody signs in for each of the forms.
test("a session that ends in the middle of a form keeps what was typed", { timeout: 90_000 }, async () => {
  application.pretend({ demo: true });
  const keeping = writingForms.filter(
    ({ typed, pattern }) => Object.keys(typed(agent)).length > 0 && !/password/.test(pattern),
  );
  expect(keeping.length).toBeGreaterThan(5);
  for (const [place, form] of keeping.entries()) {
    // What becomes of every one of them is told where the whole product is tested.
    if (!meets(place, 0, 10)) continue;
    const { visitor, path, fields, typed } = await openAndFill(form, await application.signedIn(agent));
    meet(answer(401, problem), ({ method }) => method !== "GET");
    const page = await visitor.send(path, fields);
    application.resetHandlers();
    expect(page.url.pathname, form.pattern).toBe("/login/");
    const back = await visitor.submit({ email: agent.email, password: agent.password }, { button: "Login" });
    const kept = fillForm(back, form.button, {}).fields;
    // A password is kept nowhere.
    for (const name of typed)
      expect(valueIn(kept, name), `${form.pattern} ${name}`).toBe(/password/i.test(name) ? "" : valueIn(fields, name));
    await visitor.close();
  }
});
