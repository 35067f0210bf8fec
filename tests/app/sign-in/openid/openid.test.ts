import { describe, expect, onTestFinished, vi } from "vitest";
import { createOpenIdProvider } from "#server/openid/provider.ts";
import { appTest } from "#tests/support/app-test.ts";
import { type Application, mailedPath, mailTo } from "#tests/support/application.ts";
import {
  newProviderPerson,
  type ProviderPerson,
  startProvider,
  type TestProvider,
} from "#tests/support/openid-provider.ts";
import { setUpByPages } from "#tests/support/two-step-visitor.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = appTest(null)
  .extend("provider", { scope: "file" }, async ({ app }, { onCleanup }) => {
    const provider = await startProvider(app.origin);
    onCleanup(() => provider.close());
    return provider;
  })
  .extend("configured", { auto: true }, ({ app, provider }, { onCleanup }) => {
    app.pretend({ openId: connect(app, provider) });
    onCleanup(() => {
      provider.distort(null);
      provider.fail(false);
    });
  });

function connect({ origin, secrets, log }: Application, provider: TestProvider) {
  const { issuer, clientId, clientSecret } = provider;
  const settings = { issuer, clientId, clientSecret, name: "Acme", isInsecure: true };
  return createOpenIdProvider({ settings, publicOrigin: origin, secrets, log });
}

const addressOf = ({ page }: Visitor): string => {
  const link = page.document.querySelectorAll("a").find(({ text }) => text === "Go on");
  const address = link?.getAttribute("href");
  if (address === undefined) throw new Error(`No way on at ${page.url.pathname}: ${page.text}`);
  return address;
};

/** From the sign-in page to the provider. */
async function leave(visitor: Visitor, next = ""): Promise<string> {
  await visitor.open(next === "" ? "/login/" : `/login/?next=${encodeURIComponent(next)}`);
  await visitor.submit({}, { button: "Continue with Acme" });
  return addressOf(visitor);
}

async function signIn(
  provider: TestProvider,
  visitor: Visitor,
  person: ProviderPerson | null,
  next = "",
): Promise<Visit> {
  return visitor.open(await provider.visit(await leave(visitor, next), person));
}

/** Somebody whose account is linked. */
async function linked(app: Application, provider: TestProvider, person = newProviderPerson()) {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await signIn(provider, visitor, person);
  await visitor.follow("Sign in with a password");
  await visitor.submit({ email: owner.email, password: owner.password }, { button: "Login" });
  const { text } = await visitor.submit({}, { button: "Link account" });
  expect(text).toContain("Linked. Acme signs you in from now on.");
  return { owner, person, visitor };
}

const titleOf = ({ page }: Visitor) => page.document.querySelector("h1")?.text;

test("an unknown person signs in once in the usual way, links, and is signed in by the provider from then on", async ({
  app,
  provider,
}) => {
  const person = newProviderPerson();
  const owner = await app.newOwner();
  const visitor = app.visitor();
  const { text } = await signIn(provider, visitor, person);
  expect(titleOf(visitor)).toBe("Link your account");
  expect(text).toContain(`You signed in at Acme as ${person.email}`);
  await visitor.follow("Sign in with a password");
  await visitor.submit({ email: owner.email, password: owner.password }, { button: "Login" });
  expect(visitor.page.url.pathname).toBe("/settings/account/openid");
  expect(visitor.page.text).toContain(`${person.email} at Acme will sign in to your account here, ${owner.email}.`);
  expect((await visitor.submit({}, { button: "Link account" })).text).toContain("Account there");
  expect((await mailTo(app, owner.email)).subject).toBe("A new way to sign in to Latchkey was added");
  const later = app.visitor();
  await signIn(provider, later, person, "/account/password");
  expect([later.page.url.pathname, titleOf(later)]).toEqual(["/account/password", "Change password"]);
  expect((await later.open("/settings/account")).text).toContain(person.email);
});

test("an email address at the provider joins no account, and makes none", async ({ app, provider }) => {
  const owner = await app.newOwner();
  const visitor = app.visitor();
  await signIn(provider, visitor, newProviderPerson({ email: owner.email }));
  expect(titleOf(visitor)).toBe("Link your account");
  expect((await visitor.open("/dashboard")).url.pathname).toBe("/login/");
  const { rows } = await app.database.pool.query("SELECT FROM upstream.accounts WHERE email = $1", [owner.email]);
  expect(rows).toHaveLength(1);
});

