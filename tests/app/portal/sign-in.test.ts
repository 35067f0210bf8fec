import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { mailTo } from "#tests/support/application.ts";
import { inviteClient, newPortalClient, portalPath } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

const cookieOf = (setCookie: readonly string[]) =>
  setCookie.find((cookie) => cookie.startsWith("latchkey_portal="))?.split(";")[0];

test("an invitation opens the portal by its button, in whatever browser it is read", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency, "Nora Lind");
  expect(visitor.page.url.pathname).toBe("/client-portal/dashboard");
  expect(visitor.page.document.querySelector("h1")?.text).toBe("Welcome Nora!");
  expect(visitor.page.html).not.toContain("<script");
});

test("opening links uses nothing up: GET twenty times, HEAD, and no cookie is given", async ({ app, agency }) => {
  const { path, email } = await inviteClient(app, agency);
  await lookAt(app, path);
  const invited = app.visitor();
  await invited.open(path);
  await invited.submit({}, { button: "Open my home search" });
  await invited.submit({}, { form: "main form", button: "Sign out" }).catch(() => null);
  const login = app.visitor();
  await login.open("/client-portal/login");
  await login.submit({ email });
  const mailed = await portalPath(app, email);
  await lookAt(app, mailed);
  const other = app.visitor();
  await other.open(mailed);
  expect((await other.submit({}, { button: "Sign in" })).url.pathname).toBe("/client-portal/dashboard");
});

test("an address with letters of any language signs in, in whatever spelling it is typed", async ({ app, agency }) => {
  const record = await agency.addClient({ name: "José Lind", email: "José@Müller.example" });
  await agency.call("POST", "/portal_invitations", { clientId: record.id });
  const invited = await portalPath(app, "José@Müller.example");
  const login = app.visitor();
  await login.open("/client-portal/login");
  await login.submit({ email: " jose\u0301@xn--mller-kva.example\u200b" });
  const mailed = await portalPath(app, "josé@müller.example");
  expect(mailed).not.toBe(invited);
  await login.open(mailed);
  expect((await login.submit({}, { button: "Sign in" })).text).toContain("Accept: José Lind, ");
});

async function lookAt(app: Application, path: string): Promise<void> {
  const scanner = app.visitor();
  for (let look = 0; look < 20; look += 1) expect((await scanner.open(path)).status).toBe(200);
  expect((await scanner.request(path, { method: "HEAD" })).status).toBe(200);
  expect(scanner.cookies.size).toBe(0);
}

test("twenty who press the button of one link at the same moment open one session", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency);
  const presses = Array.from({ length: 20 }, async () => {
    const visitor = app.visitor();
    const { document } = await visitor.open(path);
    const fields = new URLSearchParams();
    for (const input of document.querySelectorAll("input"))
      fields.append(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "");
    return { visitor, fields };
  });
  const ready = await Promise.all(presses);
  const answers = await Promise.all(
    ready.map(({ visitor, fields }) =>
      visitor.request(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
        body: fields.toString(),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(19).fill(410)]);
  const cookies = new Set(answers.flatMap(({ headers }) => cookieOf(headers.getSetCookie()) ?? []));
  expect(cookies.size).toBe(1);
});

test("a used link says so, and one click mails a fresh one", async ({ app, agency }) => {
  const { path, email } = await newPortalClient(app, agency);
  const visitor = app.visitor();
  const used = await visitor.open(path);
  expect([used.status, used.text.includes("This link no longer works")]).toEqual([410, true]);
  expect(used.text).not.toContain(email);
  const asked = await visitor.submit({}, { button: "Send me a fresh link" });
  expect(asked.url.pathname).toBe("/client-portal/login/code");
  expect(asked.text).not.toContain(email);
  const fresh = await portalPath(app, email);
  expect(fresh).toMatch(/^\/client-portal\/sign-in\//);
  await visitor.open(fresh);
  expect((await visitor.submit({}, { button: "Sign in" })).url.pathname).toBe("/client-portal/dashboard");
});

test("a used link of another workspace says so to whoever is signed in, and leads on", async ({ app, agency }) => {
  const other = await startAgency(app);
  const [here, there] = [await newPortalClient(app, agency), await newPortalClient(app, other)];
  const { id: packageId } = await other.addPackage();
  await other.call("POST", "/opportunities", { clientId: there.record.id, packageId });
  const next = `/client-portal/dashboard/properties/${packageId}`;
  const link = `${there.path}?${new URLSearchParams({ next })}`;
  // Whoever sees the property goes on to it.
  expect((await there.visitor.open(link)).url.pathname).toBe(next);
  const used = await here.visitor.open(link);
  expect([used.status, used.text.includes("This link no longer works")]).toEqual([410, true]);
  expect(used.text).not.toContain(there.email);
  expect(used.document.querySelectorAll("main button").map(({ text }) => text)).toEqual(["Send me a fresh link"]);
  // Invited by both, they are asked first: another home search is open.
  const client = await other.addClient({ email: here.email, name: "Nora There" });
  await other.call("POST", "/opportunities", { clientId: client.id, packageId });
  await other.call("POST", "/portal_invitations", { clientId: client.id });
  const invitation = await portalPath(app, here.email);
  await app.database.pool.query("update upstream.portal_invitations set accepted_at = now() where client_id = $1", [
    client.id,
  ]);
  const asked = await here.visitor.open(`${invitation}?${new URLSearchParams({ next })}`);
  expect([asked.url.pathname, asked.status]).toEqual(["/client-portal/workspaces", 200]);
  expect(asked.text).toContain("This page is in the home search of Nora There");
  const chosen = await here.visitor.submit({}, { form: "main form" });
  expect([chosen.status, chosen.url.pathname]).toEqual([200, next]);
});

test("the answer to an unknown address is that to a known one", async ({ app, agency }) => {
  const { email } = await newPortalClient(app, agency);
  const answers = [];
  for (const address of [email, "nobody-at-all@buyer.example"]) {
    const visitor = app.visitor();
    await visitor.open("/client-portal/login");
    const { status, html, url } = await visitor.submit({ email: address });
    answers.push([status, url.pathname, html.replaceAll(address, "ADDRESS")]);
  }
  expect(answers[1]).toEqual(answers[0]);
});

test("the sign-in mail carries the agency whose page or link asked, whoever gets it", async ({ app, agency }) => {
  const { rows } = await app.database.pool.query<{ name: string; handle: string }>(
    "update upstream.workspaces set phone_number = '206 555 0190' where id = $1 returning name, handle",
    [agency.workspaceId],
  );
  const { name = "", handle = "" } = rows[0] ?? {};
  const { email, path } = await newPortalClient(app, agency);
  const strange = `${randomUUID().slice(0, 12)}@buyer.example`;
  for (const address of [email, strange]) {
    const visitor = app.visitor();
    await visitor.open(`/client-portal?workspace=${handle}`);
    await visitor.open("/client-portal/login");
    await visitor.submit({ email: address });
  }
  expect((await mailTo(app, email)).text).toMatch(new RegExp(`${name}\n206 555 0190`));
  const sent = await app.database.pool.query(
    "select sender_name from mail.outbox where recipient in ($1, $2) and subject like 'Sign in%'",
    [email, strange],
  );
  expect(sent.rows).toEqual([{ sender_name: name }, { sender_name: name }]);
  // The link of another browser names nothing but the invitation.
  const elsewhere = app.visitor();
  await elsewhere.open(path);
  await elsewhere.submit({}, { button: "Send me a fresh link" });
  expect((await mailTo(app, email)).text).toContain(name);
});

test("a link that was cut leads to the form for the address", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency);
  for (const cut of [path.slice(0, -1), "/client-portal/sign-in/abc"])
    expect((await app.visitor().open(cut)).url.pathname).toBe("/client-portal/login");
  expect((await app.visitor().open(path)).url.pathname).toBe(path);
});

