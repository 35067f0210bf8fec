import { http } from "msw";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { mailedPath } from "#tests/support/application.ts";

const test = newAgencyTest();

// Emailed links that no longer work: the page says so before it asks for a password.

const goodPassword = "copper lantern 47 harbour";

test("a used link says so when it is opened, and asks for nothing", async ({ app }) => {
  const owner = await app.newOwner();
  await app.callUpstream("POST", "/password_resets", { attributes: { email: owner.email } });
  const path = await mailedPath(app, owner.email);
  const visitor = app.visitor();
  for (let look = 0; look < 2; look += 1) expect((await visitor.open(path)).status).toBe(200);
  await visitor.submit({ password: goodPassword });
  const { status, text, document } = await app.visitor().open(path);
  expect([status, text.includes("This link no longer works.")]).toEqual([410, true]);
  expect(document.querySelector("input[type=password]")).toBe(null);
  expect(document.querySelector("a[href='/password/forgotten']")?.text).toBe("Send a new one");
});

test.for([
  ["/verify/nothing", "/login/"],
  ["/password/nothing", "/password/forgotten"],
  ["/sign-in/nothing", "/login/link"],
] as const)("%s, an unknown link, offers a working way on", async ([path, wayOn], { app }) => {
  const { status, text, document } = await app.visitor().open(path);
  expect([status, text.includes("This link no longer works.")]).toEqual([410, true]);
  expect(document.querySelector(`.note a[href='${wayOn}']`)).not.toBe(null);
});

test("a link does not work for another purpose", async ({ app }) => {
  const owner = await app.newOwner();
  await app.callUpstream("POST", "/sign_in_links", { attributes: { email: owner.email } });
  const path = await mailedPath(app, owner.email);
  expect((await app.visitor().open(path.replace("/sign-in/", "/password/"))).status).toBe(410);
  expect((await app.visitor().open(path)).status).toBe(200);
});

test.for<readonly [string, () => Promise<Response>]>([
  ["cannot check links", async () => new Response("", { status: 404 })],
  ["fails", async () => new Response("", { status: 500 })],
  ["never answers", () => new Promise(() => {})],
])("the form is still shown when the service %s", async ([_what, fault], { app }) => {
  app.use(http.all("*/mailed_link_checks", () => fault()));
  const { status, document } = await app.visitor().open("/verify/anything");
  expect(status).toBe(200);
  expect(document.querySelector("input[type=password]")).not.toBe(null);
});
