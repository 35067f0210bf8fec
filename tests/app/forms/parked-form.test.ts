import { randomUUID } from "node:crypto";
import { http } from "msw";
import { describe, expect } from "vitest";
import { personField, readPerson, workspaceField } from "#app/session/hidden-fields.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application, Owner } from "#tests/support/application.ts";
import { fillForm, type PostedForm } from "#tests/support/posted-form.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const maya = { name: "Maya Chen", email: "maya@example.com", phoneNumber: "555 0199" };

interface Typing {
  readonly owner: Owner;
  readonly visitor: Visitor;
  readonly form: PostedForm;
}

/** Somebody who is signed in and has filled in the form for a new client, which is not sent yet. */
async function startTyping(app: Application): Promise<Typing> {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  return { owner, visitor, form: fillForm(await visitor.open("/clients/new"), "Create client", maya) };
}

async function endSession(app: Application, visitor: Visitor): Promise<void> {
  await app.store.sessions.end(visitor.cookies.get("latchkey") ?? "");
}

function signIn(visitor: Visitor, { email, password }: Owner): Promise<Visit> {
  return visitor.submit({ email, password }, { button: "Login" });
}

const typedIn = ({ document }: Visit, name: string) =>
  document.querySelector(`input[name=${name}]`)?.getAttribute("value");

const writes = (app: Application) => app.calls.filter((call) => call === "POST /api/clients").length;

test("a form sent after the session has ended comes back filled in, is not sent by itself, and then makes one client", async ({
  app,
}) => {
  const { owner, visitor, form } = await startTyping(app);
  await endSession(app, visitor);
  const before = writes(app);
  const login = await visitor.send(form.path, form.fields);
  expect(login.url.pathname + login.url.search).toBe("/login/?next=%2Fclients%2Fnew");
  expect(login.text).toContain("Your entries are saved.");
  const back = await signIn(visitor, owner);
  expect(back.url.pathname).toBe("/clients/new");
  expect(back.text).toContain("Not submitted yet.");
  expect([typedIn(back, "name"), typedIn(back, "email"), typedIn(back, "phoneNumber")]).toEqual(Object.values(maya));
  expect(writes(app)).toBe(before);
  expect((await visitor.submit({}, { button: "Create client" })).url.pathname).toBe("/clients/");
  expect(writes(app)).toBe(before + 1);
  expect(typedIn(await visitor.open("/clients/new"), "name") ?? "").toBe("");
});

test("a form that was brought back is in the list of what was not sent, from where it is discarded", async ({
  app,
}) => {
  const { owner, visitor, form } = await startTyping(app);
  await endSession(app, visitor);
  await visitor.send(form.path, form.fields);
  await signIn(visitor, owner);
  const list = await visitor.follow("discard them");
  expect(list.text).toContain("New client: Maya Chen");
  expect(list.document.querySelector("a[href='/waiting']")?.text.trim()).toBe("1 not sent");
  await visitor.follow("Discard");
  const emptied = await visitor.submit({}, { button: "Discard it" });
  expect([emptied.url.pathname, emptied.text.includes("Everything was sent.")]).toEqual(["/waiting", true]);
  const fresh = await visitor.open("/clients/new");
  expect(typedIn(fresh, "name") ?? "").toBe("");
  expect(fresh.text).not.toContain("Not submitted yet.");
});