test("an emailed link proves the account, too", async ({ app, provider }) => {
  const owner = await app.newOwner();
  const person = newProviderPerson();
  const visitor = app.visitor();
  await signIn(provider, visitor, person);
  await visitor.follow("Email me a sign-in link");
  await visitor.submit({ email: owner.email }, { button: "Send email" });
  await visitor.open(await mailedPath(app, owner.email));
  await visitor.submit({}, { button: "Login" });
  await visitor.open("/settings/account/openid");
  expect((await visitor.submit({}, { button: "Link account" })).text).toContain("Linked. Acme signs you in");
});

test("the account is linked and unlinked in the settings, and the password goes on working", async ({
  app,
  provider,
}) => {
  const owner = await app.newOwner();
  const person = newProviderPerson();
  const visitor = await app.signedIn(owner);
  await visitor.open("/settings/account");
  await visitor.follow("Link Acme");
  await visitor.submit({}, { button: "Link Acme" });
  await visitor.open(await provider.visit(addressOf(visitor), person));
  await visitor.submit({}, { button: "Link account" });
  const unlinked = await visitor.submit({}, { button: "Unlink" });
  expect(unlinked.text).toContain("Unlinked. Your password and emailed links go on working.");
  const later = app.visitor();
  await signIn(provider, later, person);
  expect(titleOf(later)).toBe("Link your account");
  expect((await later.signIn(owner)).url.pathname).toBe("/dashboard");
});

test("a session that is not new takes the password to link, and keeps what the provider said meanwhile", async ({
  app,
  provider,
}) => {
  const owner = await app.newOwner();
  const visitor = await app.signedIn(owner);
  await app.database.pool.query(
    `UPDATE upstream.sessions SET inserted_at = inserted_at - interval '15 minutes'
     WHERE account_id = (SELECT id FROM upstream.accounts WHERE email = $1)`,
    [owner.email],
  );
  await visitor.open("/settings/account/openid");
  await visitor.submit({}, { button: "Link Acme" });
  await visitor.open(await provider.visit(addressOf(visitor), newProviderPerson()));
  const wrong = await visitor.submit({ password: "not the right one" }, { button: "Link account" });
  expect([wrong.status, wrong.text.includes("That isn't your password.")]).toEqual([400, true]);
  const { text } = await visitor.submit({ password: owner.password }, { button: "Link account" });
  expect(text).toContain("Linked. Acme signs you in");
});

test("one account there is linked with one account here", async ({ app, provider }) => {
  const { person } = await linked(app, provider);
  const visitor = await app.signedIn(await app.newOwner());
  await visitor.open("/settings/account/openid");
  await visitor.submit({}, { button: "Link Acme" });
  await visitor.open(await provider.visit(addressOf(visitor), person));
  const { status, text } = await visitor.submit({}, { button: "Link account" });
  expect([status, text.includes("is linked with another account here.")]).toEqual([409, true]);
});

describe("the second step", () => {
  test("is asked for after the provider, and leads to the requested page", async ({ app, provider }) => {
    const { owner, person, visitor } = await linked(app, provider);
    const twoStep = await setUpByPages(app, owner, visitor);
    const later = app.visitor();
    await signIn(provider, later, person, "/account/password");
    expect(titleOf(later)).toBe("Enter your code");
    expect((await later.open("/dashboard")).url.pathname).toBe("/login/second-step");
    await later.open("/login/second-step?next=%2Faccount%2Fpassword");
    await later.submit({ code: await twoStep.code() }, { button: "Login" });
    expect(later.page.url.pathname).toBe("/account/password");
  });

  test("is not asked for where the provider says that it asked for one", async ({ app, provider }) => {
    const { owner, person, visitor } = await linked(app, provider);
    await setUpByPages(app, owner, visitor);
    const later = app.visitor();
    await signIn(provider, later, { ...person, methods: ["pwd", "otp", "mfa"] });
    expect(later.page.url.pathname).toBe("/dashboard");
  });
});

