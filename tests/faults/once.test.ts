import type { HTMLElement } from "node-html-parser";
import { matchPath } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { isSecret } from "#app/ui/secret-fields.ts";
import { pageAddress } from "#app/ui/send-address.ts";
import { registerAgent } from "#tests/support/agent.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import { fillForm, firstButton, post } from "#tests/support/posted-form.ts";
import { addressValues, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { meets } from "#tests/support/turns.ts";
import { type Visit, Visitor } from "#tests/support/visitor.ts";

// Forms of the running product, sent twenty times at once, or too late. What else is sent of each: tests/census.

const origin = inject("origin");
const stored = openStoredRows(inject("databaseUrl"));

let agent: SeededAgent;

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
});
afterAll(async () => {
  await agent.visitor.close();
  await stored.close();
});

/** The database's clock. Services write down milliseconds. */
async function readClock(): Promise<string> {
  const [row] = await stored.query("SELECT date_trunc('milliseconds', clock_timestamp())::text AS clock");
  return String(Object(row).clock);
}

/**
 * How much the agent has done since: writes with an event that bears their name, answers noted, and mails to them.
 * Earlier events do not count, also where a merge or the trash moves them; nor do sign-ins, which are no forms that are sent once.
 */
async function countDone(since: string): Promise<number> {
  const [row] = await stored.query(
    `SELECT (SELECT count(DISTINCT xmin::text) FROM upstream.activities
              WHERE actor_account_id::text = $1 AND occurred_at >= $4::timestamptz AND topic <> 'access')
          + (SELECT count(DISTINCT noted_at) FROM upstream.portal_answers
              WHERE workspace_id::text = $3 AND noted_at >= $4::timestamptz)
          + (SELECT count(*) FROM mail.outbox WHERE recipient = $2 AND inserted_at >= $4::timestamptz) AS done`,
    [agent.accountId, agent.email, agent.workspaceId, since],
  );
  return Number(Object(row).done);
}

/** What is kept of what was typed, and what is to be typed again. */
function split(typed: Readonly<Record<string, string>>) {
  const entries = Object.entries(typed);
  const kept = Object.fromEntries(entries.filter(([name]) => !isSecret(name)));
  return { kept, secret: Object.fromEntries(entries.filter(([name]) => isSecret(name))) };
}

/** What stands in the form's fields. */
function shown(page: Visit, button: string): Record<string, string> {
  return Object.fromEntries(fillForm(page, button, {}).fields);
}

async function goTo(workspace: string): Promise<void> {
  const { status, headers } = await post(agent.visitor, {
    path: "/workspace/switch",
    fields: new URLSearchParams({ workspace }),
  });
  expect([status, headers.get("location")]).toEqual([303, "/dashboard"]);
}

/** Ours runs out, or the upstream's is taken away, as by a new password elsewhere. */
async function endSession(how: "expired" | "revoked"): Promise<void> {
  if (how === "expired")
    await stored.query("UPDATE app.sessions SET ends_at = now() WHERE person_id = $1", [agent.accountId]);
  else
    await stored.query("UPDATE upstream.sessions SET revoked_at = now() WHERE account_id::text = $1", [
      agent.accountId,
    ]);
}

/** What the forms of every page's header lead to, which pages without a header show themselves. */
const ofEveryPage = ["/workspace/switch", "/scripts", "/sign-out"];

test("all forms of the product are known here", async () => {
  await goTo(agent.workspaceId);
  const { visitor } = agent;
  const values = addressValues(agent);
  const known = [
    ...publicForms,
    ...agentForms,
    ...agentForms.flatMap(({ buttonBefore, ...form }) =>
      buttonBefore === undefined ? [] : [{ ...form, button: buttonBefore }],
    ),
  ];
  /** Forms in the rows of a list are those of another page, which answers them. */
  const isKnown = (form: HTMLElement, here: string): boolean => {
    // One button for each notification, which is named as what it opens; opening one again is opening it.
    if (here === "/notifications" && form.querySelector("button[name=notification]") !== null) return true;
    // One button for each first step, which is put away; again is a no-op.
    if (here === "/dashboard" && form.querySelector("button[name=step]") !== null) return true;
    const path = form.getAttribute("action")?.split("?")[0] ?? here;
    if (ofEveryPage.includes(path)) return true;
    const isElsewhere = matchPath(here, path) === null;
    return known.some(
      ({ pattern, button }) =>
        (pattern === here && button === firstButton(form)) || (isElsewhere && matchPath(pattern, path) !== null),
    );
  };
  const guest = new Visitor(origin);
  const unknown: string[] = [];
  let seen = 0;
  for (const { pattern, access } of await routeAddresses()) {
    const path = fillPattern(pattern, values);
    const page = await (access === "agent" ? visitor : guest).open(path);
    const isElsewhere = page.url.pathname.replace(/\/$/, "") !== path;
    for (const form of isElsewhere ? [] : page.document.querySelectorAll("main form[method=post]")) {
      seen += 1;
      if (!isKnown(form, pattern)) unknown.push(`${pattern} ${firstButton(form)}`);
    }
    for (const form of page.document.querySelectorAll("header form[method=post]"))
      expect(ofEveryPage).toContain(form.getAttribute("action"));
  }
  expect(unknown).toEqual([]);
  expect(seen).toBeGreaterThan(12);
  await guest.close();
});

