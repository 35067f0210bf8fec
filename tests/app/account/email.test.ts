import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo, type Owner } from "#tests/support/application.ts";
import { messagesOn, rowsOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const page = "/settings/account/email";
const send = { button: "Send confirmations" };

const linksTo = async (app: Application, address: string) => [
  ...(await mailTo(app, address)).text.matchAll(/\/verify\/email\/[\w-]{43}/g),
];

async function change(app: Application, owner: Owner) {
  const visitor = await app.signedIn(owner);
  const email = `new-${owner.email}`;
  await visitor.open("/settings/account");
  await visitor.follow("Change email");
  const asked = await visitor.submit({ email, password: owner.password }, send);
  expect([asked.status, asked.url.pathname]).toEqual([200, page]);
  const [[old = ""] = [], [stop = ""] = []] = await linksTo(app, owner.email);
  const [[next = ""] = []] = await linksTo(app, email);
  return { visitor, email, old, stop, next };
}

test("both addresses confirm by their buttons, and the new one signs in", async ({ app }) => {
  const owner = await app.newOwner();
  const { visitor, email, old, next } = await change(app, owner);
  expect(rowsOn(visitor.page, "Addresses")).toEqual([
    `${owner.email} Present address Not confirmed yet`,
    `${email} New address Not confirmed yet`,
  ]);
  const reader = app.visitor();
  for (let look = 0; look < 3; look += 1) expect((await reader.open(next)).status).toBe(200);
  const first = await reader.submit({}, { button: "Confirm" });
  expect([first.status, first.text]).toEqual([200, expect.stringContaining("Confirmed here")]);
  expect(rowsOn(await visitor.open(page), "Addresses")[1]).toBe(`${email} New address Confirmed`);
  await reader.open(old);
  expect((await reader.submit({}, { button: "Confirm" })).text).toContain("Your email is changed");
  expect((await visitor.open("/dashboard")).text).toContain(email);
  expect((await app.signedIn({ ...owner, email })).page.url.pathname).toBe("/dashboard");
  expect((await reader.open(next)).text).toContain("Your email is changed");
});

test("'This was not me' gives the old address back, and every device is out", async ({ app }) => {
  const owner = await app.newOwner();
  const { visitor, old, next, stop } = await change(app, owner);
  const reader = app.visitor();
  for (const path of [old, next]) {
    await reader.open(path);
    await reader.submit({}, { button: "Confirm" });
  }
  expect((await visitor.open("/clients")).status).toBe(200);
  await reader.open(stop);
  expect((await visitor.open("/clients")).status).toBe(200);
  const stopped = await reader.submit({}, { button: "This was not me" });
  expect(stopped.text).toContain("The change is stopped");
  expect((await visitor.open("/clients")).url.pathname).toBe("/login/");
  const again = await app.signedIn(owner);
  expect((await again.open("/settings/account/sessions")).text).toContain("Email change stopped");
  expect(rowsOn(again.page, "Sessions")).toHaveLength(1);
});

test("a change is sent again and withdrawn", async ({ app }) => {
  const owner = await app.newOwner();
  const { visitor, next, email } = await change(app, owner);
  expect((await visitor.submit({}, { button: "Send the emails again" })).text).toContain("Sent again.");
  expect((await linksTo(app, email))[0]?.[0]).not.toBe(next);
  const withdrawn = await visitor.submit({}, { button: "Withdraw" });
  expect(withdrawn.text).toContain("Withdrawn. Your email stays as it is.");
  expect(typedIn(withdrawn, "email")).toBe("");
  expect((await app.visitor().open(next)).text).toContain("The change is stopped");
});

test("a wrong password and what is no address are said beside their fields; passwords are not shown again", async ({
  app,
}) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await visitor.open(page);
  const wrong = await visitor.submit({ email: "someone@x.example", password: "not the right one" }, send);
  expect([wrong.status, messagesOn(wrong), typedIn(wrong, "email")]).toEqual([
    400,
    ["That isn't your password."],
    "someone@x.example",
  ]);
  expect(wrong.html).not.toContain("not the right one");
  const none = await visitor.submit({ email: "no address", password: owner.password }, send);
  expect([none.status, messagesOn(none)]).toEqual([400, ["Enter an email address like name@example.com."]]);
});

test("a link that is none, and one to an address that was taken meanwhile, say so", async ({ app }) => {
  const owner = await app.newOwner();
  const { old, next, email } = await change(app, owner);
  expect((await app.visitor().open(`/verify/email/${"A".repeat(43)}`)).status).toBe(410);
  const reader = app.visitor();
  await reader.open(old);
  await reader.submit({}, { button: "Confirm" });
  const other = await app.newOwner();
  await app.database.pool.query("UPDATE upstream.accounts SET email = $1 WHERE email = $2", [email, other.email]);
  await reader.open(next);
  const taken = await reader.submit({}, { button: "Confirm" });
  expect([taken.status, taken.text]).toEqual([409, expect.stringContaining("It has another account.")]);
});
