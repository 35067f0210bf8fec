import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { type Application, mailTo } from "#tests/support/application.ts";
import { successfulControls } from "#tests/support/form-entries.ts";
import { inviteClient, newPortalClient, portalPath } from "#tests/support/portal-client.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

/** Shares a property by the form. @param ticked whether those without access are invited */
async function share(owner: Visitor, packageId: string, clientId: string, ticked = true): Promise<void> {
  await owner.open(`/packages/${packageId}/shares/clients?clients=${clientId}`);
  await owner.submit(ticked ? {} : { invites: [] }, { button: "Share with 1 client, send 1 email" });
  expect(owner.page.text).toContain("Shared with 1 client.");
}

/** The address that the newest mail to somebody leads to, without the origin. */
async function pathIn(app: Application, email: string): Promise<string> {
  const { text } = await mailTo(app, email);
  return /https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? "";
}

test("the mail leads an invited person through the sign-in link to the property in the portal", async ({
  app,
  agency,
  owner,
}) => {
  const { email, record } = await newPortalClient(app, agency, "Nora Lind");
  const { id } = await agency.addPackage({ beds: 3 });
  await share(owner, id, record.id);
  const mail = await mailTo(app, email);
  expect(mail.subject).toContain("12 Alder Lane");
  expect(mail.text).toContain("Hello Nora,");
  const path = await pathIn(app, email);
  expect(path).toMatch(/^\/client-portal\/sign-in\/[\w-]{43}\?next=/);
  const visitor = app.visitor();
  for (let look = 0; look < 3; look += 1) expect((await visitor.open(path)).status).toBe(200);
  const property = await visitor.submit({}, { button: "Sign in" });
  expect([property.url.pathname, property.text]).toEqual([
    `/client-portal/dashboard/properties/${id}`,
    expect.stringContaining("12 Alder Lane"),
  ]);
  // It works once; where one is signed in already it goes on to the property.
  expect((await visitor.open(path)).url.pathname).toBe(property.url.pathname);
  const elsewhere = app.visitor();
  expect((await elsewhere.open(path)).status).toBe(410);
  await elsewhere.submit({}, { button: "Send me a fresh link" });
  await elsewhere.open(await pathIn(app, email));
  expect((await elsewhere.submit({}, { button: "Sign in" })).url.pathname).toBe(property.url.pathname);
});

test("a property that the mail has led to counts as opened at the client's link", async ({ app, agency, owner }) => {
  const { email, record } = await newPortalClient(app, agency, "Nora Lind");
  const { id } = await agency.addPackage({ beds: 3 });
  await share(owner, id, record.id);
  const links = async () => (await owner.open(`/packages/${id}/shares`)).text;
  expect(await links()).toContain("Not opened yet");
  const visitor = app.visitor();
  await visitor.open(await pathIn(app, email));
  await visitor.submit({}, { button: "Sign in" });
  // What no person has asked for counts as nobody's.
  expect(await links()).toContain("Not opened yet");
  const headers = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };
  await visitor.request(`/client-portal/dashboard/properties/${id}`, { headers });
  expect(await links()).toContain("Opened once");
});

test("who is in several workspaces is asked before the property of the one that is not open is shown", async ({
  app,
  agency,
  owner,
}) => {
  const { email, record } = await newPortalClient(app, agency, "Nora Lind");
  const second = await startAgency(app);
  const other = await second.addClient({ name: "Nora Second", email });
  await second.call("POST", "/portal_invitations", { clientId: other.id });
  const accepting = app.visitor();
  await accepting.open(await portalPath(app, email));
  await accepting.submit({}, { button: "Open my home search" });
  const { id } = await agency.addPackage({ beds: 3 });
  await share(owner, id, record.id);
  const visitor = app.visitor();
  await visitor.open(await pathIn(app, email));
  const asked = await visitor.submit({}, { button: "Sign in" });
  expect(asked.url.pathname).toBe("/client-portal/workspaces");
  expect(asked.text).toContain("This page is in the home search of Nora Lind");
  const form = asked.document.querySelector("main form");
  if (form === null) throw new Error("There is no button.");
  const action = new URL(form.getAttribute("action") ?? "", asked.url);
  const chosen = await visitor.submit({}, { form: "main form" });
  expect([chosen.url.pathname, chosen.status]).toEqual([`/client-portal/dashboard/properties/${id}`, 200]);
  expect(chosen.text).toContain("12 Alder Lane");
  // Nobody is led off the site by it.
  action.search = `?${new URLSearchParams({ next: "//evil.example" })}`;
  expect((await visitor.send(action, successfulControls(form, {}, undefined))).url.pathname).toBe(
    "/client-portal/dashboard",
  );
});

