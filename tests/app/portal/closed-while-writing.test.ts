import { describe, expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { type ClientForm, clientForms } from "#tests/support/client-forms.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import { portalPath } from "#tests/support/portal-client.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { typedIn } from "../page-reading.ts";

// Whoever's home search is closed while they write reads what they typed, with what happened.

const home = "/client-portal/dashboard";

const test = sharedAgencyTest()
  .extend("buyer", { scope: "file" }, ({ app, owner }) => {
    app.pretend({ demo: true });
    return seedBuyer(owner);
  })
  /** The client id of another household of the workspace, which the buyer may open. */
  .extend("other", { scope: "file" }, async ({ app, agency, buyer }) => {
    app.pretend({ demo: true });
    const { id } = await agency.addClient({ name: "Erik Lindqvist", email: buyer.email });
    await agency.call("POST", "/portal_invitations", { clientId: id });
    const phone = new Visitor(app.origin);
    await phone.open(await portalPath(app, buyer.email));
    await phone.submit({}, { button: "Open my home search" });
    await phone.close();
    return id;
  })
  .extend("isDemo", { auto: true }, ({ app, other: _made }) => {
    app.pretend({ demo: true });
    return true;
  });

const setRevoked = (app: Application, clientId: string, at: string | null) =>
  app.database.pool.query("update upstream.portal_invitations set revoked_at = $2 where client_id = $1", [
    clientId,
    at,
  ]);

const switchTo = (visitor: Visitor, household: string) =>
  visitor.send("/client-portal/workspaces", new URLSearchParams({ household }));

const photo = new File([new Uint8Array(5_000_000)], "Kitchen.jpg", { type: "image/jpeg" });

const isMultipart = ({ visitor }: SeededBuyer, button: string) =>
  visitor.page.document
    .querySelectorAll("form[enctype='multipart/form-data']")
    .some((form) => form.querySelectorAll("button").some(({ text }) => text.trim() === button));

/** Fills in a form, lets something happen, and sends it as a browser does, with a file where it takes some. */
async function sendAfter(buyer: SeededBuyer, form: ClientForm, happen: () => Promise<unknown>) {
  const page = await form.open(buyer);
  const typed = form.typed();
  const { path, fields } = fillForm(page, form.button, typed);
  const takesFiles = isMultipart(buyer, form.button);
  await happen();
  const answer = await buyer.visitor.send(path, takesFiles ? multipartOf(fields, [photo]) : fields);
  const texts = Object.values(typed).filter((text) => text.includes(" "));
  return { answer, takesFiles, missing: texts.filter((text) => !answer.text.includes(text)) };
}

const withText = clientForms.filter(({ does, typed }) => does === "stores" || Object.keys(typed()).length > 0);

describe("what was typed is shown, and a file that was chosen is named, where meanwhile", () => {
  test.for(withText)(
    "the household is closed to somebody with another one: $pattern, $button",
    async (form, { app, buyer, other }) => {
      await switchTo(buyer.visitor, buyer.clientId);
      const sent = await sendAfter(buyer, form, () => setRevoked(app, buyer.clientId, new Date().toISOString()));
      await setRevoked(app, buyer.clientId, null);
      expect([sent.answer.status, sent.missing]).toEqual([409, []]);
      expect(sent.answer.text).toContain("a home search that you no longer have access to");
      if (sent.takesFiles) expect(sent.answer.text).toContain("Kitchen.jpg");
      expect(other).not.toBe(buyer.clientId);
    },
  );

  test.for(withText)("their only household is closed: $pattern, $button", async (form, { app, buyer, other }) => {
    await switchTo(buyer.visitor, buyer.clientId);
    await setRevoked(app, other, new Date().toISOString());
    const sent = await sendAfter(buyer, form, () => setRevoked(app, buyer.clientId, new Date().toISOString()));
    for (const id of [buyer.clientId, other]) await setRevoked(app, id, null);
    expect([sent.answer.status, sent.missing]).toEqual([403, []]);
    expect(sent.answer.text).toContain("Your home search is closed");
    if (sent.takesFiles) expect(sent.answer.text).toContain("Kitchen.jpg");
  });

  test.for(withText)("the client is archived: $pattern, $button", async (form, { agency, buyer }) => {
    await switchTo(buyer.visitor, buyer.clientId);
    const archival = `/clients/${buyer.clientId}/archival`;
    const sent = await sendAfter(buyer, form, () => agency.call("POST", archival));
    await agency.call("DELETE", archival);
    expect([sent.answer.status, sent.missing]).toEqual([403, []]);
    if (sent.takesFiles) expect(sent.answer.text).toContain("Kitchen.jpg");
  });

  test.for(withText.filter(({ pattern }) => pattern.startsWith("/properties/:packageId/")))(
    "the property is put in the trash: $pattern, $button",
    async (form, { agency, buyer }) => {
      await switchTo(buyer.visitor, buyer.clientId);
      const entry = { kind: "package", recordId: buyer.packageId };
      const sent = await sendAfter(buyer, form, () => agency.call("POST", "/trashed_records", entry));
      await agency.call("POST", `/trashed_records/${buyer.packageId}/restoration`);
      expect([sent.answer.status, sent.missing]).toEqual([404, []]);
    },
  );
});

async function signIn(app: Application, visitor: Visitor, email: string) {
  await visitor.submit({ email });
  const code = /\b\d{6}\b/.exec((await mailTo(app, email)).text)?.[0] ?? "";
  return visitor.submit({ code });
}

test("what waited for signing in is shown where its household is closed meanwhile, until it is put away", async ({
  app,
  buyer,
  other,
}) => {
  const { visitor, email } = buyer;
  await switchTo(visitor, buyer.clientId);
  await visitor.open(`${home}/messages`);
  const { path, fields } = fillForm(visitor.page, "Send message", { body: "Is the roof new?" });
  await app.database.pool.query("update upstream.sessions set revoked_at = now() where client_email = $1", [email]);
  const login = await visitor.send(path, multipartOf(fields, [photo]));
  expect(login.url.pathname).toBe("/client-portal/login");
  await setRevoked(app, buyer.clientId, new Date().toISOString());
  const shown = await signIn(app, visitor, email);
  expect([shown.url.pathname, shown.text]).toEqual([`${home}/messages`, expect.stringContaining("Is the roof new?")]);
  expect(shown.text).toContain("a home search that you no longer have access to");
  expect(shown.text).toContain("Kitchen.jpg");
  // Looking at it again does not use it up, and other pages are open.
  expect((await visitor.open(`${home}/documents`)).text).toContain("No documents yet.");
  expect((await visitor.open(`${home}/messages`)).text).toContain("Is the roof new?");
  const thread = await visitor.submit({}, { form: "main form" });
  expect([thread.url.pathname, thread.status]).toEqual([`${home}/messages`, 200]);
  expect(thread.text).not.toContain("Is the roof new?");
  await setRevoked(app, buyer.clientId, null);
  await switchTo(visitor, other);
});

test("a file that was chosen before signing in again is named, to be chosen once more", async ({ app, buyer }) => {
  const { visitor, email } = buyer;
  await switchTo(visitor, buyer.clientId);
  await visitor.open(`${home}/messages`);
  const { path, fields } = fillForm(visitor.page, "Send message", { body: "Here is the kitchen." });
  await app.database.pool.query("update upstream.sessions set revoked_at = now() where client_email = $1", [email]);
  await visitor.send(path, multipartOf(fields, [photo]));
  const back = await signIn(app, visitor, email);
  expect([back.url.pathname, typedIn(back, "body")]).toEqual([`${home}/messages`, "Here is the kitchen."]);
  expect(back.text).toContain("Choose Kitchen.jpg again");
});
