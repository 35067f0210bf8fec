import { http } from "msw";
import { describe, expect } from "vitest";
import { keyField } from "#app/session/hidden-fields.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const mediaType = "application/vnd.api+json";
const maya = { name: "Maya Chen", email: "maya@example.com", phoneNumber: "555 0199" };

async function openNewClient(app: Application): Promise<Visitor> {
  const visitor = await app.signedIn(await app.newOwner());
  await visitor.open("/clients/new");
  return visitor;
}

/** Names of the clients in the visitor's workspace, as the list shows them. */
async function listClients(visitor: Visitor): Promise<string[]> {
  const { document } = await visitor.open("/clients");
  const links = document.querySelectorAll("tbody a[href^='/clients/']");
  return links.filter((link) => link.closest("td[colspan]") === null).map((link) => link.text.trim());
}

const writes = (app: Application) => app.calls.filter((call) => call === "POST /api/clients").length;

test("twenty parallel sends of one form make one client, and all are led to the same place", async ({ app }) => {
  const visitor = await openNewClient(app);
  const form = fillForm(visitor.page, "Create client", maya);
  const before = writes(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(visitor, form)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 303));
  expect(new Set(answers.map(({ headers }) => headers.get("location")))).toEqual(new Set(["/clients/"]));
  expect(writes(app) - before).toBe(1);
  expect(await listClients(visitor)).toEqual(["Maya Chen"]);
});

test("a form sent again later leads where it led, and the toast is said once", async ({ app }) => {
  const visitor = await openNewClient(app);
  const form = fillForm(visitor.page, "Create client", maya);
  const first = await visitor.send(form.path, form.fields);
  expect(first.text).toContain("Client created: Maya Chen.");
  expect((await visitor.open("/clients")).text).not.toContain("Client created");
  const again = await post(visitor, form);
  expect([again.status, again.headers.get("location")]).toEqual([303, "/clients/"]);
  expect(await listClients(visitor)).toEqual(["Maya Chen"]);
});

