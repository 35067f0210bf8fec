import { http } from "msw";
import { describe, expect } from "vitest";
import type { Attempt } from "#app/session/context.ts";
import { findMailedLink } from "#tests/support/agent.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { addressValuesOf, fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { clockOff, newTwoStepPerson, type TwoStepPerson } from "#tests/support/two-step-visitor.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const titleOf = ({ page }: Visitor) => page.document.querySelector("h1")?.text;

async function firstStep(app: Application, person: TwoStepPerson, next = "/account/password"): Promise<Visitor> {
  const visitor = app.visitor();
  await visitor.open(`/login/?next=${encodeURIComponent(next)}`);
  await visitor.submit({ email: person.email, password: person.password }, { button: "Login" });
  return visitor;
}

test("after the password the code is asked for, which leads to the requested page, under a new session id", async ({
  app,
}) => {
  const person = await newTwoStepPerson(app);
  const visitor = await firstStep(app, person);
  expect([titleOf(visitor), visitor.page.url.search]).toEqual(["Enter your code", "?next=%2Faccount%2Fpassword"]);
  const half = visitor.cookies.get("latchkey") ?? "";
  await visitor.submit({ code: await person.code() }, { button: "Login" });
  expect([visitor.page.url.pathname, titleOf(visitor)]).toEqual(["/account/password", "Change password"]);
  expect(visitor.cookies.get("latchkey")).not.toBe(half);
  expect(await app.store.sessions.find(half)).toBeNull();
});

test("a wrong password says nothing of a second step", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const visitor = app.visitor();
  const { status, text } = await visitor.signIn({ email: person.email, password: "not the right one" });
  expect([status, text.includes("Incorrect email or password.")]).toEqual([400, true]);
});

test.for([
  ["000000", "That code isn't right."],
  ["12345", "Enter the 6 digits from your authenticator app."],
  ["", "Enter the 6 digits from your authenticator app."],
] as const)("the code %s is refused with a sentence", async ([code, sentence], { app }) => {
  const visitor = await firstStep(app, await newTwoStepPerson(app));
  const { status, text } = await visitor.submit({ code }, { button: "Login" });
  expect([status, text.includes(sentence)]).toEqual([400, true]);
});

test("a phone whose clock is off is told so", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const visitor = await firstStep(app, person);
  const { text } = await visitor.submit({ code: await person.code(clockOff) }, { button: "Login" });
  expect(text).toContain("Your phone's clock is about 2 minutes fast.");
});

test("a double click on the code signs in once", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const visitor = await firstStep(app, person);
  const fields = new URLSearchParams(
    visitor.page.document
      .querySelectorAll("form input[name]")
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  fields.delete("trust");
  fields.set("code", await person.code());
  const post = () =>
    visitor.request("/login/second-step", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: `latchkey=${visitor.cookies.get("latchkey")}`,
      },
      body: fields.toString(),
    });
  const answers = await Promise.all([post(), post()]);
  expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual(
    Array(2).fill([303, "/dashboard"]),
  );
  expect((await visitor.open("/account/password")).url.pathname).toBe("/account/password");
});

test("a recovery code signs in once", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const [code = ""] = person.recoveryCodes;
  const visitor = await firstStep(app, person);
  await visitor.follow("Use a recovery code");
  await visitor.submit({ code }, { button: "Login" });
  expect(visitor.page.url.pathname).toBe("/account/password");
  const again = await firstStep(app, person);
  await again.follow("Use a recovery code");
  const { status, text } = await again.submit({ code: code.toLowerCase() }, { button: "Login" });
  expect([status, text.includes("it was used already")]).toEqual([400, true]);
});

describe("a sign-in that waits for its second step", () => {
  test("opens no page for staff, and no action", async ({ app }) => {
    const visitor = await firstStep(app, await newTwoStepPerson(app));
    const values = addressValuesOf("00000000-0000-4000-8000-000000000000", "no-such-place");
    const guarded = (await routeAddresses()).filter(
      ({ pattern, access }) => pattern !== "/:handle" && (access === "agent" || access === "view"),
    );
    expect(guarded.length).toBeGreaterThan(100);
    app.calls.length = 0;
    for (const { pattern } of guarded) {
      const path = fillPattern(pattern, values);
      const read = await visitor.request(path);
      expect([path, read.status, read.headers.get("location")]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/login\/second-step(\?|$)/),
      ]);
      const write = await visitor.request(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "name=Maya",
      });
      expect([path, write.status, write.headers.get("location")]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/login\/second-step(\?|$)/),
      ]);
    }
    expect(app.calls).toEqual([]);
  });

  test("holds a token that the service takes for nothing else", async ({ app }) => {
    const visitor = await firstStep(app, await newTwoStepPerson(app));
    const kept = await app.store.sessions.find(visitor.cookies.get("latchkey") ?? "");
    expect([kept?.kind, kept?.token, kept?.personId]).toEqual(["visitor", null, null]);
    const token = kept?.visitorState.secondStep ?? "";
    expect(token).toHaveLength(43);
    expect((await app.callUpstream("GET", "/sessions/current", { token })).status).toBe(401);
  });

  test("is forgotten by whoever signs in as someone else", async ({ app }) => {
    const person = await newTwoStepPerson(app);
    const other = await app.newOwner();
    const visitor = await firstStep(app, person);
    await visitor.follow("sign in as someone else");
    await visitor.submit({ email: other.email, password: other.password }, { button: "Login" });
    expect(visitor.page.url.pathname).toBe("/account/password");
    expect((await visitor.open("/login/second-step")).url.pathname).not.toBe("/login/second-step");
  });

  test("ends with the password", async ({ app }) => {
    const person = await newTwoStepPerson(app);
    const visitor = await firstStep(app, person);
    await person.visitor.open("/account/password");
    await person.visitor.submit(
      { currentPassword: person.password, newPassword: "another quiet street 93" },
      { button: "Change password" },
    );
    const { status, text } = await visitor.submit({ code: await person.code() }, { button: "Login" });
    expect([status, text.includes("Sign in again")]).toEqual([410, true]);
  });
});