describe("an answer of the provider", () => {
  test("that says no is told, and something else can be tried", async ({ app, provider }) => {
    const visitor = app.visitor();
    const { status, text } = await signIn(provider, visitor, null);
    expect([status, text.includes("Acme didn't sign you in.")]).toEqual([403, true]);
    await visitor.follow("Sign in another way");
    expect(visitor.page.url.pathname).toBe("/login/");
  });

  const cannotBeUsed = "The answer from Acme can't be used";

  test("works once, and in the browser that began alone", async ({ app, provider }) => {
    const { person } = await linked(app, provider);
    const visitor = app.visitor();
    const answer = await provider.visit(await leave(visitor), person);
    const stranger = app.visitor();
    await leave(stranger);
    for (const elsewhere of [app.visitor(), stranger]) {
      const { status, text } = await elsewhere.open(answer);
      expect([status, text.includes(cannotBeUsed)]).toEqual([400, true]);
    }
    provider.asked.length = 0;
    expect((await visitor.open(answer)).url.pathname).toBe("/dashboard");
    expect((await visitor.open(answer)).status).toBe(400);
    expect(provider.asked.filter((path) => path === "/token")).toHaveLength(1);
    expect((await visitor.open("/dashboard")).status).toBe(200);
  });

  test("after 15 minutes is too late", async ({ app, provider }) => {
    const { person } = await linked(app, provider);
    const visitor = app.visitor();
    const answer = await provider.visit(await leave(visitor), person);
    await app.database.pool.query("UPDATE app.sessions SET ends_at = now() WHERE kind = 'visitor'");
    const { status, text } = await visitor.open(answer);
    expect([status, text.includes(cannotBeUsed)]).toEqual([400, true]);
  });

  test.for(["state", "nonce", "code_challenge"])("to another %s signs nobody in", async (name, { app, provider }) => {
    const { person } = await linked(app, provider);
    const visitor = app.visitor();
    const address = new URL(await leave(visitor));
    address.searchParams.set(name, "A".repeat(43));
    const { status, text } = await visitor.open(await provider.visit(address.href, person));
    expect([status, text.includes(cannotBeUsed)]).toEqual([400, true]);
    expect((await visitor.open("/dashboard")).url.pathname).toBe("/login/");
  });

  test("with a token of a wrong signature signs nobody in, and the log says why without the token", async ({
    app,
    provider,
  }) => {
    const { person } = await linked(app, provider);
    const tokens: string[] = [];
    provider.distort((path, body) => {
      if (path !== "/token") return body;
      return body.replace(/"id_token":"([^"]+)"/, (_, token: string) => {
        const [head = "", claims = "", signature = ""] = token.split(".");
        const forged = `${head}.${claims}.${signature.split("").reverse().join("")}`;
        tokens.push(forged);
        return `"id_token":"${forged}"`;
      });
    });
    const { status, text } = await signIn(provider, app.visitor(), person);
    expect([status, text.includes(cannotBeUsed), tokens.length]).toEqual([400, true, 1]);
    expect(app.logged()).toContain("Nobody signed in by the OpenID provider");
    const [, claims = "none"] = (tokens[0] ?? "").split(".");
    expect(app.logged()).not.toContain(claims);
    expect(app.logged()).not.toContain(provider.clientSecret);
  });

  test("signed with a new key is checked by it at once, without a call for each answer", async ({ app, provider }) => {
    const { person } = await linked(app, provider);
    app.pretend({ openId: connect(app, provider) });
    const callsForKeys = () => provider.asked.filter((path) => path === "/jwks").length;
    const before = callsForKeys();
    for (let number = 0; number < 2; number += 1)
      expect((await signIn(provider, app.visitor(), person)).url.pathname).toBe("/dashboard");
    expect(callsForKeys() - before).toBe(1);
    provider.rotateKey();
    vi.spyOn(Date, "now").mockImplementation(
      (
        (later) => () =>
          later
      )(Date.now() + 6_000),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await signIn(provider, app.visitor(), person)).url.pathname).toBe("/dashboard");
    expect(callsForKeys() - before).toBe(2);
    // A key that is not among the provider's causes one call for keys in five seconds.
    provider.distort((path, body) => (path === "/jwks" ? '{"keys":[]}' : body));
    provider.rotateKey();
    for (let number = 0; number < 3; number += 1)
      expect((await signIn(provider, app.visitor(), person)).status).toBe(400);
    expect(callsForKeys() - before).toBe(2);
  });

  test("with a secret that the provider does not know says that it is not set up correctly", async ({
    app,
    provider,
  }) => {
    const { person } = await linked(app, provider);
    app.pretend({ openId: connect(app, { ...provider, clientSecret: "a secret of before" }) });
    const { status, text } = await signIn(provider, app.visitor(), person);
    expect([status, text.includes("Signing in with Acme is not set up correctly here.")]).toEqual([502, true]);
    expect(app.logged()).toContain('"kind":"misconfigured"');
  });

  test("from a provider that fails is no answer, and it is asked again later", async ({ app, provider }) => {
    const { person } = await linked(app, provider);
    app.pretend({ openId: connect(app, provider) });
    provider.fail(true);
    const visitor = app.visitor();
    await visitor.open("/login/");
    const { status, text } = await visitor.submit({}, { button: "Continue with Acme" });
    expect([status, text.includes("Acme isn't responding right now.")]).toEqual([503, true]);
    provider.fail(false);
    await visitor.submit({}, { button: "Continue with Acme" });
    const answer = await provider.visit(addressOf(visitor), person);
    provider.fail(true);
    expect((await visitor.open(answer)).status).toBe(503);
    provider.fail(false);
    expect((await signIn(provider, visitor, person)).url.pathname).toBe("/dashboard");
  });

  test("without an account that could take it changes nothing for who is signed in", async ({ app }) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    await visitor.open("/login/openid/callback?code=x&state=y");
    expect(visitor.page.status).toBe(400);
    expect((await visitor.open("/account/password")).status).toBe(200);
  });
});

