import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hiddenFields, isSecret } from "#app/forms/hidden-fields.ts";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import type { AgentForm, FurnishedAgent } from "#tests/support/form-types.ts";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import { registerFurnishedAgent } from "#tests/support/furnished-agent.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { meets } from "#tests/support/turns.ts";
import { type Visit, Visitor } from "#tests/support/visitor.ts";

// Every field of every form, with what nobody types on purpose. Each is answered with a sentence that says what to
// correct, and with the text still there; or it is taken, and comes back as it was typed.

const origin = inject("origin");
const stored = openStoredRows(inject("dataDir"));

let agent: FurnishedAgent;
/** Gets mails with links, and loses their other sessions now and then. */
let forgetful: TestAgent;

beforeAll(async () => {
  agent = await registerFurnishedAgent(origin);
  forgetful = await registerAgent(origin);
});
afterAll(async () => {
  await Promise.all([agent.visitor.close(), forgetful.visitor.close()]);
  await stored.close();
});

interface OddText {
  readonly text: string;
  /** As it stands in the body, where no text can say it. */
  readonly wire?: string;
}

const oddTexts: Readonly<Record<string, OddText>> = {
  nothing: { text: "" },
  blanks: { text: " \t  " },
  "a megabyte": { text: "x".repeat(1_000_000) },
  "a NUL": { text: "Ma\0ya" },
  "half a surrogate pair": { text: "Ma\ufffd\ufffd\ufffdya", wire: "Ma%ED%A0%BDya" },
  "bytes that are no UTF-8": { text: "Ma\ufffd\ufffdya", wire: "Ma%FF%C3ya" },
  emoji: { text: "👩‍👩‍👧 🏡 Ça ﷽" },
  "right to left": { text: "שלום \u202eevil\u202c مرحبا" },
  markup: { text: `"><b onmouseover='x()'>&amp;</b></textarea><script>x()</script>{{7*7}}` },
  "control characters": { text: "Ma\u0001\u001b[31m\u007f\u0085ya" },
  "a very long word": { text: "W".repeat(180) },
  lines: { text: "one\r\ntwo\rthree\nfour" },
  invisible: { text: "\u200b\u2060\ufeff" },
  "a query": { text: "'; DROP TABLE upstream.clients; -- %s $1 ../../etc/passwd" },
  "a number past all numbers": { text: "9".repeat(40) },
  "a prototype": { text: "__proto__" },
};

/** Passwords are hashed and counted as tries: for them only what the rules of the form itself could miss. */
const oddPasswords = ["nothing", "a megabyte", "a NUL", "half a surrogate pair", "control characters", "emoji"];

function oddTextsFor(field: string): string[] {
  return isSecret(field) ? oddPasswords : Object.keys(oddTexts);
}

function bodyOf(fields: URLSearchParams, field: string, { text, wire }: OddText): URLSearchParams {
  const body = new URLSearchParams(fields);
  if (wire === undefined) {
    body.set(field, text);
    return body;
  }
  body.set(field, "\u0001mark");
  const raw = body.toString().replace("%01mark", wire);
  body.toString = () => raw;
  return body;
}

/** As text can come back: line ends as the wire has them, without what HTML cannot hold. */
function comparable(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "").trim();
}

function shown(page: Visit, button: string, field: string): string {
  return comparable(fillForm(page, button, {}).fields.get(field) ?? "");
}

/** What is wrong with the answer that shows the form again; null when it says what to correct and keeps the text. */
function flawOfRefusal(page: Visit, button: string, field: string, { text }: OddText): string | null {
  const alert = page.document.querySelector("[role=alert], .note")?.text.trim() ?? "";
  // Where nobody is signed in, a form that is much too long is not read at all.
  if (page.status === 413 && text.length > 64 * 1024)
    return page.text.includes("too long") ? null : page.text.slice(0, 200);
  if (page.status >= 500 || page.status === 429) return `${page.status}: ${page.text.slice(0, 200)}`;
  if (alert === "") return `${page.status} without a word: ${page.text.slice(0, 200)}`;
  const main = page.document.querySelector("main");
  if (isSecret(field)) return main?.outerHTML.includes(text) && text !== "" ? "a secret is shown again" : null;
  // Select, checkbox and radio have no place for what is not on their list; one is chosen again.
  if (main?.querySelector(`:is(select, [type=checkbox], [type=radio])[name="${field}"]`)) return null;
  const kept = shown(page, button, field);
  return kept === comparable(text) ? null : `typed ${show(text)}, kept ${show(kept)}`;
}

/** Fields of a page's forms that browsers do not fill in again after a reload and on the way back. Secrets are to be forgotten. */
function forgottenOf({ document }: Visit): string[] {
  const forgotten = document.querySelectorAll("main form[method=post] [autocomplete=off]");
  return forgotten.map((field) => field.getAttribute("name") ?? "").filter((name) => !isSecret(name));
}

const show = (text: string): string => JSON.stringify(text.slice(0, 60));

const fieldsOf = (fields: URLSearchParams, typed: object): string[] =>
  Object.keys(typed).filter((name) => fields.has(name) && !hiddenFields.includes(name));