async function codeOf(app: Application, email: string): Promise<string> {
  return /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
}

test("the mailed code signs in where the link was asked for; a stranger's wrong tries do not use it up", async ({
  app,
  agency,
}) => {
  const { email } = await newPortalClient(app, agency);
  const visitor = app.visitor();
  await visitor.open("/client-portal/login?next=/client-portal/dashboard/me");
  await visitor.submit({ email });
  const code = await codeOf(app, email);
  const stranger = app.visitor();
  await stranger.open("/client-portal/login");
  await stranger.submit({ email });
  const wrong = code.startsWith("1") ? "222222" : "111111";
  for (let tries = 0; tries < 6; tries += 1) expect((await stranger.submit({ code: wrong })).status).toBe(400);
  const { url } = await visitor.submit({ code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(url.pathname).toBe("/client-portal/dashboard/me");
});

test("a code stops at five wrong tries", async ({ app, agency }) => {
  const { email } = await newPortalClient(app, agency);
  const visitor = app.visitor();
  await visitor.open("/client-portal/login");
  await visitor.submit({ email });
  const code = await codeOf(app, email);
  const wrong = code.startsWith("1") ? "222222" : "111111";
  for (let tries = 0; tries < 5; tries += 1) await visitor.submit({ code: wrong });
  const { status, text } = await visitor.submit({ code });
  expect([status, text.includes("This code isn't right, or it no longer works.")]).toEqual([400, true]);
});

test("staff and a client are signed in side by side, and neither opens the other's pages", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency, "Nora Lind");
  for (const [name, value] of agency.owner.visitor.cookies) visitor.cookies.set(name, value);
  expect((await visitor.open("/dashboard")).url.pathname).toBe("/dashboard");
  expect((await visitor.open("/client-portal/dashboard")).text).toContain("Welcome Nora!");
  const staff = agency.owner.visitor;
  expect((await staff.open("/client-portal/dashboard")).url.pathname).toBe("/client-portal/login");
  visitor.cookies.delete("latchkey");
  expect((await visitor.open("/clients")).url.pathname).toBe("/login/");
});

test("signing out of the portal leaves staff signed in", async ({ app, agency }) => {
  const { visitor } = await newPortalClient(app, agency);
  for (const [name, value] of agency.owner.visitor.cookies) visitor.cookies.set(name, value);
  await visitor.open("/client-portal/dashboard/me");
  expect((await visitor.submit({}, { button: "Sign out" })).text).toContain("You are signed out");
  expect((await visitor.open("/client-portal/dashboard")).url.pathname).toBe("/client-portal/login");
  expect((await visitor.open("/dashboard")).url.pathname).toBe("/dashboard");
});

test("the pages are in Spanish for browsers that ask for it, and for those who choose it", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency, "Nora Lind");
  const visitor = app.visitor();
  const asked = await visitor.request("/client-portal/login", {
    headers: { "accept-language": "es-MX,es;q=0.9,en;q=0.5" },
  });
  expect(await asked.text()).toMatch(/<html lang="es">.*Entre a su búsqueda de casa/s);
  await visitor.open(path);
  const chosen = await visitor.follow("Español");
  expect(chosen.url.search).toBe("");
  expect(chosen.html).toContain('<html lang="es">');
  await visitor.submit({}, { button: "Abrir mi búsqueda" });
  expect(visitor.page.text).toContain("¡Hola, Nora!");
});
