import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hiddenFields } from "#app/session/hidden-fields.ts";
import { isSecret } from "#app/ui/secret-fields.ts";
import { pageAddress } from "#app/ui/send-address.ts";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import type { AgentForm, SeededAgent } from "#tests/support/form-types.ts";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import {
  bodyOf,
  comparable,
  flawOfRefusal,
  type OddText,
  oddTexts,
  oddTextsFor,
  selectBeside,
  show,
  shown,
  withoutInstead,
} from "#tests/support/odd-texts.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { meets } from "#tests/support/turns.ts";
import { type Visit, Visitor } from "#tests/support/visitor.ts";

// Every field of every form, with what nobody types on purpose. Each is answered with a sentence that says what to
// correct, and with the text still there; or it is taken, and comes back as it was typed.

const origin = inject("origin");
const stored = openStoredRows(inject("databaseUrl"));

let agent: SeededAgent;
/** Gets mails with links, and loses their other sessions now and then. */
let forgetful: TestAgent;

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
  forgetful = await registerAgent(origin);
});
afterAll(async () => {
  await Promise.all([agent.visitor.close(), forgetful.visitor.close()]);
  await stored.close();
});

/** Fields of a page's forms that browsers do not fill in again after a reload and on the way back. Secrets are to be forgotten. */
function forgottenOf({ document }: Visit): string[] {
  const forgotten = document.querySelectorAll("main form[method=post] [autocomplete=off]");
  return forgotten.map((field) => field.getAttribute("name") ?? "").filter((name) => !isSecret(name));
}

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
        // What a network may send in a day is counted.
        await visitor.move();
        const answer = await visitor.send(path, bodyOf(fields, field, odd));
        const isTaken = pageAddress(answer.url) !== pageAddress(page.url);
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

/** Fields of forms that change a record, out of which another one is made: the form is empty again. */
const becomingRecords: ReadonlySet<string> = new Set(["nextStep"]);

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
    const isHidden = (name: string) => page.document.querySelector(`main [type=hidden][name="${name}"]`) !== null;
    const fields = Object.keys(form.typed(agent));
    for (const [place, field] of fields.entries()) {
      for (const [turn, name] of oddTextsFor(field).entries()) {
        // Every text is met in every third form, if not in every field of those with many.
        if (!meets(form.formPlace + place, turn, Math.min(16, 3 * fields.length))) continue;
        const odd = oddTexts[name] ?? { text: "" };
        const right = fillForm(page, form.button, withoutInstead(form.typed(agent), field));
        const answer = await visitor.send(right.path, bodyOf(right.fields, field, odd));
        const isRefused = answer.url.pathname === page.url.pathname && answer.status !== 200;
        // What was changed is shown at the same address.
        const back = !isRefused && form.does === "changes" ? await visitor.open(page.url) : page;
        // Nobody types into a hidden field: what was put there may be forgotten, but breaks nothing.
        const flaw = isHidden(field)
          ? flawOfStatus(answer)
          : isRefused
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
    const broken = flawOfStatus(answer);
    if (broken !== null) return broken;
    if (comparable(odd.text) === "" || isSecret(field)) return null;
    // Around an address invisible signs are dropped.
    if (field === "email" && /^[\s\p{Cf}]*$/u.test(odd.text)) return null;
    const isThere = form.does === "changes" && !becomingRecords.has(field);
    const back = isThere ? shown(page, form.button, selectBeside[field] ?? field) : null;
    if (back === null) return (await isStored(odd.text)) ? null : `taken as ${show(odd.text)}, and not stored so`;
    return back === comparable(odd.text) ? null : `taken as ${show(odd.text)}, came back as ${show(back)}`;
  }

  const flawOfStatus = ({ status, text }: Visit) => (status >= 500 ? `${status} ${text.slice(0, 200)}` : null);

  async function isStored(text: string): Promise<boolean> {
    const names = ["name", "email", "phone_number"].map((column) => `${column} = $1`).join(" OR ");
    const sql = `SELECT id FROM upstream.clients WHERE ${names} UNION SELECT id FROM upstream.client_people WHERE ${names}
      UNION SELECT id FROM upstream.clients WHERE string_to_array($1, E'\\n') <@ tags OR lead_source = $1
      UNION SELECT id FROM upstream.messages WHERE body = $1
      UNION SELECT id FROM upstream.workspaces WHERE name = $1 OR handle = $1
      UNION SELECT id FROM upstream.packages WHERE $1 IN (street, city, state, zip)
      UNION SELECT id FROM upstream.folders WHERE name = $1
      UNION SELECT id FROM upstream.comparables WHERE $1 IN (address, url, sqft::text, sold_price_amount::text)
      UNION SELECT id FROM upstream.findings WHERE $1 IN (title, system)
      UNION SELECT id FROM upstream.cost_templates WHERE name = $1 UNION SELECT id FROM upstream.share_links WHERE label = $1
      UNION SELECT id FROM upstream.comments WHERE body = $1 UNION SELECT id FROM upstream.tasks WHERE title = $1
      UNION SELECT id FROM upstream.task_templates WHERE $1 IN (title, due_in_days::text)
      UNION SELECT id FROM upstream.saved_views WHERE name = $1
      UNION SELECT id FROM upstream.showings WHERE $1 IN (note, duration_minutes::text)
      UNION SELECT id FROM upstream.opportunity_moves WHERE $1 IN (reason_text, price_amount::text)
      UNION SELECT id FROM mail.outbox WHERE position(replace($1, E'\\n', E'\\n\\n') IN text) > 0`;
    return (await stored.query(sql, [text.replaceAll(/\r\n?/g, "\n").trim()])).length > 0;
  }
});