describe("what is not taken is kept, before the sign-in:", () => {
  test.each(publicForms.filter(({ typed }) => Object.keys(typed()).length > 0))("$pattern", async (form) => {
    const visitor = new Visitor(origin);
    let page = await form.open(visitor, forgetful);
    const flaws: string[] = [];
    for (const [place, field] of fieldsOf(fillForm(page, form.button, form.typed()).fields, form.typed()).entries()) {
      for (const [turn, name] of oddTextsFor(field).entries()) {
        if (!meets(place, turn, 2)) continue;
        const odd = oddTexts[name] ?? { text: "" };
        const { path, fields } = fillForm(page, form.button, form.typed());
        const answer = await visitor.send(path, bodyOf(fields, field, odd));
        const isTaken = answer.url.pathname !== page.url.pathname || answer.url.search !== page.url.search;
        const flaw = isTaken ? null : flawOfRefusal(answer, form.button, field, odd);
        if (flaw !== null) flaws.push(`${field}, ${name}: ${flaw}`);
        if (answer.status >= 500) flaws.push(`${field}, ${name}: ${answer.status} ${answer.url.pathname}`);
        if (isTaken) page = await form.open(visitor, forgetful);
        const isShownAgain = isTaken && form.pattern === "/register/account";
        if (isShownAgain && shown(page, form.button, field) !== comparable(odd.text))
          flaws.push(`${field}, ${name}: taken, came back as ${show(shown(page, form.button, field))}`);
      }
    }
    expect(flaws).toEqual([]);
    await visitor.close();
  });
});

describe("what is not taken is kept, and what is taken comes back:", () => {
  const typing = agentForms.filter(({ typed }) => Object.keys(typed(agent ?? { password: "" })).length > 0);

  test.each(typing.map((form, formPlace) => ({ ...form, formPlace })))("$pattern", async (form) => {
    // From an address of its own, since one address may not write as much as all this.
    const visitor = new Visitor(origin);
    for (const [name, value] of agent.visitor.cookies) visitor.cookies.set(name, value);
    await visitor.send("/workspace/switch", new URLSearchParams({ workspace: agent.workspaceId }));
    const flaws: string[] = [];
    let page = await form.open(visitor, agent);
    expect(forgottenOf(page), "left empty by browsers after a reload").toEqual([]);
    const fields = Object.keys(form.typed(agent));
    for (const [place, field] of fields.entries()) {
      for (const [turn, name] of oddTextsFor(field).entries()) {
        // Every text is met in every second form, if not in every field of those with many.
        if (!meets(form.formPlace + place, turn, Math.min(16, 2 * fields.length))) continue;
        const odd = oddTexts[name] ?? { text: "" };
        const right = fillForm(page, form.button, form.typed(agent));
        const answer = await visitor.send(right.path, bodyOf(right.fields, field, odd));
        const isRefused = answer.url.pathname === page.url.pathname && answer.status !== 200;
        // What was changed is shown at the same address.
        const back = !isRefused && form.does === "changes" ? await visitor.open(page.url) : page;
        const flaw = isRefused
          ? flawOfRefusal(answer, form.button, field, odd)
          : await flawOfTaking(answer, back, form, field, odd);
        if (flaw !== null) flaws.push(`${field}, ${name}: ${flaw}`);
        // A form that was refused can be sent again; after one that was taken, another is opened.
        if (!isRefused) page = await form.open(visitor, agent);
      }
    }
    expect(flaws).toEqual([]);
  });

  async function flawOfTaking(answer: Visit, page: Visit, form: AgentForm, field: string, odd: OddText) {
    if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`;
    if (comparable(odd.text) === "" || isSecret(field)) return null;
    const back = form.does === "changes" ? shown(page, form.button, field) : null;
    if (back === null) return (await isStored(odd.text)) ? null : `taken as ${show(odd.text)}, and not stored so`;
    return back === comparable(odd.text) ? null : `taken as ${show(odd.text)}, came back as ${show(back)}`;
  }

  async function isStored(text: string): Promise<boolean> {
    const names = ["name", "email", "phone_number"].map((column) => `${column} = $1`).join(" OR ");
    const sql = `SELECT id FROM upstream.clients WHERE ${names} UNION SELECT id FROM upstream.client_people WHERE ${names}
      UNION SELECT id FROM upstream.workspaces WHERE name = $1 OR handle = $1
      UNION SELECT id FROM upstream.packages WHERE $1 IN (street, city, state, zip)
      UNION SELECT id FROM upstream.folders WHERE name = $1
      UNION SELECT id FROM upstream.comparables WHERE $1 IN (address, url, sqft::text, sold_price_amount::text)
      UNION SELECT id FROM upstream.findings WHERE $1 IN (title, system)
      UNION SELECT id FROM upstream.cost_templates WHERE name = $1 UNION SELECT id FROM upstream.share_links WHERE label = $1
      UNION SELECT id FROM upstream.comments WHERE body = $1 UNION SELECT id FROM upstream.tasks WHERE title = $1
      UNION SELECT id FROM upstream.task_templates WHERE $1 IN (title, due_in_days::text)
      UNION SELECT id FROM upstream.showings WHERE $1 IN (note, duration_minutes::text)
      UNION SELECT id FROM upstream.opportunity_moves WHERE $1 IN (reason_text, price_amount::text)
      UNION SELECT id FROM mail.outbox WHERE position(replace($1, E'\\n', E'\\n\\n') IN text) > 0`;
    return (await stored.query(sql, [text.replaceAll(/\r\n?/g, "\n").trim()])).length > 0;
  }
});
