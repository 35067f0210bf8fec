import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

/** What the worker asks for. */
async function asWorker(visitor: Visitor, path: string, kind: string, body?: URLSearchParams) {
  const headers = {
    "latchkey-worker": kind,
    ...(body && {
      "content-type": "application/x-www-form-urlencoded",
      origin: visitor.origin,
      "sec-fetch-site": "same-origin",
    }),
  };
  const response = await visitor.request(path, {
    headers,
    ...(body && { method: "POST", body: body.toString() }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function keep(visitor: Visitor): Promise<void> {
  await visitor.open("/device");
  await visitor.submit({}, { button: "This is my device: keep pages here" });
}

const marks = (html: string) => /data-keep="([^"]+)"/.exec(html)?.[1] ?? null;

test("nothing of it is in a page before somebody has said that this is their device", async ({ owner }) => {
  const { html, headers } = await owner.open("/dashboard");
  expect([marks(html), headers.get("latchkey-owner"), html.includes('id="waits"')]).toEqual([null, null, false]);
  expect(headers.get("content-security-policy")).not.toContain("worker-src");
});

test("afterwards pages say whose they are, in their tag, too, and which may be kept", async ({ owner }) => {
  const before = (await owner.open("/tasks")).headers.get("etag") ?? "";
  await keep(owner);
  const { html, headers } = await owner.open("/tasks");
  const mark = marks(html) ?? "";
  expect(mark).toMatch(/^[\w-]{12}$/);
  const owned = headers.get("latchkey-owner") ?? "";
  expect(owned).toMatch(/^[\da-f-]{36}\.[\w-]{12}\/[\da-f-]{36};light$/);
  expect(headers.get("content-security-policy")).toContain("worker-src 'self'");
  expect(headers.get("etag")).not.toBe(before);
  const never = await owner.open("/settings/account");
  expect(never.headers.get("latchkey-owner")).toBe(owned.replace("light", "never"));
  const lost = await owner.open(`/clients/${crypto.randomUUID()}`);
  expect([lost.status, lost.headers.get("latchkey-owner")?.split(";")[1]]).toEqual([404, "never"]);
});

test("a device that is somebody's keeps nothing of who else signs in there, and both may say that it is theirs", async ({
  app,
  owner,
}) => {
  await keep(owner);
  const other = await app.newOwner();
  const visitor = app.visitor();
  visitor.cookies.set("latchkey_kept", owner.cookies.get("latchkey_kept") ?? "");
  await visitor.signIn(other);
  expect(marks((await visitor.open("/dashboard")).html)).toBeNull();
  const said = JSON.parse((await asWorker(visitor, "/kept/owner", "send")).text);
  expect([said.owner, "privateKey" in said]).toEqual([null, false]);
  await keep(visitor);
  expect(marks((await visitor.open("/dashboard")).html)).not.toBeNull();
  owner.cookies.set("latchkey_kept", visitor.cookies.get("latchkey_kept") ?? "");
  expect(marks((await owner.open("/dashboard")).html)).not.toBeNull();
});

test("the worker learns whose device it is, with its keys, until it is forgotten from elsewhere", async ({
  app,
  owner,
}) => {
  await keep(owner);
  const { html } = await owner.open("/dashboard");
  const first = await asWorker(owner, "/kept/owner", "send");
  const said = JSON.parse(first.text);
  expect([first.status, said.token]).toEqual([200, marks(html)]);
  expect(JSON.parse(said.privateKey).d).toBeTypeOf("string");
  expect(first.headers.get("cache-control")).toBe("no-store");
  const elsewhere = app.visitor();
  for (const [name, value] of owner.cookies) if (name !== "latchkey_kept") elsewhere.cookies.set(name, value);
  await elsewhere.open("/settings/account/sessions");
  await elsewhere.follow("Forget");
  await elsewhere.submit({}, { button: "Forget this device" });
  const after = JSON.parse((await asWorker(owner, "/kept/owner", "send")).text);
  expect([after.person, after.owner, after.isForgotten]).toEqual([said.person, null, true]);
  expect(owner.cookies.has("latchkey_kept")).toBe(false);
});

test("a browser that lost its cookie is known by the id that the worker has; nobody else is, and a strange id is nothing", async ({
  app,
  owner,
}) => {
  await keep(owner);
  const ask = async (visitor: Visitor, device: string) =>
    JSON.parse((await asWorker(visitor, `/kept/owner?device=${device}`, "send")).text);
  const said = await ask(owner, "");
  owner.cookies.delete("latchkey_kept");
  expect(marks((await owner.open("/tasks")).html)).toBeNull();
  expect((await ask(owner, "")).isForgotten).toBe(false);
  expect((await ask(owner, "no-uuid")).isForgotten).toBe(false);
  const other = await app.signedIn(await app.newOwner());
  expect(await ask(other, said.id)).toMatchObject({ owner: null });
  expect(other.cookies.has("latchkey_kept")).toBe(false);
  expect(await ask(owner, said.id)).toEqual(said);
  expect(marks((await owner.open("/tasks")).html)).toBe(said.token);
});

test("an answer says whether a form was written, now or before", async ({ owner }) => {
  const form = fillForm(await owner.open("/clients/new"), "Create client", {
    name: "Maya Chen",
    email: "maya@client.example",
  });
  const fields = new URLSearchParams(form.fields);
  const first = await asWorker(owner, "/clients/new", "send", fields);
  const again = await asWorker(owner, "/clients/new", "send", fields);
  const refused = await asWorker(
    owner,
    "/clients/new",
    "look",
    new URLSearchParams({ ...Object.fromEntries(form.fields), name: "", _key: crypto.randomUUID() }),
  );
  const elsewhere = await asWorker(owner, "/waiting/parked", "copy");
  const said = [first, again, refused, elsewhere].map(({ status, headers }) => [
    status,
    headers.get("latchkey-written"),
  ]);
  expect(said).toEqual([
    [303, "yes"],
    [303, "yes"],
    [400, null],
    [302, null],
  ]);
});

test("without a session the worker's form is refused plainly, and nothing of it is kept at the server", async ({
  app,
  agency,
  owner,
}) => {
  const form = fillForm(await owner.open("/clients/new"), "Create client", {
    name: "Maya Chen",
    email: "maya@client.example",
  });
  await app.database.pool.query("DELETE FROM upstream.sessions WHERE account_id = $1", [agency.owner.accountId]);
  app.forgetPeople();
  const { status } = await asWorker(owner, "/clients/new", "send", new URLSearchParams(form.fields));
  expect(status).toBe(401);
  const { rows } = await app.database.pool.query("SELECT FROM app.parked_forms WHERE person_id = $1", [
    agency.owner.accountId,
  ]);
  expect(rows).toEqual([]);
});

test("a copy takes no toast, sets no cookie and does not hydrate", async ({ owner }) => {
  await keep(owner);
  owner.cookies.set("lk_pin", "full");
  const toast = owner.cookies.get("lk_toast");
  await owner.request("/device", {
    method: "POST",
    headers: { origin: owner.origin, "sec-fetch-site": "same-origin" },
  });
  expect(owner.cookies.get("lk_toast")).not.toBe(toast);
  const { headers, text } = await asWorker(owner, "/tasks", "copy");
  expect([text.includes("keeps today’s pages now"), headers.getSetCookie()]).toEqual([false, []]);
  expect([text.includes('type="module"'), text.includes('id="waits"')]).toEqual([false, true]);
  const seen = await owner.open("/tasks");
  expect(seen.html).toContain("keeps today’s pages now");
});

test("a form that waits on the device comes to its own page; a page of another site cannot do that", async ({
  owner,
}) => {
  const form = fillForm(await owner.open("/clients/new"), "Create client", { name: "Noor" });
  const fields = new URLSearchParams(form.fields);
  fields.set("password", "secret words");
  fields.set("_parked", "/clients/new");
  const parked = await asWorker(owner, "/waiting/parked", "park", fields);
  expect([parked.status, parked.headers.get("location")]).toEqual([303, "/clients/new"]);
  const page = await owner.open("/clients/new");
  expect(page.html).toContain('value="Noor"');
  expect(page.html).not.toContain("secret words");
  for (const path of ["//evil.example/", "https://evil.example/", "", "clients"]) {
    const odd = await asWorker(owner, "/waiting/parked", "park", new URLSearchParams({ name: "x", _parked: path }));
    expect([path, odd.status]).toEqual([path, 400]);
  }
  const plain = await owner.request("/waiting/parked", {
    method: "POST",
    body: fields.toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: owner.origin,
      "sec-fetch-site": "same-origin",
    },
  });
  expect(plain.status).toBe(400);
});

test("messages that were begun are in the list of what was not sent, for their writer alone", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Ida Roth" });
  await owner.open(`/messages/${client.id}`);
  await agency.call("PATCH", `/message_drafts/${client.id}`, { body: "About Saturday" });
  const list = await owner.open("/waiting");
  expect(list.text).toMatch(/To Ida Roth\s*About Saturday/);
  const { visitor } = await agency.join("admin");
  expect((await visitor.open("/waiting")).text).toContain("Everything was sent.");
});

test("what a device sends by itself is told together on the next page, which may come hours later", async ({
  owner,
}) => {
  const typed = ["Maya Chen", "Noor Haddad"].map((name) => ({ name, email: `${name.slice(0, 4)}@client.example` }));
  const forms = [];
  for (const values of typed) forms.push(fillForm(await owner.open("/clients/new"), "Create client", values));
  for (const { path, fields } of forms) {
    const { headers } = await asWorker(owner, path, "send", new URLSearchParams(fields));
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith("lk_toast="))).toContain("Max-Age=86400");
  }
  const told = (await owner.open("/tasks")).document.querySelector("[role=status]")?.text;
  expect(told).toMatch(/Maya Chen.*Noor Haddad/s);
  expect((await owner.open("/tasks")).document.querySelector("[role=status]")?.text.trim()).toBe("");
});