test("a form that was kept in one browser is opened in another one of the same person, and in nobody else's", async ({
  app,
}) => {
  const { owner, visitor, form } = await startTyping(app);
  await endSession(app, visitor);
  await visitor.send(form.path, form.fields);
  const elsewhere = await app.signedIn(owner);
  await elsewhere.open("/waiting");
  const opened = await elsewhere.submit({}, { button: "Open" });
  expect([opened.url.pathname, typedIn(opened, "name")]).toEqual(["/clients/new", "Maya Chen"]);
  const stranger = await app.signedIn(await app.newOwner());
  const list = await elsewhere.open("/waiting");
  const discard = list.document.querySelector("a[href$='/discard']")?.getAttribute("href") ?? "";
  expect(discard).toMatch(/^\/waiting\/[\da-f]{64}\/discard$/);
  expect((await stranger.open("/waiting")).text).toContain("Everything was sent.");
  expect((await stranger.open(discard)).url.pathname).toBe("/waiting");
  await stranger.send(discard, new URLSearchParams());
  const opening = await stranger.send(discard.replace("discard", "opening"), new URLSearchParams());
  expect([opening.status, (await elsewhere.open("/waiting")).text.includes("Maya Chen")]).toEqual([404, true]);
});

test("a form typed in the second workspace comes back there, not in the first", async ({ app }) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await visitor.open("/workspace/join");
  const second = { name: "Second House", handle: `second-${randomUUID().slice(0, 8)}` };
  await visitor.submit(second, { button: "Create workspace" });
  const form = fillForm(await visitor.open("/clients/new"), "Create client", maya);
  await endSession(app, visitor);
  await visitor.send(form.path, form.fields);
  const back = await signIn(visitor, owner);
  expect([back.text.includes("Second House"), typedIn(back, "name")]).toEqual([true, "Maya Chen"]);
  expect(back.document.querySelector(`input[name=${workspaceField}]`)?.getAttribute("value")).toBe(
    form.fields.get(workspaceField),
  );

  // Switched away, the other workspace's form is empty.
  const [first] = back.document
    .querySelectorAll("button[name=workspace]")
    .map((button) => button.getAttribute("value"));
  await visitor.send("/workspace/switch", new URLSearchParams({ workspace: first ?? "" }));
  expect((await visitor.open("/clients/new")).html).not.toContain("Maya");
});

test("a session that the upstream ends in the middle of a form parks it as well", async ({ app }) => {
  const { owner, visitor, form } = await startTyping(app);
  app.use(
    http.post("*/api/clients", () =>
      Response.json({ errors: [{ status: "401", code: "unauthenticated" }] }, { status: 401 }),
    ),
  );
  const login = await visitor.send(form.path, form.fields);
  app.resetHandlers();
  expect(login.url.pathname).toBe("/login/");
  const back = await signIn(visitor, owner);
  expect([back.url.pathname, typedIn(back, "name")]).toEqual(["/clients/new", "Maya Chen"]);
});

test("a page that finds the session ended half-way leads to the sign-in page, though its guard had passed", async ({
  app,
}) => {
  const visitor = await app.signedIn(await app.newOwner());
  app.use(http.all("*/api/clients", () => Response.json({ errors: [{ status: "401" }] }, { status: 401 })));
  const { url } = await visitor.open("/clients?sort=open");
  app.resetHandlers();
  expect(url.pathname + url.search).toBe("/login/?next=%2Fclients%3Fsort%3Dopen");
  expect((await visitor.open("/account/password")).url.pathname).toBe("/login/");
});

test("with the upstream down a sent form is kept, and is there again afterwards", async ({ app }) => {
  const { visitor, form } = await startTyping(app);
  app.use(http.all("*", () => new Response("", { status: 503 })));
  const down = await visitor.send(form.path, form.fields);
  app.resetHandlers();
  expect(down.status).toBe(503);
  expect(down.text).toContain("Your entries are kept for 30 minutes");
  expect(typedIn(await visitor.open("/clients/new"), "name")).toBe("Maya Chen");
});

test("a stranger's form is not kept, whoever it says it was shown to", async ({ app }) => {
  const { visitor, form } = await startTyping(app);
  const { id } = readPerson(form.fields.get(personField) ?? "");
  const stranger = app.visitor();
  for (const named of [id, `${id}.`, `${id}.AAAAAAAAAAAA`, "somebody", ""]) {
    form.fields.set(personField, named);
    const login = await stranger.send(form.path, form.fields);
    expect([login.url.pathname, login.text.includes("Your entries are saved.")]).toEqual(["/login/", false]);
  }
  expect([...stranger.cookies.keys()]).not.toContain("latchkey_form");
  const { rowCount } = await app.database.pool.query("SELECT FROM app.parked_forms WHERE person_id = $1", [id]);
  expect(rowCount).toBe(0);
  expect((await visitor.open("/clients/new")).html).not.toContain("Maya");
});

