import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { mailTo } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const handleOf = async (owner: Visitor) => typedIn(await owner.open("/settings/general"), "handle") ?? "";
const send = { button: "Save settings" };
const settings = {
  introduction: "I know every street of Ballard.\nCall me any day.",
  "testimonials.first.text": "She found <b>our</b> home in a week.",
  "testimonials.first.name": "Ida",
  "testimonials.first.place": "Ballard",
  "questions.first.question": "Do you work on Sundays?",
  "questions.first.answer": "Yes, until noon.",
};

const workspace = {
  description: "A family firm since 1972.",
  phoneNumber: "(206) 555-0142",
  websiteUrl: "marsh.example",
  brokerage: "Marsh Homes LLC",
  licenseNumber: "WA 20 1187",
  privacyUrl: "https://marsh.example/privacy",
  termsUrl: "https://marsh.example/terms",
};

async function enterAll(owner: Visitor): Promise<void> {
  await owner.open("/settings/general");
  expect((await owner.submit(workspace, { button: "Update workspace" })).text).toContain("Workspace updated.");
  await owner.open("/settings/portal");
}

test("who reads Spanish sees the Spanish texts, and the settings say which are not there", async ({ app, owner }) => {
  const handle = await handleOf(owner);
  await owner.open("/settings/portal");
  const spanish = {
    introductionEs: "Conozco cada calle de Ballard.",
    "testimonials.first.textEs": "Encontró nuestra casa en una semana.",
    "questions.first.answerEs": "Sí, hasta el mediodía.",
  };
  const saved = await owner.submit({ ...settings, ...spanish }, send);
  expect(saved.text.match(/Not filled in: people who read Spanish see the English text/g)).toHaveLength(1);
  const visitor = app.visitor();
  const { text } = await visitor.open(`/client-portal/?workspace=${handle}&language=es`);
  for (const said of Object.values(spanish)) expect(text).toContain(said);
  expect(text).toContain("Do you work on Sundays?");
  expect(text).not.toMatch(/I know every street|in a week|until noon/);
  const english = await visitor.open(`/client-portal/?workspace=${handle}&language=en`);
  expect(english.text).toContain("I know every street");
  expect(english.text).not.toContain("Conozco");
});

test("what the workspace enters is on its landing page, in both languages around it", async ({ app, owner }) => {
  const handle = await handleOf(owner);
  await enterAll(owner);
  const saved = await owner.submit(settings, send);
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining("Client portal settings saved.")]);
  const visitor = app.visitor();
  const { document, text, html } = await visitor.open(`/client-portal/?workspace=${handle}`);
  expect(document.querySelectorAll("h1, h2, h3").map((heading) => heading.text)).toEqual([
    "Ada Marsh",
    "Satisfied Customers",
    "Frequently Asked Questions",
    "When can I start to look at properties?",
    "Which properties should I view?",
    "Do you work on Sundays?",
  ]);
  for (const part of [
    "A family firm since 1972.",
    "I know every street",
    "Ida, Ballard",
    "Yes, until noon.",
    "She found <b>our</b> home",
  ])
    expect(text).toContain(part);
  expect(html).not.toContain("<b>our</b>");
  const foot = document.querySelector("footer");
  expect(foot?.text).toContain("Marsh Homes LLCLicense WA 20 1187Phone (206) 555-0142Equal Housing Opportunity");
  expect(foot?.querySelectorAll("a:not([hreflang])").map((link) => link.getAttribute("href"))).toEqual([
    "tel:+12065550142",
    "https://marsh.example/",
    "https://marsh.example/privacy",
    "https://marsh.example/terms",
  ]);
  const spanish = await visitor.open(`/client-portal/?workspace=${handle}&language=es`);
  expect(spanish.html).toContain('<html lang="es">');
  expect(spanish.text).toContain("Clientes satisfechos");
  expect(spanish.text).toContain("Igualdad de oportunidades en la vivienda");
  expect(spanish.text).toContain("I know every street");
  expect(spanish.text).toContain("Teléfono (206) 555-0142");
  expect(spanish.text).toContain("Sitio web");
});

test("a new workspace's page leaves out what nobody has entered", async ({ app, owner }) => {
  const { text } = await app.visitor().open(`/client-portal/?workspace=${await handleOf(owner)}`);
  expect(text).toContain("Ada Marsh");
  expect(text).not.toContain("Satisfied Customers");
});

test("without a name it is the page that was opened last, or the question for one", async ({ app, owner }) => {
  const handle = await handleOf(owner);
  const visitor = app.visitor();
  const asked = await visitor.open("/client-portal");
  expect(asked.text).toContain("Whose page are you looking for?");
  expect(asked.text).not.toContain("Harbour Homes");
  await visitor.open(`/client-portal?workspace=${handle.toUpperCase()}`);
  expect((await visitor.open("/client-portal/")).text).toContain("Ada Marsh");
});

test("both first pages lead a client to their own pages, and anybody else to sign in", async ({
  app,
  agency,
  owner,
}) => {
  const address = `/client-portal?workspace=${await handleOf(owner)}`;
  const { visitor: client } = await newPortalClient(app, agency);
  for (const path of ["/client-portal/", address, "/client-portal/"]) {
    const stranger = app.visitor();
    await stranger.open(path);
    expect((await stranger.follow("Already a client? Sign in")).url.pathname, path).toBe("/client-portal/login");
    await client.open(path);
    expect((await client.follow("Go to your home search")).url.pathname, path).toBe("/client-portal/dashboard");
  }
  // Staff are no clients.
  expect((await owner.open(address)).text).toContain("Already a client? Sign in");
  const spanish = await client.open(`${address}&language=es`);
  expect(spanish.document.querySelector('header a[href="/client-portal/dashboard"]')?.text).toBe("Ir a su búsqueda");
});

