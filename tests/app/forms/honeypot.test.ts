import { readFile } from "node:fs/promises";
import { http } from "msw";
import { afterAll, beforeAll, expect, test } from "vitest";
import { honeypotField } from "#app/session/hidden-fields.ts";
import { type Application, mailedPath, startApplication } from "#tests/support/application.ts";
import { invite } from "#tests/support/invitations.ts";

let app: Application;

beforeAll(async () => {
  app = await startApplication();
});
afterAll(() => app.close());

const paths = [
  "/login/",
  "/login/link",
  "/login/code",
  "/register/account",
  "/register/workspace",
  "/password/forgotten",
  "/password/anything",
  "/verify/anything",
  "/sign-in/anything",
  "/invitation/",
];

/** A visitor on whose way every public form can be opened. */
async function openPublicForm(path: string) {
  const visitor = app.visitor();
  if (path === "/login/code") {
    await visitor.open("/login/link");
    await visitor.submit({ email: "nobody@example.com" });
  }
  if (path === "/register/workspace") {
    await visitor.open("/register/account");
    await visitor.submit({ name: "A", email: "a@example.com", phoneNumber: "206 555 0101" });
  }
  // Without an invitation there is no form.
  const address = path === "/invitation/" ? await invite(app.database, "nobody@example.com") : path;
  if (path.endsWith("/anything")) app.use(http.all("*", () => new Response("", { status: 404 })));
  const page = await visitor.open(address);
  app.resetHandlers();
  return { visitor, page };
}

test.each(paths)("the form of %s has a hidden honeypot without inline style", async (path) => {
  const { page } = await openPublicForm(path);
  expect(page.url.pathname.startsWith(path)).toBe(true);
  const field = page.document.querySelector(`form input[name=${honeypotField}]`);
  expect(field?.getAttribute("tabindex")).toBe("-1");
  expect(field?.parentNode?.getAttribute("class")).toBe("extra");
  expect(field?.parentNode?.getAttribute("aria-hidden")).toBe("true");
  expect(page.html).not.toMatch(/<script|\sstyle=|__honeypot_inputs/);
});

test.each(paths)("a filled honeypot at %s is refused, and nothing is written", async (path) => {
  const { visitor } = await openPublicForm(path);
  const cookies = new Map(visitor.cookies);
  app.calls.length = 0;
  const { status, text } = await visitor.submit({ [honeypotField]: "https://spam.example" });
  expect([status, text.includes("Nothing was sent")]).toEqual([400, true]);
  expect(app.calls).toEqual([]);
  expect(visitor.cookies).toEqual(cookies);
});

test("the sheet hides the honeypot", async () => {
  expect(await readFile("app/ui/styles/panels.css", "utf8")).toMatch(/\n\.extra,[^{}]*\{\s*display: none;\s*\}/);
});

test("a filled honeypot prevents signing in with the right password", async () => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const credentials = { email: owner.email, password: owner.password };
  await visitor.open("/login/");
  await visitor.submit({ ...credentials, [honeypotField]: "x" });
  expect(visitor.cookies.has("latchkey")).toBe(false);
  await visitor.open("/login/");
  expect((await visitor.submit(credentials)).url.pathname).toBe("/dashboard");
});

test("a mailed link is not used up by a filled honeypot", async () => {
  const owner = await app.newOwner();
  await app.callUpstream("POST", "/sign_in_links", { attributes: { email: owner.email } });
  const path = await mailedPath(app, owner.email);
  const visitor = app.visitor();
  await visitor.open(path);
  expect((await visitor.submit({ [honeypotField]: "x" })).status).toBe(400);
  await visitor.open(path);
  expect((await visitor.submit()).url.pathname).toBe("/dashboard");
});

test("an unchanged page with a honeypot is answered 304", async () => {
  const visitor = app.visitor();
  const { headers } = await visitor.open("/login/");
  const again = await visitor.request("/login/", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});