test("the same form with other content asks first, keeps the text, and sent once more makes a second client", async ({
  app,
}) => {
  const visitor = await openNewClient(app);
  const form = fillForm(visitor.page, "Create client", maya);
  await post(visitor, form);
  form.fields.set("name", "Noor Haddad");
  form.fields.set("email", "noor@example.com");
  const asked = await visitor.send(form.path, form.fields);
  expect(asked.status).toBe(409);
  expect(asked.text).toContain("Already sent.");
  expect(asked.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Noor Haddad");
  expect((await visitor.submit({}, { button: "Create client" })).status).toBe(200);
  expect((await listClients(visitor)).sort()).toEqual(["Maya Chen", "Noor Haddad"]);
});

test("a key belongs to the person: somebody else's form with the same key is their own", async ({ app }) => {
  const [one, other] = [await openNewClient(app), await openNewClient(app)];
  const theirs = fillForm(one.page, "Create client", maya);
  await post(one, theirs);
  const mine = fillForm(other.page, "Create client", maya);
  mine.fields.set(keyField, theirs.fields.get(keyField) ?? "");
  expect((await post(other, mine)).status).toBe(303);
  expect(await listClients(other)).toEqual(["Maya Chen"]);
});

test("records of one version, as counters give, are changed each for itself, by each of their pages", async ({
  app,
}) => {
  const visitor = await openNewClient(app);
  await visitor.submit(maya, { button: "Create client" });
  await visitor.open("/clients/new");
  const list = await visitor.submit({ ...maya, name: "Noor", email: "noor@example.com" }, { button: "Create client" });
  const paths = list.document.querySelectorAll("tbody a[href^='/clients/']").map((link) => link.getAttribute("href"));
  app.use(
    http.all("*", async ({ request }) => {
      const answer = await app.forward(request);
      const counted = (await answer.text()).replaceAll(/"etag":"(\\"|[^"])*"/g, String.raw`"etag":"\"1\""`);
      const { status } = answer;
      return new Response(status === 204 ? null : counted, { status, headers: { "content-type": mediaType } });
    }),
  );
  const send = async (page: string, button: string) => {
    const form = fillForm(await visitor.open(page), button);
    expect(form.fields.get(keyField)).toBe('v."1"');
    return (await post(visitor, form)).status;
  };
  try {
    const statuses: number[] = [];
    for (const path of paths) statuses.push(await send(`${path?.replace(/\?.*/, "")}/archival`, "Archive client"));
    expect(statuses).toEqual([303, 303]);
  } finally {
    app.resetHandlers();
  }
  expect(await listClients(visitor)).toEqual([]);
});

describe("when the upstream fails", () => {
  test("a refused write keeps the text and frees the key", async ({ app }) => {
    const visitor = await openNewClient(app);
    const form = fillForm(visitor.page, "Create client", maya);
    const error = {
      status: "400",
      code: "invalid_attribute",
      detail: "is odd",
      source: { pointer: "/data/attributes/email" },
    };
    app.use(http.post("*", () => Response.json({ errors: [error] }, { status: 400 })));
    const refused = await visitor.send(form.path, form.fields);
    app.resetHandlers();
    expect(refused.status).toBe(400);
    expect(refused.document.querySelector("input[name=email]")?.getAttribute("aria-invalid")).toBe("true");
    expect(refused.document.querySelector("input[name=email]")?.getAttribute("value")).toBe("maya@example.com");
    form.fields.set("email", "maya.chen@example.com");
    expect((await post(visitor, form)).status).toBe(303);
    expect(await listClients(visitor)).toEqual(["Maya Chen"]);
  });

  test("down: the page says so and keeps the text; the same form sent again makes one client", async ({ app }) => {
    const visitor = await openNewClient(app);
    const form = fillForm(visitor.page, "Create client", maya);
    app.use(http.post("*", () => new Response("<h1>Bad gateway</h1>", { status: 503 })));
    const failed = await visitor.send(form.path, form.fields);
    app.resetHandlers();
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.text).not.toContain("Bad gateway");
    expect(failed.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Maya Chen");
    await visitor.submit({}, { button: "Create client" });
    expect(await listClients(visitor)).toEqual(["Maya Chen"]);
  });

  /** The upstream writes, and its answer is lost on the way. */
  function loseAnswers(app: Application): void {
    let isLost = false;
    app.use(
      http.post("*/api/clients", async ({ request }) => {
        if (isLost) return;
        isLost = true;
        await app.forward(request);
        throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
      }),
    );
  }

  test("an answer that is lost is asked for again with the same key: one client", async ({ app }) => {
    const visitor = await openNewClient(app);
    const form = fillForm(visitor.page, "Create client", maya);
    loseAnswers(app);
    const first = await visitor.send(form.path, form.fields);
    app.resetHandlers();
    if (first.status !== 200) expect((await visitor.submit({}, { button: "Create client" })).status).toBe(200);
    expect(await listClients(visitor)).toEqual(["Maya Chen"]);
  });

  test("an upstream that keeps no keys is not sent the same again: whoever sent it is led to look", async ({ app }) => {
    app.pretend({ service: "cautious" });
    try {
      const visitor = await openNewClient(app);
      const form = fillForm(visitor.page, "Create client", maya);
      loseAnswers(app);
      const lost = await visitor.send(form.path, form.fields);
      app.resetHandlers();
      expect([lost.status, lost.text.includes("Not confirmed.")]).toEqual([502, true]);
      const before = writes(app);
      // The very same form, as a reload sends it, is not written either.
      const reloaded = await visitor.send(form.path, form.fields);
      expect(reloaded.status).toBe(502);
      for (const { document, text } of [lost, reloaded]) {
        expect(text).toContain("We couldn't confirm whether this was saved. Look whether it is there");
        expect(text).not.toContain("saved only once");
        const look = document.querySelectorAll("main a").find((link) => link.text === "Look whether it is there");
        expect(look?.getAttribute("href")).toBe("/clients");
      }
      expect(writes(app)).toBe(before);
      expect(await listClients(visitor)).toEqual(["Maya Chen"]);
    } finally {
      app.pretend();
    }
  });
});
