import { matchPath } from "react-router";
import { describe, expect } from "vitest";
import { householdField, keyField, personField } from "#app/session/hidden-fields.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { type ClientForm, clientForms } from "#tests/support/client-forms.ts";
import { describeCalls } from "#tests/support/described-calls.ts";
import { injections } from "#tests/support/injections.ts";
import { oddBodies, oddFields } from "#tests/support/odd-forms.ts";
import { bodyOf, flawOfRefusal, oddTexts } from "#tests/support/odd-texts.ts";
import { fillForm, firstButton, type PostedForm, post } from "#tests/support/posted-form.ts";
import { dataPath, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { portalRecordIds, type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import { meets } from "#tests/support/turns.ts";

// Every form of the portal: sent many times at once, with what nobody types, with what is no form, and by somebody else.

const home = "/client-portal/dashboard";

const test = sharedAgencyTest()
  .extend("buyer", { scope: "file" }, ({ app, owner }) => {
    app.pretend({ demo: true });
    return seedBuyer(owner);
  })
  .extend("flaws", { scope: "file" }, ({ app }) => describeCalls(app))
  // Mails to clients are found in the demo's outbox.
  .extend("isDemo", { auto: true }, ({ app, flaws: _held, buyer: _made }) => {
    app.pretend({ demo: true });
    return true;
  });

/** How often the client has written so far: writes with an event of theirs. */
async function countDone(app: Application, { clientId }: SeededBuyer): Promise<number> {
  const { rows } = await app.database.pool.query<{ done: string }>(
    `select count(distinct xmin::text) as done from upstream.activities
      where client_id = $1 and actor_account_id is null and kind not like 'portal_opening.%'`,
    [clientId],
  );
  return Number(rows[0]?.done);
}

/** @throws where the page has no such form */
const open = async (form: ClientForm, buyer: SeededBuyer): Promise<PostedForm> =>
  fillForm(await form.open(buyer), form.button, form.typed());

test("all forms of the portal are known here", { timeout: 60_000 }, async ({ buyer }) => {
  const { visitor, packageId, documentId } = buyer;
  const values = { ...portalRecordIds, packageId, documentId };
  const unknown: string[] = [];
  let seen = 0;
  for (const { pattern, access, file } of await routeAddresses()) {
    if (access !== "client" || !file.endsWith(".tsx") || !pattern.startsWith(home)) continue;
    const path = fillPattern(pattern, values);
    const page = await visitor.open(path);
    if (page.url.pathname !== path) continue;
    for (const form of page.document.querySelectorAll("main form[method=post]")) {
      seen += 1;
      const action = (form.getAttribute("action") ?? path).split("?")[0] ?? "";
      const isKnown = clientForms.some(
        (known) => known.button === firstButton(form) && matchPath(home + known.pattern, action) !== null,
      );
      if (!isKnown) unknown.push(`${action.replace(home, "")} ${firstButton(form)}`);
    }
  }
  // Documents are chosen for a message on pages that its own tests fill in; signing out is idempotent, and above all pages.
  expect(unknown.filter((form) => !/^\/messages\/|sign-out/.test(form))).toEqual([]);
  expect(seen).toBeGreaterThan(15);
});

describe("sent five times at once it is done once:", () => {
  test.for(clientForms.filter(({ does }) => does === "makes" || does === "changes"))(
    "$pattern, $button",
    { timeout: 60_000 },
    async (form, { app, buyer }) => {
      const filled = await open(form, buyer);
      const before = await countDone(app, buyer);
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(buyer.visitor, filled)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
      expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
      expect((await post(buyer.visitor, filled)).status).toBe(303);
      expect((await countDone(app, buyer)) - before).toBe(1);
    },
  );
});

test("what nobody types is taken, or kept with a sentence that says what to correct", { timeout: 240_000 }, async ({
  buyer,
}) => {
  const flaws: string[] = [];
  for (const [place, form] of clientForms.entries()) {
    for (const [column, field] of Object.keys(form.typed()).entries()) {
      for (const [turn, [name, odd]] of Object.entries(oddTexts).entries()) {
        if (!meets(place + column, turn, 8)) continue;
        const { path, fields } = await open(form, buyer);
        const here = buyer.visitor.page.url.pathname;
        const answer = await buyer.visitor.send(path, bodyOf(fields, field, odd));
        const isRefused = answer.status === 400 || answer.status === 409 || answer.status === 413;
        const flaw = isRefused && here === path ? flawOfRefusal(answer, form.button, field, odd) : null;
        if (flaw !== null) flaws.push(`${form.pattern} ${field}, ${name}: ${flaw}`);
        if (answer.status >= 500) flaws.push(`${form.pattern} ${field}, ${name}: ${answer.status}`);
      }
    }
  }
  expect(flaws).toEqual([]);
});

test("scripts that are typed come back as text", { timeout: 120_000 }, async ({ buyer, owner }) => {
  const worst = `"></textarea><script>ran()</script><img src=x onerror=ran()>${injections[0]}`;
  const pages: string[] = [];
  for (const form of clientForms) {
    for (const field of Object.keys(form.typed())) {
      const { path, fields } = await open(form, buyer);
      fields.set(field, worst);
      pages.push((await buyer.visitor.send(path, fields)).html, (await form.open(buyer)).html);
    }
  }
  pages.push((await owner.open(`/clients/${buyer.clientId}`)).html);
  for (const html of pages) expect(/<script>ran|<img src=x/i.exec(html)?.[0]).toBeUndefined();
});

test("fields and bodies that no page of ours sends are answered for what they are", { timeout: 240_000 }, async ({
  buyer,
}) => {
  const wrong: string[] = [];
  const { visitor } = buyer;
  const send = async (what: string, path: string, body: string, type = "application/x-www-form-urlencoded") => {
    const headers = { "sec-fetch-site": "same-origin", ...(type === "" ? {} : { "content-type": type }) };
    const response = await visitor.request(path, { method: "POST", headers, body });
    const text = await response.text();
    if (response.status >= 500) wrong.push(`${path} ${what}: ${response.status} ${text.slice(0, 200)}`);
  };
  for (const [place, form] of clientForms.entries()) {
    const turned = meets(place, 0, 2) ? (path: string) => path : dataPath;
    const { path, fields } = await open(form, buyer);
    for (const [turn, [name, make]] of Object.entries(oddFields).entries()) {
      if (!meets(place, turn, 6)) continue;
      const odd = new URLSearchParams(fields);
      make(odd);
      await send(name, turned(path), odd.toString());
    }
    for (const [turn, [name, make]] of Object.entries(oddBodies).entries()) {
      if (!meets(place, turn, 6)) continue;
      const [type, body] = make(new URLSearchParams(fields));
      await send(name, turned(path), body, type);
    }
  }
  expect(wrong).toEqual([]);
});

test("another client who sends the same forms, under their own name, changes nothing", { timeout: 120_000 }, async ({
  app,
  buyer,
  owner,
}) => {
  const other = await seedBuyer(owner);
  const before = await countDone(app, buyer);
  const wrong: string[] = [];
  for (const form of clientForms.filter(({ pattern }) => pattern.includes(":"))) {
    const { path, fields } = await open(form, buyer);
    const own = await open(form, other);
    for (const name of [keyField, personField, householdField]) fields.set(name, own.fields.get(name) ?? "");
    const done = await countDone(app, buyer);
    const { status } = await post(other.visitor, { path, fields });
    // Without a file nobody looks for the task.
    if (status !== (form.pattern === "/tasks/:taskId/document" ? 400 : 404)) wrong.push(`${form.pattern} ${status}`);
    if ((await countDone(app, buyer)) !== done) wrong.push(`${form.pattern} was written`);
  }
  expect(wrong).toEqual([]);
  expect(await countDone(app, buyer)).toBeGreaterThanOrEqual(before);
});

test("every call of the portal, and every answer, is as the service describes them", ({ flaws }) => {
  expect([...flaws].sort()).toEqual([]);
});
