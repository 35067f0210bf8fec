import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { mailChoicePath, newPortalClient } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

const chosen = (app: Application, email: string) =>
  app.database.orm
    .execute<{ choice: string }>(sql`select choice from upstream.client_mail_choices where email_key = ${email}`)
    .then(({ rows }) => rows[0]?.choice ?? "nothing");

test("an agent chooses emails by topic", async ({ owner }) => {
  await owner.open("/settings/notifications");
  const { text, document } = await owner.submit({ clients: "daily", tasks: "none" }, { button: "Save choices" });
  expect(text).toContain("Email choices saved.");
  const values = ["messages", "clients", "deals", "tasks", "openings", "documents"].map(
    (name) => document.querySelector(`select[name="${name}"] option[selected]`)?.getAttribute("value") ?? "",
  );
  expect(values).toEqual(["each", "daily", "daily", "none", "none", "none"]);
});

test("a choice that is none is refused, and what was chosen is kept", async ({ owner }) => {
  const { document } = await owner.open("/settings/notifications");
  const form = document.querySelector("form#mail-choices") ?? document;
  const fields = new URLSearchParams(
    form
      .querySelectorAll("input[name]")
      .map((input): [string, string] => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  for (const name of ["messages", "deals", "tasks", "openings", "documents"]) fields.set(name, "none");
  fields.set("clients", "hourly");
  expect((await owner.send("/settings/notifications", fields)).status).toBe(400);
  const again = (await owner.open("/settings/notifications")).document;
  expect(again.querySelector('select[name="messages"] option[selected]')?.getAttribute("value")).toBe("each");
});

test("a client chooses among their details, in English and in Spanish", async ({ app, agency }) => {
  const { visitor, email } = await newPortalClient(app, agency);
  const { text } = await visitor.open("/client-portal/dashboard/me");
  expect(text).toContain("Emails you want");
  const saved = await visitor.submit({ choice: "daily" }, { form: 'form[action$="/me/mails"]' });
  expect(saved.text).toContain("Your choice is saved.");
  expect(await chosen(app, email)).toBe("daily");
  expect((await visitor.submit({ language: "es" }, { button: "Save" })).text).toContain("Correos que quiere recibir");
});

test("staff who look at the portal see no choice, and cannot make one", async ({ app, agency, owner }) => {
  const { record, email } = await newPortalClient(app, agency);
  await owner.open(`/clients/${record.id}/portal/view`);
  const { url } = await owner.submit({}, { button: "Open the portal" });
  const base = url.pathname.replace(/\/$/, "");
  expect((await owner.open(`${base}/me`)).text).not.toContain("Emails you want");
  await owner.send(`${base}/me/mails`, new URLSearchParams({ choice: "none" }));
  expect(await chosen(app, email)).toBe("nothing");
});

test("opening the link in an email changes nothing; its form does, without a sign-in", async ({ app, agency }) => {
  const { email } = await newPortalClient(app, agency);
  const path = await mailChoicePath(app, email);
  const stranger = app.visitor();
  for (const method of ["GET", "HEAD"]) expect((await stranger.request(path, { method })).status).toBe(200);
  expect(await chosen(app, email)).toBe("nothing");
  expect((await stranger.open(path)).text).toContain(`to ${email}.`);
  expect((await stranger.submit({ choice: "daily" })).text).toContain("Your choice is saved.");
  expect(await chosen(app, email)).toBe("daily");
});

test("a mail program's one click ends the emails, without cookies and without a redirect", async ({ app, agency }) => {
  const { email } = await newPortalClient(app, agency);
  const path = await mailChoicePath(app, email);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await app.visitor().request(path, { method: "POST", headers, body: "List-Unsubscribe=One-Click" });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("You get no more of these emails.");
  expect(await chosen(app, email)).toBe("none");
});

test("a link that is none says so, and posts to it change nothing", async ({ app }) => {
  const visitor = app.visitor();
  const { status, text } = await visitor.open(`/client-portal/mails/${"A".repeat(43)}`);
  expect(status).toBe(404);
  expect(text).toContain("This link does not work");
  const posted = await visitor.send(`/client-portal/mails/${"A".repeat(43)}`, new URLSearchParams({ choice: "none" }));
  expect(posted.status).toBe(404);
});
