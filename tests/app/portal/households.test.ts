import { describe, expect } from "vitest";
import { householdField, personField, workspaceField } from "#app/session/hidden-fields.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest, sharedAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { clientForms } from "#tests/support/client-forms.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import { inviteClient, newPortalClient, type PortalClient, portalPath } from "#tests/support/portal-client.ts";
import { fillForm, type PostedForm, post } from "#tests/support/posted-form.ts";
import { fillPattern, routeAddresses } from "#tests/support/route-map.ts";
import { portalRecordIds, type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { typedIn } from "../page-reading.ts";

// One address in several households: whatever is sent goes to the one in whose portal it was opened.

const home = "/client-portal/dashboard";
const choice = "/client-portal/workspaces";

const shared = sharedAgencyTest()
  .extend("buyer", { scope: "file" }, ({ app, owner }) => {
    app.pretend({ demo: true });
    return seedBuyer(owner);
  })
  /** The client id of another household of the workspace, whose invitation the buyer has accepted. */
  .extend("other", { scope: "file" }, async ({ app, agency, buyer }) => {
    app.pretend({ demo: true });
    const { id } = await agency.addClient({ name: "Erik Lindqvist", email: buyer.email });
    await agency.call("POST", "/portal_invitations", { clientId: id });
    const phone = new Visitor(app.origin);
    await phone.open(await portalPath(app, buyer.email));
    await phone.submit({}, { button: "Open my home search" });
    await phone.close();
    await switchTo(buyer.visitor, buyer.clientId);
    return id;
  })
  .extend("isDemo", { auto: true }, ({ app, other: _made }) => {
    app.pretend({ demo: true });
    return true;
  });

const postInParts = (visitor: Visitor, { path, fields }: PostedForm) =>
  visitor.request(path, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: multipartOf(fields),
  });

const switchTo = (visitor: Visitor, household: string) => visitor.send(choice, new URLSearchParams({ household }));

const kept = [
  "activities",
  "portal_requests",
  "client_mail_choices",
  "portal_calendars",
  "portal_people",
  "messages",
  "message_drafts",
  "portal_answers",
  "portal_questions",
  "portal_priorities",
  "showings",
  "tasks",
  "documents",
  "buyer_profiles",
  "clients",
];

/** What has been kept so far of a workspace, table by table, of which nothing may change. */
async function stateOf(app: Application, { workspaceId }: Agency): Promise<object> {
  // People of the portal belong to no workspace.
  const rowsOf = kept.map(
    (table) =>
      `(select jsonb_agg(to_jsonb(t) order by t::text) from upstream.${table} t
         where coalesce(to_jsonb(t)->>'workspace_id', $1) = $1) as ${table}`,
  );
  const live = `(select count(*)::text from upstream.sessions where revoked_at is null and (
    account_id in (select account_id from upstream.memberships where workspace_id::text = $1)
    or client_email in (select email from upstream.clients where workspace_id::text = $1))) as live`;
  const { rows } = await app.database.pool.query<object>(`select ${rowsOf.join(", ")}, ${live}`, [workspaceId]);
  return rows[0] ?? {};
}