test("without a first step, the pages of the second lead to the sign-in page", async ({ app }) => {
  const visitor = app.visitor();
  for (const path of ["/login/second-step", "/login/second-step/recovery"]) {
    expect((await visitor.open(`${path}?next=/clients`)).url.href).toBe(`${app.origin}/login/?next=%2Fclients`);
  }
});

test("every mailed way leads to the second step", async ({ app }) => {
  app.pretend({ demo: true });
  const person = await newTwoStepPerson(app);
  const visitor = app.visitor();
  await visitor.open("/login/link?next=/clients");
  await visitor.submit({ email: person.email }, { button: "Send email" });
  const mail = (await app.mailer.recent(50)).find(({ to }) => to === person.email);
  const [, code = ""] = /\n(\d{6})\n/.exec(mail?.text ?? "") ?? [];
  await visitor.submit({ code }, { button: "Login" });
  expect([titleOf(visitor), visitor.page.url.searchParams.get("next")]).toEqual(["Enter your code", "/clients"]);

  await visitor.open("/login/link");
  await visitor.submit({ email: person.email }, { button: "Send email" });
  await visitor.open(await findMailedLink(visitor, person.email, "/sign-in/"));
  await visitor.submit();
  expect(titleOf(visitor)).toBe("Enter your code");

  await visitor.open("/password/forgotten");
  await visitor.submit({ email: person.email });
  await visitor.open(await findMailedLink(visitor, person.email, "/password/"));
  await visitor.submit({ password: "another quiet street 93" });
  expect(titleOf(visitor)).toBe("Enter your code");
  await visitor.submit({ code: await person.code() }, { button: "Login" });
  expect(visitor.page.url.pathname).toBe("/dashboard");
});

test("tries are counted by account and browser, and taken back when they are right", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const visitor = await firstStep(app, person);
  const tries: Attempt[] = [];
  let uncounted = 0;
  app.limitTries(async (attempt) => {
    tries.push(attempt);
    return {
      allowed: true,
      async uncount() {
        uncounted += 1;
      },
    };
  });
  await visitor.submit({ code: "000000" }, { button: "Login" });
  await visitor.submit({ code: await person.code() }, { button: "Login" });
  expect(tries).toEqual(Array(2).fill({ kind: "second_step", account: person.email, device: null }));
  expect(uncounted).toBe(1);
  const other = await firstStep(app, person);
  await other.open("/login/second-step/recovery");
  tries.length = 0;
  await other.submit({ code: person.recoveryCodes[0] ?? "" }, { button: "Login" });
  expect(tries).toEqual([{ kind: "recovery_code", account: person.email, device: null }]);
});

test("after too many tries the page says how long to wait", async ({ app }) => {
  const visitor = await firstStep(app, await newTwoStepPerson(app));
  app.limitTries(async () => ({ allowed: false, retryAfterSeconds: 600 }));
  const { status, text, headers } = await visitor.submit({ code: "123456" }, { button: "Login" });
  expect([status, headers.get("retry-after")]).toEqual([429, "600"]);
  expect(text).toContain("Try again in 10 minutes.");
});

test("a trusted browser is not asked again, until the password changes", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const visitor = await firstStep(app, person);
  await visitor.submit({ code: await person.code(), trust: "on" }, { button: "Login" });
  expect(visitor.cookies.get("latchkey_trusted")).toHaveLength(43);
  await visitor.submit({}, { button: "Sign out" });
  await visitor.signIn(person);
  expect(visitor.page.url.pathname).toBe("/dashboard");
  await visitor.open("/account/password");
  const password = "another quiet street 93";
  await visitor.submit({ currentPassword: person.password, newPassword: password }, { button: "Change password" });
  await visitor.submit({}, { button: "Sign out" });
  await visitor.signIn({ email: person.email, password });
  expect(titleOf(visitor)).toBe("Enter your code");
});

test("while sessions are out of reach, the step says so and accepts nothing", async ({ app }) => {
  const person = await newTwoStepPerson(app);
  const visitor = await firstStep(app, person);
  app.setSessionStoreDown(true);
  const { status, text } = await visitor.submit({ code: await person.code() }, { button: "Login" });
  expect([status, text.includes("cannot reach its database")]).toEqual([503, true]);
  app.setSessionStoreDown(false);
  await visitor.open("/login/second-step");
  await visitor.submit({ code: await person.code() }, { button: "Login" });
  expect(visitor.page.url.pathname).toBe("/dashboard");
});

test("while the service is down, the step says so", async ({ app }) => {
  const visitor = await firstStep(app, await newTwoStepPerson(app));
  app.use(
    http.all("*", () => {
      throw new Error("down");
    }),
  );
  const { status, text } = await visitor.submit({ code: "123456" }, { button: "Login" });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(text).toContain("isn't responding right now");
});