test("a person who was invited and has not accepted does so by a button, and is led there, too", async ({
  app,
  agency,
  owner,
}) => {
  const { email, record } = await inviteClient(app, agency, "Nora Lind");
  const { id } = await agency.addPackage({ beds: 3 });
  await share(owner, id, record.id);
  const visitor = app.visitor();
  await visitor.open(await pathIn(app, email));
  expect((await visitor.submit({}, { button: "Sign in" })).text).toContain("You are invited to it.");
  const { url } = await visitor.submit({}, { form: "main form" });
  expect(url.pathname).toBe(`/client-portal/dashboard/properties/${id}`);
});

test("others are invited by the same mail if the agent chose so, else they get the link's own page", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addPackage({ beds: 3 });
  const [asked, plain] = [
    await agency.addClient({ name: "Ida Asked", email: "ida.asked@buyer.example" }),
    await agency.addClient({ name: "Otto Plain", email: "otto.plain@buyer.example" }),
  ];
  await share(owner, id, asked.id);
  await share(owner, id, plain.id, false);
  const visitor = app.visitor();
  expect((await visitor.open(await pathIn(app, "ida.asked@buyer.example"))).url.pathname).toMatch(
    /^\/client-portal\/invitations\//,
  );
  const { url } = await visitor.submit({}, { button: "Open my home search" });
  expect(url.pathname).toBe(`/client-portal/dashboard/properties/${id}`);
  expect((await owner.open(`/clients/${asked.id}/activity`)).text).toContain("Invited to the client portal");
  expect(await pathIn(app, "otto.plain@buyer.example")).toMatch(/^\/shared\/[\w-]{43}$/);
  expect((await owner.open(`/clients/${plain.id}/activity`)).text).not.toContain("Invited to the client portal");
});

test("whoever was revoked is not invited again by a share", async ({ app, agency, owner }) => {
  const { email, record } = await newPortalClient(app, agency);
  const { document } = await owner.open(`/clients/${record.id}`);
  await owner.open(document.querySelector('a[href$="/revocation"]')?.getAttribute("href") ?? "");
  await owner.submit({}, { button: "Revoke access" });
  const { id } = await agency.addPackage({ beds: 3 });
  await share(owner, id, record.id);
  expect(await pathIn(app, email)).toMatch(/^\/shared\/[\w-]{43}$/);
});

test("the mail is in the language that the person chose", async ({ app, agency, owner }) => {
  const { visitor, email, record } = await newPortalClient(app, agency, "Nora Lind");
  await visitor.open("/client-portal/dashboard/me");
  await visitor.submit({ language: "es" }, { button: "Save" });
  const { id } = await agency.addPackage({ beds: 3 });
  await share(owner, id, record.id);
  const { subject, text } = await mailTo(app, email);
  expect(subject).toBe("12 Alder Lane: una propiedad para usted");
  expect(text).toContain("Hola Nora,");
  expect(text).toContain("Ver la propiedad");
});

test("signing in leads to no page outside the portal, whatever the link says", async ({ app, agency }) => {
  const { path } = await inviteClient(app, agency);
  const visitor = app.visitor();
  await visitor.open(`${path}?next=${encodeURIComponent("//evil.example/client-portal/dashboard")}`);
  const { url } = await visitor.submit({}, { button: "Open my home search" });
  expect([url.origin, url.pathname]).toEqual([app.origin, "/client-portal/dashboard"]);
  // The same where somebody is signed in already.
  const again = await visitor.open(`${path}?next=${encodeURIComponent("/clients")}`);
  expect(again.url.pathname).toBe("/client-portal/dashboard");
});