test("too many answers that sign nobody in are refused for a while", async ({ app, provider }) => {
  app.limitTries(async ({ kind }) =>
    kind === "openid" ? { allowed: false, retryAfterSeconds: 120 } : { allowed: true, uncount: async () => {} },
  );
  const { status, text, headers } = await signIn(provider, app.visitor(), newProviderPerson());
  expect([status, headers.get("retry-after"), text.includes("Try again in 2 minutes.")]).toEqual([429, "120", true]);
});

test("the way to the provider begins with the button alone, refreshes itself, and tells the browser no secret", async ({
  app,
  provider,
}) => {
  const visitor = app.visitor();
  expect((await visitor.open("/login/openid")).url.pathname).toBe("/login/");
  expect(visitor.cookies.has("latchkey_openid")).toBe(false);
  const address = new URL(await leave(visitor));
  const { html } = visitor.page;
  expect(html).toContain(`http-equiv="refresh" content="0;url=${address.href.replaceAll("&", "&amp;")}"`);
  expect(address.origin + address.pathname).toBe(`${provider.issuer}/auth`);
  const asked = Object.fromEntries(address.searchParams);
  const random = expect.stringMatching(/^[\w-]{43}$/);
  expect(asked).toEqual({
    client_id: provider.clientId,
    redirect_uri: `${app.origin}/login/openid/callback`,
    response_type: "code",
    scope: "openid email",
    code_challenge_method: "S256",
    code_challenge: random,
    state: random,
    nonce: random,
  });
  const { rows } = await app.database.pool.query("SELECT * FROM app.sessions");
  const columns = rows.flatMap((row) => Object.values(row));
  const texts = columns.map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)));
  const kept = [html, ...visitor.cookies.values(), ...texts].join("\n");
  for (const secret of [provider.clientSecret, "verifier"]) expect(kept).not.toContain(secret);
});

test("an address to go on to that is not ours is dropped", async ({ app, provider }) => {
  const { person } = await linked(app, provider);
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "/client-portal/dashboard"]) {
    expect((await signIn(provider, app.visitor(), person, next)).url.href).toBe(`${app.origin}/dashboard`);
  }
});

test("the provider is asked nothing before somebody goes there, and what it says of itself is remembered", async ({
  app,
  provider,
}) => {
  app.pretend({ openId: connect(app, provider) });
  provider.asked.length = 0;
  const visitor = app.visitor();
  await visitor.open("/login/");
  expect(provider.asked).toEqual([]);
  await leave(visitor);
  await leave(visitor);
  expect(provider.asked).toEqual(["/.well-known/openid-configuration"]);
});

describe("without a provider", () => {
  test("the sign-in page has no button, and its addresses lead nowhere", async ({ app }) => {
    app.pretend();
    const visitor = app.visitor();
    expect((await visitor.open("/login/")).text).not.toContain("Continue with");
    expect((await visitor.open("/login/openid/callback?code=x&state=y")).status).toBe(404);
    expect((await visitor.open("/login/openid/link")).status).toBe(404);
    expect((await visitor.send("/login/openid", new URLSearchParams())).status).toBe(404);
  });

  test("a linked account is still shown and unlinked", async ({ app, provider }) => {
    const { visitor } = await linked(app, provider);
    app.pretend();
    await visitor.open("/settings/account/openid");
    await visitor.submit({}, { button: "Unlink" });
    expect(visitor.page.text).toContain("No other provider signs people in here.");
  });
});