describe("every form of the portal", () => {
  shared(
    "says to whom, in which workspace and in whose portal it was shown",
    { timeout: 60_000 },
    async ({ buyer }) => {
      const { visitor, packageId, documentId } = buyer;
      const values = { ...portalRecordIds, packageId, documentId };
      const without: string[] = [];
      let seen = 0;
      for (const { pattern, access, file } of await routeAddresses()) {
        if (access !== "client" || !file.endsWith(".tsx") || !pattern.startsWith(home)) continue;
        const page = await visitor.open(fillPattern(pattern, values));
        for (const form of page.document.querySelectorAll("form[method=post]")) {
          const action = form.getAttribute("action") ?? "";
          // Signing out, and the choice of a household, name theirs by themselves or need none.
          if (/^\/client-portal\/(sign-out|workspaces)/.test(action)) continue;
          seen += 1;
          for (const name of [workspaceField, personField, householdField]) {
            const fields = form.querySelectorAll(`input[name="${name}"]`);
            const isThere = fields.length === 1 && (fields[0]?.getAttribute("value") ?? "") !== "";
            if (!isThere) without.push(`${pattern}: ${name}`);
          }
          expect(form.querySelector(`input[name="${householdField}"]`)?.getAttribute("value")).toBe(buyer.clientId);
        }
      }
      expect(without).toEqual([]);
      expect(seen).toBeGreaterThan(15);
    },
  );

  shared.for(clientForms)(
    "$pattern, $button, changes nothing where another household is open",
    { timeout: 60_000 },
    async (form, { app, agency, buyer, other }) => {
      await switchTo(buyer.visitor, buyer.clientId);
      const filled = fillForm(await form.open(buyer), form.button, form.typed());
      await switchTo(buyer.visitor, other);
      const before = await stateOf(app, agency);
      const answer = await post(buyer.visitor, filled);
      const said = await answer.text();
      expect([answer.status, await stateOf(app, agency)]).toEqual([409, before]);
      // As a form with files is sent, whether it has any or not.
      const inParts = await postInParts(buyer.visitor, filled);
      expect([inParts.status, await stateOf(app, agency)]).toEqual([409, before]);
      expect(await inParts.text()).toContain("Nothing was sent");
      expect(said).toContain("Nothing was sent");
      expect(said).toMatch(/home search of Nora[^<]*,/);
      expect(said).toContain("You have that of Erik Lindqvist open now.");
      await switchTo(buyer.visitor, buyer.clientId);
    },
  );

  shared.for(clientForms)(
    "$pattern, $button, changes nothing for another person who is signed in",
    { timeout: 60_000 },
    async (form, { app, agency, buyer }) => {
      const filled = fillForm(await form.open(buyer), form.button, form.typed());
      const { visitor } = await newPortalClient(app, agency, "Ida Other");
      await visitor.open(home);
      const before = await stateOf(app, agency);
      const answer = await post(visitor, filled);
      const said = await answer.text();
      expect([answer.status, await stateOf(app, agency)]).toEqual([409, before]);
      const inParts = await postInParts(visitor, filled);
      expect([inParts.status, await stateOf(app, agency)]).toEqual([409, before]);
      expect(said).toContain("opened by someone else");
      for (const typed of Object.values(form.typed()).filter((text) => text.includes(" ")))
        expect(said).not.toContain(typed);
    },
  );
});

describe("a page of a record of one household, loaded again while another is open, names its own and asks", () => {
  const pages = {
    property: ({ packageId }: SeededBuyer) => `/properties/${packageId}`,
    "rating of a property": ({ packageId }: SeededBuyer) => `/properties/${packageId}/rating`,
    "summary of a document": ({ documentId }: SeededBuyer) => `/documents/${documentId}/summary`,
    "document for a task": ({ taskId }: SeededBuyer) => `/tasks/${taskId}/document`,
  };
  shared.for(Object.entries(pages))("%s", async ([, pageOf], { buyer, other }) => {
    const { visitor, clientId } = buyer;
    const path = home + pageOf(buyer);
    await switchTo(visitor, other);
    const asked = await visitor.open(path);
    expect([asked.url.pathname, asked.status]).toEqual([choice, 200]);
    expect(asked.text).toContain("This page is in the home search of Nora Lind");
    // Nothing is switched by looking.
    expect((await visitor.open(`${home}/documents`)).text).toContain("No documents yet.");
    await visitor.open(path);
    const opened = await visitor.submit({}, { form: "main form" });
    expect([opened.url.pathname, opened.status]).toEqual([path, 200]);
    expect(opened.url.searchParams.get("household")).toBe(clientId);
  });

  shared("what is in none of them is not found", async ({ buyer, other }) => {
    await switchTo(buyer.visitor, other);
    const strange = "00000000-0000-4000-8000-000000000000";
    for (const below of [`/properties/${strange}`, `/documents/${strange}/summary`, `/tasks/${strange}/document`])
      expect((await buyer.visitor.open(home + below)).status).toBe(404);
    // Whoever has been asked is not asked again.
    await switchTo(buyer.visitor, buyer.clientId);
    const gone = `${home}/properties/${buyer.packageId}/showings/${strange}/cancellation`;
    expect((await buyer.visitor.open(`${gone}?household=${buyer.clientId}`)).status).toBe(404);
  });
});