describe("a parked form is shown", () => {
  test("to nobody but the person who typed it", async ({ app }) => {
    const { visitor, form } = await startTyping(app);
    await endSession(app, visitor);
    await visitor.send(form.path, form.fields);
    const other = await signIn(visitor, await app.newOwner());
    expect(other.url.pathname).toBe("/clients/new");
    expect(other.html).not.toContain("Maya");
  });

  test("in no other browser", async ({ app }) => {
    const { owner, visitor, form } = await startTyping(app);
    await endSession(app, visitor);
    await visitor.send(form.path, form.fields);
    const elsewhere = await app.signedIn(owner);
    expect((await elsewhere.open("/clients/new")).html).not.toContain("Maya");
  });

  test("on no other page", async ({ app }) => {
    const { owner, visitor, form } = await startTyping(app);
    await endSession(app, visitor);
    await visitor.send(form.path, form.fields);
    await signIn(visitor, owner);
    expect((await visitor.open("/workspace/join")).html).not.toContain("Maya");
  });

  test("not after thirty minutes", async ({ app }) => {
    const { owner, visitor, form } = await startTyping(app);
    await endSession(app, visitor);
    await visitor.send(form.path, form.fields);
    await app.database.pool.query("UPDATE app.parked_forms SET ends_at = now() - interval '1 second'");
    expect((await signIn(visitor, owner)).html).not.toContain("Maya");
  });
});

test("passwords and files are not kept, nor is a form that holds nothing else, and each file is named", async ({
  app,
}) => {
  const { owner, visitor, form } = await startTyping(app);
  await endSession(app, visitor);
  const body = new FormData();
  for (const [name, value] of form.fields) body.append(name, value);
  body.append("currentPassword", "canary-password-1");
  body.append("photo", new File(["canary-file"], "Maya.png"));
  const sent = new Request("http://localhost/", { method: "POST", body });
  await visitor.request("/clients/new", {
    method: "POST",
    headers: { "content-type": sent.headers.get("content-type") ?? "" },
    body: await sent.text(),
  });
  const parked = await app.store.parkedForms.find(visitor.cookies.get("latchkey_form") ?? "");
  expect(parked?.fields).toContainEqual(["name", "Maya Chen"]);
  expect(JSON.stringify(parked)).not.toContain("canary");
  await visitor.open("/login");
  expect((await signIn(visitor, owner)).status).toBe(200);
  expect((await visitor.open("/clients/new")).text).toContain("Files aren't kept: choose Maya.png again.");

  const changing = await app.signedIn(await app.newOwner());
  const page = await changing.open("/account/password");
  await endSession(app, changing);
  const passwords = { currentPassword: "canary-2", newPassword: "canary-3" };
  const { path, fields } = fillForm(page, "Change password", passwords);
  const login = await changing.send(path, fields);
  expect(login.text).not.toContain("Your entries are saved.");
  expect(changing.cookies.has("latchkey_form")).toBe(false);
});

test("a form of nobody, and one that is far too long, are not kept", async ({ app }) => {
  const { visitor, form } = await startTyping(app);
  await endSession(app, visitor);
  form.fields.set("name", "x".repeat(300_000));
  expect((await visitor.send(form.path, form.fields)).url.pathname).toBe("/login/");
  form.fields.set("name", "Maya");
  form.fields.delete(personField);
  expect((await visitor.send(form.path, form.fields)).url.pathname).toBe("/login/");
  expect(visitor.cookies.has("latchkey_form")).toBe(false);
});