test.for(["nobody-is-here", "../etc", "%00", "a".repeat(300), "<script>"])(
  "a workspace that does not exist is the one generic page: %s",
  async (name, { app }) => {
    const { status, text } = await app.visitor().open(`/client-portal?${new URLSearchParams({ workspace: name })}`);
    expect([status, text.includes("We can't find this page")]).toEqual([404, true]);
  },
);

test("the foot is on the pages of a client who is signed in, and where one signs in", async ({
  app,
  agency,
  owner,
}) => {
  await enterAll(owner);
  const { visitor } = await newPortalClient(app, agency);
  for (const page of ["", "/properties", "/me"]) {
    const { document } = await visitor.open(`/client-portal/dashboard${page}`);
    expect(document.querySelector("footer")?.text).toContain("Marsh Homes LLCLicense WA 20 1187Phone");
  }
  expect((await app.visitor().open("/client-portal/login")).text).toContain("Equal Housing Opportunity");
});

test("the description is on a client's first page and where a property is shared, and nothing is where there is none", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor } = await newPortalClient(app, agency);
  const about = ({ document }: Visit) =>
    document.querySelectorAll("section").filter((section) => /^(About|Acerca de) Harbour/.test(section.text));
  expect(about(await visitor.open("/client-portal/dashboard"))).toEqual([]);
  await enterAll(owner);
  const said = ["About Harbour HomesA family firm since 1972."];
  expect(about(await visitor.open("/client-portal/dashboard")).map(({ text }) => text)).toEqual(said);
  const { id: packageId } = await agency.addPackage();
  await owner.open(`/packages/${packageId}/shares/new`);
  await owner.submit({ label: "For the Lindqvists" }, { button: "Create link" });
  const address = owner.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
  const stranger = app.visitor();
  await stranger.open(address);
  const shared = await stranger.submit({}, { button: "Open" });
  expect(about(shared).map(({ text }) => text)).toEqual(said);
  expect(shared.document.querySelector("footer")?.text).toContain("Phone (206) 555-0142");
  const spanish = await stranger.open(`${shared.url.pathname}?language=es`);
  expect(about(spanish).map(({ text }) => text)).toEqual(["Acerca de Harbour HomesA family firm since 1972."]);
});

test("emails to clients end with the workspace's name, phone number and website", async ({ app, agency, owner }) => {
  await enterAll(owner);
  const client = await newPortalClient(app, agency);
  const reach = "Harbour Homes\n(206) 555-0142\nhttps://marsh.example/\n";
  expect((await mailTo(app, client.email)).text).toContain(`\n\n${reach}`);
  const { id: packageId } = await agency.addPackage();
  await owner.open(`/packages/${packageId}/shares/clients?clients=${client.record.id}`);
  await owner.submit({}, { button: "Share with 1 client, send 1 email" });
  expect((await mailTo(app, client.email)).text).toContain(`\n\n${reach}`);
});

test("half a testimonial and half a question are refused beside their fields, and entries are kept", async ({
  owner,
}) => {
  await owner.open("/settings/portal");
  const wrong = {
    "testimonials.second.text": "Great",
    "questions.second.answer": "Yes",
  };
  const refused = await owner.submit(wrong, send);
  expect([refused.status, messagesOn(refused)]).toEqual([
    400,
    ["Enter who said it.", "Enter the question, or leave the rest blank too."],
  ]);
  expect(refused.html).toContain(">Great</textarea>");
});

test("two people who change different settings both have their way", async ({ agency, owner }) => {
  const colleague = (await agency.join("admin")).visitor;
  await colleague.open("/settings/portal");
  await owner.open("/settings/portal");
  await owner.submit({ "questions.first.question": "Sundays?", "questions.first.answer": "Yes." }, send);
  await colleague.submit({ introduction: "Hello." }, send);
  const both = await colleague.submit({}, send);
  expect([both.status, typedIn(both, "questions.first.question"), both.text.includes("Hello.")]).toEqual([
    200,
    "Sundays?",
    true,
  ]);
});

test("members see the preview and no form", async ({ agency }) => {
  const member = (await agency.join("member")).visitor;
  const page = await member.open("/settings/portal");
  expect(page.text).toContain("Client portal");
  const { text, html } = await member.open("/settings/portal/preview");
  expect(text).toContain("This is the page that everybody sees.");
  expect(html).not.toContain("<script");
});

test("a workspace's own address leads everybody to its landing page, and staff to their workspace as before", async ({
  app,
  owner,
}) => {
  const handle = await handleOf(owner);
  const { url, text } = await app.visitor().open(`/${handle}`);
  expect([url.pathname + url.search, text.includes("Ada Marsh")]).toEqual([`/client-portal?workspace=${handle}`, true]);
  expect((await app.visitor().open("/nobody-is-here")).status).toBe(404);
  expect((await owner.open(`/${handle}`)).text).toContain("You're working in this workspace.");
});