const test = newAgencyTest();

interface Both {
  readonly nora: PortalClient;
  /** The client id of the second household. */
  readonly his: string;
}

/** Somebody in two households of an agency, with the first one open. */
async function inBoth(app: Application, agency: Agency): Promise<Both> {
  const nora = await newPortalClient(app, agency, "Nora Lindqvist");
  const { id } = await agency.addClient({ name: "Erik Lindqvist", email: nora.email });
  await agency.call("POST", "/portal_invitations", { clientId: id });
  const phone = app.visitor();
  await phone.open(await portalPath(app, nora.email));
  await phone.submit({}, { button: "Open my home search" });
  return { nora, his: id };
}

test("somebody of two households of an agency chooses between them by name, and each has its own thread", async ({
  app,
  agency,
}) => {
  const { nora, his } = await inBoth(app, agency);
  const { visitor, record } = nora;
  expect((await visitor.open(home)).text).toContain("Home search of Nora Lindqvist");
  await visitor.follow("Another home search");
  const choices = visitor.page.document.querySelectorAll("main button").map(({ text }) => text.split(",")[0]);
  expect(choices).toEqual(["Erik Lindqvist", "Nora Lindqvist"]);
  const [erik = ""] = visitor.page.document.querySelectorAll("main button").map(({ text }) => text);
  expect((await visitor.submit({}, { button: erik })).text).toContain("Home search of Erik Lindqvist");
  await visitor.open(`${home}/messages`);
  await visitor.submit({ body: "This is for Erik's agent." }, { button: "Send message" });
  const { rows } = await app.database.pool.query(
    "select client_id from upstream.messages where body like 'This is for%'",
  );
  expect(rows).toEqual([{ client_id: his }]);
  await switchTo(visitor, record.id);
  expect((await visitor.open(`${home}/messages`)).text).not.toContain("This is for Erik");
  // The next sign-in in this browser begins where the last one was.
  const later = app.visitor();
  for (const [name, value] of visitor.cookies) if (name.endsWith("workspace")) later.cookies.set(name, value);
  await later.open("/client-portal/login");
  await later.submit({ email: nora.email });
  const code = /\b\d{6}\b/.exec((await mailTo(app, nora.email)).text)?.[0] ?? "";
  expect((await later.submit({ code })).text).toContain("Home search of Nora Lindqvist");
});

test("a page that is still open sends nothing into the other household: what was typed waits in its own", async ({
  app,
  agency,
}) => {
  const { nora, his } = await inBoth(app, agency);
  const { visitor, record } = nora;
  const words = "Our ceiling is 900k.";
  for (const button of ["Send message", "Save draft"]) {
    await switchTo(visitor, record.id);
    await visitor.open(`${home}/messages`);
    const open = visitor.page;
    await switchTo(visitor, his);
    const { fields } = fillForm(open, "Send message", { body: words });
    const path = button === "Send message" ? `${home}/messages` : `${home}/messages/draft`;
    const refused = await visitor.send(path, fields);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("What you typed is kept for 30 minutes");
    expect(refused.text).toContain("Stay with Erik Lindqvist");
    // In the other household it is not shown.
    expect(typedIn(await visitor.open(path), "body")).toBe("");
    await visitor.send(path, fields);
    const back = await visitor.submit({}, { form: "main form" });
    expect([back.url.pathname, typedIn(back, "body")]).toEqual([path, words]);
    expect(back.text).toContain("Home search of Nora Lindqvist");
  }
  expect((await visitor.submit({}, { button: "Send message" })).text).toContain("Your message is sent.");
  const { rows } = await app.database.pool.query("select client_id from upstream.messages where body = $1", [words]);
  expect(rows).toEqual([{ client_id: record.id }]);
});