/** Those that write something of their own. */
const writing = agentForms.filter(({ does }) => does === "makes" || does === "changes");

describe.each(writing.map((form, place) => ({ ...form, place })))("$pattern, $button", (form) => {
  const { button, open, typed, does, place, writes = 1, isCounted = false, inAnyWorkspace = false } = form;
  beforeEach(async () => {
    // One address may not write as much as all these forms.
    await agent.visitor.move();
    await goTo(agent.workspaceId);
  });
  // Some of them, since one code sends them all; and where each counts as a try at the password, or as one more email, none.
  const isForMany = !isCounted && meets(place, 0, 30);
  // Every fourth form, and those about the person: one code keeps them all.
  const isForEnded = inAnyWorkspace || meets(place, 0, 4);

  test.runIf(isForMany)("sent twenty times at once it is done once", async () => {
    const right = fillForm(await open(agent.visitor, agent), button, typed(agent));
    const begun = await readClock();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(agent.visitor, right)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
    expect(await countDone(begun)).toBe(writes);
  });

  test.runIf(isForEnded)("sent with a session that has ended it is kept, and not done", async () => {
    const values = typed(agent);
    const form = fillForm(await open(agent.visitor, agent), button, values);
    const begun = await readClock();
    await endSession(does === "makes" ? "expired" : "revoked");
    // One person signs in after each form: more often than anybody who guesses may.
    await stored.query("DELETE FROM app.rate_limits WHERE key LIKE 'account:%'");
    const login = await agent.visitor.send(form.path, form.fields);
    expect([login.status, login.url.pathname]).toEqual([200, "/login/"]);
    const back = await agent.visitor.submit({ email: agent.email, password: agent.password }, { button: "Login" });
    expect(await countDone(begun)).toBe(0);
    expect(back.url.pathname + back.url.search).toBe(pageAddress(new URL(form.path, origin)));
    const { kept, secret } = split(values);
    expect(shown(back, button)).toMatchObject(kept);
    if (Object.keys(kept).length > 0) expect(back.text).toContain("Not submitted yet.");
    const sent = await agent.visitor.submit(secret, { button });
    expect(sent.status).toBe(200);
    expect(await countDone(begun)).toBe(writes);
  });
});

/** Links whose buttons sign nobody in. */
const withoutSession = [
  "/shared/:token",
  "/verify/email/:token",
  "/client-portal/registrations/:token",
  "/client-portal/mails/:token",
];

/** What mailed links open: they work once, and whoever clicks twice is in all the same. */
describe.each(publicForms.filter(({ pattern }) => /:token$/.test(pattern) && !withoutSession.includes(pattern)))(
  "$pattern",
  ({ button, open, typed }) => {
    test("sent five times at once it opens one session, and everybody who sent it is in", async () => {
      const { visitor: earlier, email } = await registerAgent(origin);
      const visitor = new Visitor(origin);
      const form = fillForm(await open(visitor, { email }), button, typed());
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(visitor, form)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
      const sessions = answers.map(({ headers }) => headers.getSetCookie().find((one) => one.startsWith("latchkey=")));
      expect(new Set(sessions.map((cookie) => cookie?.split(";")[0])).size).toBe(1);
      expect((await visitor.open("/dashboard")).url.pathname).toBe("/dashboard");
      await Promise.all([visitor.close(), earlier.close()]);
    });
  },
);

test("what was kept is shown to nobody else", async () => {
  await goTo(agent.workspaceId);
  const { visitor } = agent;
  const form = fillForm(await visitor.open("/clients/new"), "Create client", {
    name: "Kept Secret",
    email: "kept@client.example",
  });
  await endSession("revoked");
  await visitor.send(form.path, form.fields);
  const other = await registerAgent(origin);
  const page = await visitor.submit({ email: other.email, password: other.password }, { button: "Login" });
  expect([page.url.pathname, page.html.includes("Kept Secret")]).toEqual(["/clients/new", false]);
  await other.visitor.close();
});