test("a form that was sent leads into its own household when it is sent once more", async ({ app, agency }) => {
  const { nora, his } = await inBoth(app, agency);
  const { visitor } = nora;
  await visitor.open(`${home}/messages`);
  const { path, fields } = fillForm(visitor.page, "Send message", { body: "Only once." });
  expect((await post(visitor, { path, fields })).status).toBe(303);
  await switchTo(visitor, his);
  const again = await visitor.send(path, fields);
  expect([again.url.pathname, again.text]).toEqual([choice, expect.stringContaining("home search of Nora Lindqvist")]);
  expect((await visitor.submit({}, { form: "main form" })).url.pathname).toBe(`${home}/messages`);
  const { rows } = await app.database.pool.query("select from upstream.messages where body = 'Only once.'");
  expect(rows).toHaveLength(1);
});

test("a file that was chosen in one household is not kept in the other, which says so", async ({ app, agency }) => {
  const { nora, his } = await inBoth(app, agency);
  const { visitor } = nora;
  await visitor.open(`${home}/documents`);
  const other = app.visitor();
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  await switchTo(other, his);
  const letter = new File(["We would lend you money."], "Pre-approval.txt", { type: "text/plain" });
  const refused = await visitor.submit({}, { button: "Send document", files: [letter] });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Nothing was sent")]);
  expect(refused.text).toContain("Choose Pre-approval.txt again.");
  expect(refused.text).not.toContain("What you typed");
  await switchTo(visitor, nora.record.id);
  await visitor.open(`${home}/messages`);
  await switchTo(other, his);
  const message = await visitor.submit({ body: "Here it is." }, { button: "Send message", files: [letter] });
  expect(message.text).toContain("What you typed is kept for 30 minutes");
  expect(message.text).toContain("Choose Pre-approval.txt again.");
  const back = await visitor.submit({}, { form: "main form" });
  expect([typedIn(back, "body"), back.text]).toEqual([
    "Here it is.",
    expect.stringContaining("Choose Pre-approval.txt again."),
  ]);
  const { rows } = await app.database.pool.query("select from upstream.documents where workspace_id = $1", [
    agency.workspaceId,
  ]);
  expect(rows).toEqual([]);
});

test("a mailed link of another household names it and asks; of one that is not theirs nothing is found", async ({
  app,
  agency,
}) => {
  const { nora, his } = await inBoth(app, agency);
  const { visitor, record } = nora;
  const link = `${home}/messages?household=${his}`;
  const asked = await visitor.open(link);
  expect(asked.url.pathname).toBe(choice);
  expect(asked.text).toContain("This page is in the home search of Erik Lindqvist");
  expect(asked.text).toContain("You have the home search of Nora Lindqvist open.");
  // Nothing is switched by looking.
  expect((await visitor.open(home)).text).toContain("Home search of Nora Lindqvist");
  await visitor.open(link);
  const opened = await visitor.submit({}, { button: `Switch to Erik Lindqvist, ${await nameOf(app, agency)}` });
  expect([opened.url.pathname, opened.status]).toEqual([`${home}/messages`, 200]);
  expect(opened.text).toContain("Home search of Erik Lindqvist");
  expect((await visitor.open(`${home}?household=${his}`)).status).toBe(200);
  const { id: strange } = await agency.addClient({ name: "Somebody Else" });
  for (const household of [strange, "none", ""])
    expect((await visitor.open(`${home}/messages?household=${household}`)).status).toBe(404);
  expect(record.id).not.toBe(his);
});

async function nameOf(app: Application, agency: Agency): Promise<string> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    "select name from upstream.workspaces where id = $1",
    [agency.workspaceId],
  );
  return rows[0]?.name ?? "";
}

test("a link to a page of a household that is not accepted offers the invitation by name", async ({ app, agency }) => {
  const { visitor, email } = await newPortalClient(app, agency, "Nora Lindqvist");
  const { id } = await agency.addClient({ name: "Erik Lindqvist", email });
  await agency.call("POST", "/portal_invitations", { clientId: id });
  expect((await visitor.open(home)).text).toContain("Home search of Nora Lindqvist");
  const asked = await visitor.open(`${home}/messages?household=${id}`);
  expect(asked.text).toContain("You are invited to it.");
  const accepted = await visitor.submit({}, { form: "main form" });
  expect([accepted.url.pathname, accepted.text]).toEqual([
    `${home}/messages`,
    expect.stringContaining("Home search of Erik Lindqvist"),
  ]);
});

test("a used invitation leads whoever is signed in to its household, and the page of one says that it is personal", async ({
  app,
  agency,
}) => {
  const invited = await inviteClient(app, agency, "Nora Lindqvist");
  const { text } = await mailTo(app, invited.email);
  expect(text).toContain("just for you");
  const visitor = app.visitor();
  const page = await visitor.open(invited.path);
  expect(page.text).toContain("Home search of Nora Lindqvist");
  expect(page.text).toContain("Don't forward it.");
  await visitor.submit({}, { button: "Open my home search" });
  const again = await visitor.open(invited.path);
  expect([again.url.pathname, again.status]).toEqual([home, 200]);
  const stranger = app.visitor();
  expect((await stranger.open(invited.path)).status).toBe(410);
  // A used sign-in link does the same.
  await stranger.open("/client-portal/login");
  await stranger.submit({ email: invited.email });
  const link = await portalPath(app, invited.email);
  await stranger.open(link);
  await stranger.submit({}, { button: "Sign in" });
  expect((await stranger.open(`${link}?next=${encodeURIComponent(`${home}/me`)}`)).url.pathname).toBe(`${home}/me`);
});

test("whoever signs in by a code is offered their invitations, and accepts each by itself", async ({ app, agency }) => {
  const { email, record } = await inviteClient(app, agency, "Nora Lindqvist");
  const { id } = await agency.addClient({ name: "Erik Lindqvist", email });
  await agency.call("POST", "/portal_invitations", { clientId: id });
  const visitor = app.visitor();
  await visitor.open("/client-portal/login");
  await visitor.submit({ email });
  const code = /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
  const offered = await visitor.submit({ code });
  expect([offered.url.pathname, offered.status]).toEqual([choice, 200]);
  const buttons = offered.document.querySelectorAll("main button").map(({ text }) => text);
  expect(buttons).toEqual([
    expect.stringMatching(/^Accept: Erik Lindqvist/),
    expect.stringMatching(/^Accept: Nora Lindqvist/),
  ]);
  const opened = await visitor.submit({}, { form: "main section form", button: buttons[1] ?? "" });
  expect(opened.text).toContain("Home search of Nora Lindqvist");
  const { rows } = await app.database.pool.query(
    "select client_id from upstream.portal_invitations where email_key = $1 and accepted_at is not null",
    [email],
  );
  expect(rows).toEqual([{ client_id: record.id }]);
});

test("revoking the open household leads to what is left, and never to an empty choice", async ({ app, agency }) => {
  const { nora, his } = await inBoth(app, agency);
  const { visitor } = nora;
  await switchTo(visitor, his);
  await visitor.open(`${home}/messages`);
  const { path, fields } = fillForm(visitor.page, "Send message", { body: "For Erik alone." });
  await revoke(app, his);
  const refused = await visitor.send(path, fields);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("For Erik alone.")]);
  expect(refused.text).toContain("no longer have access to");
  await switchTo(visitor, nora.record.id);
  expect((await visitor.open(home)).status).toBe(200);
  const left = await visitor.open(choice);
  expect(left.document.querySelectorAll("main button").map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Nora Lindqvist, /),
  ]);
  expect((await visitor.open(home)).status).toBe(200);
  await revoke(app, nora.record.id);
  for (const path of [home, choice]) {
    const closed = await visitor.open(path);
    expect([closed.url.pathname, closed.status]).toEqual([home, 403]);
    expect(closed.text).toContain("Your home search is closed");
  }
});

async function revoke(app: Application, clientId: string): Promise<void> {
  await app.database.pool.query("update upstream.portal_invitations set revoked_at = now() where client_id = $1", [
    clientId,
  ]);
}
