import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod/mini";
import { type OpenedPage, openPage, type View } from "#tests/support/browser.ts";
import { foreignMarkup } from "#tests/support/foreign-markup.ts";
import { buttonOf, oneLine } from "#tests/support/form-entries.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import { injections } from "#tests/support/injections.ts";
import { addFinding } from "#tests/support/inspecting.ts";
import { createLink, createTemplate } from "#tests/support/package-parts.ts";
import {
  addressValues,
  fillPattern,
  isForPrograms,
  type RouteAddress,
  routeAddresses,
} from "#tests/support/route-map.ts";
import {
  addImport,
  createClient,
  createFolder,
  createPackage,
  registerSeededAgent,
} from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { addTask, addTaskTemplate } from "#tests/support/task-forms.ts";
import { meets } from "#tests/support/turns.ts";
import { type Visit, Visitor } from "#tests/support/visitor.ts";

// Texts that are scripts, in every field and on every page: all of them are shown, and nothing is made of them. That none runs is seen
// on some pages of a real browser.

const origin = inject("origin");
const stored = openStoredRows(inject("databaseUrl"));
const addresses = await routeAddresses();
/** The same, as many together as a search takes. */
const several = [""];
for (const text of injections) {
  const line = `${several.at(-1)} ${text}`.trim();
  if (line.length > 200) several.push(text);
  else several.splice(-1, 1, line);
}
const worst = "</script><script>ran()</script><img src=x onerror=ran()>";

let agent: SeededAgent;
/** Ids of clients who are called as the injections are, in their order. */
const called: string[] = [];
/** Ids of packages in whose every field one of them stands, and all of them together. */
const packages: string[] = [];
/** Of the first of these packages, named as badly. */
const shared = { templateId: "", shareId: "", taskId: "", taskTemplateId: "", address: "" };

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
  const { visitor, clientId } = agent;
  called.push(...(await makeClients()));
  for (const [index, name] of injections.slice(0, 10).entries()) {
    await visitor.open(`/clients/${clientId}/people/new`);
    await visitor.submit({ name, email: `person${index}@client.example` }, { button: "Add person" });
  }
  await visitor.open(`/clients/${clientId}/buyer-profile/edit`);
  const areas = injections.filter((text) => !text.includes(",") && text.length <= 100).slice(0, 30);
  const profile = { preferredAreas: areas.join(", "), notes: injections.join("\n") };
  await visitor.submit(profile, { button: "Save changes" });
  expect(visitor.page.url.pathname).toBe(`/clients/${clientId}`);
  for (let first = 0; first < injections.length; first += 16) {
    const [street = "x", city = "", state = "", zip = "", area = "", agentName = "x", ...schools] = injections.slice(
      first,
      first + 16,
    );
    const id = await createPackage(visitor, { street, city, state, zip, clientId: called[0] ?? "" });
    packages.push(id);
    await visitor.open(`/packages/${id}/edit`);
    await visitor.submit({ area, agentName, schools: schools.join("\n") }, { button: "Save changes" });
    expect(visitor.page.url.pathname, visitor.page.text).toBe(`/packages/${id}`);
    await addFinding(visitor, id, { title: street, system: zip || "x", quote: area, severity: "major" });
  }
  for (const address of injections.slice(0, 8)) {
    await visitor.open(`/packages/${agent.packageId}/comparables/new`);
    const sale = { address, "soldPrice.amount": "1", sqft: "1", soldOn: "2026-03-02" };
    await visitor.submit(sale, { button: "Add comparable" });
  }
  for (const name of several) await createFolder(visitor, { name });
  for (const path of [`/documents/${agent.documentId}`, `/documents/folders/${agent.folderId}`]) {
    await visitor.open(`${path}/renaming`);
    await visitor.submit({ name: worst }, { button: "Save changes" });
    expect(visitor.page.text).toContain(worst);
  }
  const [packageId = ""] = packages;
  const costs = { services: `${worst} 400`, others: `${injections[0]} 1`, "sources.loan": worst };
  shared.templateId = await createTemplate(visitor, packageId, costs, { name: worst });
  shared.shareId = await createLink(visitor, packageId, { label: worst });
  shared.address = visitor.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
  shared.taskId = await addTask(visitor, { title: worst }, `client.${called[0]}`);
  shared.taskTemplateId = await addTaskTemplate(visitor, { title: worst, start: "lost", dueInDays: "1" });
  await visitor.open("/settings/general");
  await visitor.submit({ name: worst }, { button: "Update workspace" });
  expect(visitor.page.text).toContain("Workspace updated.");
}, 180_000);
afterAll(async () => {
  await agent.visitor.close();
  await stored.close();
});

/** Makes clients who are called as the injections are, and gives their ids in that order. A file of them comes in at once. */
async function makeClients(): Promise<string[]> {
  const { visitor } = agent;
  const clients = injections.map((name, index) => ({
    name,
    email: `number${index}@client.example`,
    // No number has more digits than its own.
    phoneNumber: `${10_000 + index} ${name.replaceAll(/\d/g, "").slice(0, 43)}`,
  }));
  // In a file this stands for the text without the apostrophe, as our own files have it.
  const isGuarded = ({ name }: { readonly name: string }): boolean => /^'[=+@-]/.test(name);
  for (const client of clients.filter(isGuarded)) await createClient(visitor, client);
  const cells = clients.filter((client) => !isGuarded(client)).map((client) => Object.values(client));
  const lines = [["Name", "Email", "Phone"], ...cells].map((line) => line.map(quoted).join(","));
  await addImport(visitor, { name: "injections.csv", content: lines.join("\n") });
  await visitor.submit({}, { button: "Import these clients, send no emails" });
  const rows = await stored.query(
    "SELECT id, name FROM upstream.clients WHERE workspace_id::text = $1 AND email LIKE 'number%' ORDER BY length(email), email",
    [agent.workspaceId],
  );
  const made = z.array(z.object({ id: z.string(), name: z.string() })).parse(rows);
  expect(made.map(({ name }) => name)).toEqual([...injections]);
  return made.map(({ id }) => id);
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The page of a client or package whose name is an injection, or of the client whose household's are. */
function pathOf(pattern: string): string {
  const clientId = pattern.includes(":personId") ? agent.clientId : (called[0] ?? "");
  const packageId = /:(?:comparable|finding|report)Id/.test(pattern) ? agent.packageId : (packages[0] ?? "");
  return fillPattern(pattern, addressValues({ ...agent, ...shared, clientId, packageId }));
}

interface Watched extends OpenedPage {
  /** What ran, was asked for elsewhere, broke the page's policy or is a link that could run. */
  readonly found: string[];
}

/** Opens a page that notices whatever an injection could do. */
async function watch(view: View, as?: Visitor): Promise<Watched> {
  const opened = await openPage(view, as);
  const { page, context } = opened;
  const found: string[] = [];
  await context.exposeFunction("ran", () => found.push(`a script ran on ${page.url()}`));
  await context.exposeFunction("violated", (what: string) => found.push(`${what} on ${page.url()}`));
  await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    violated(event.violatedDirective + " was violated by " + event.blockedURI + " " + event.sample))`);
  page.on("dialog", (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) found.push(`${request.url()} was asked for`);
  });
  return { ...opened, found };
}

/** Where the agent of these tests has typed that a sale can be seen, and the demo workspace's own site on its page for clients. */
const typed = ["https://sales.example/", "https://evergreen.example/"];

/** Addresses on the page that would run, or lead to where nobody has said. */
const oddTargets = `[...document.querySelectorAll("a[href], form[action], [formaction], [src], link[href], base")]
  .map((part) => part.href || part.action || part.formAction || part.src || part.outerHTML)
  .filter((address) => !${JSON.stringify(["tel:", "mailto:", ...typed])}.some((scheme) => address.startsWith(scheme)) &&
    !address.startsWith(location.origin + "/"))`;

async function expectQuiet({ page, found, complaints }: Watched): Promise<void> {
  expect([...found, ...complaints], page.url()).toEqual([]);
  expect(await page.evaluate(oddTargets), page.url()).toEqual([]);
}

/** Goes to a page and waits until everything on it has come and hydrated. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "load" });
}

/** What is saved instead of shown. */
const isSaved = (pattern: string): boolean => /^\/documents\/bundle$|\.(?:csv|ics|zip)$/.test(pattern);

const shown = addresses.filter(
  ({ pattern, access }) => access === "agent" && !isForPrograms(pattern) && !isSaved(pattern),
);
const isOurs = (address: string): boolean =>
  ["tel:", "mailto:", ...typed, `${origin}/`].some((start) => address.startsWith(start));

/** Expects that nothing on a page is made of what was typed. Gives it with its text. */
function expectText(page: Visit): Visit {
  expect(foreignMarkup(page.html, page.url, isOurs), page.url.href).toEqual([]);
  return page;
}

/** Opens a page, each second one as it hydrates, and expects that nothing on it is made of what was typed. */
async function open(path: string, place = 0): Promise<Visit> {
  agent.visitor.cookies.set("lk_pin", meets(place, 0, 2) ? "lite" : "full");
  return expectText(await agent.visitor.open(path));
}

function expectAll(text: string): void {
  for (const typed of injections) expect(text).toContain(oneLine(typed));
}

test("the judge would notice", () => {
  const around = [
    (text: string) => `<p>${text}</p>`,
    (text: string) => `<input value="${text}">`,
    (text: string) => `<input value='${text}'>`,
    (text: string) => `<a href="${text}">x</a>`,
    (text: string) => `<textarea>${text}</textarea>`,
    (text: string) => `<title>${text}</title>`,
    (text: string) => `<script>x("${text}")</script>`,
  ];
  const isFound = (html: string) => foreignMarkup(html, new URL(origin), isOurs).length > 0;
  // In a paragraph all that are elements, in each of the others what ends it, and in a script each.
  expect(around.map((put) => injections.filter((text) => isFound(put(text))).length)).toEqual([
    71, 7, 11, 16, 1, 2, 101,
  ]);
});

test("names, areas and notes are shown as text", async () => {
  // Of the pages about one of them a few; all of them stand in the lists.
  for (const [index, text] of injections.entries()) {
    if (index % 8 > 0) continue;
    const { document } = await open(`/clients/${called[index]}`, index / 8);
    expect(document.querySelector("h1")?.text).toBe(text);
  }
  expectAll((await open(`/clients/${agent.clientId}`)).text);
  let properties = "";
  for (const id of [...packages, agent.packageId]) properties += (await open(`/packages/${id}`)).text;
  expectAll(properties);
  expectAll((await open("/documents")).text);
  let { text: listed } = await open("/clients/?sort=open");
  for (let pages = 1; pages < 7; pages += 1) listed += expectText(await agent.visitor.follow("Next")).text;
  expectAll(listed);
});

test("searched for, they stand in the box", async () => {
  const lists = ["/clients/", "/packages/", "/documents", "/search"];
  for (const [place, text] of several.entries()) {
    const query = new URLSearchParams({ q: text, sort: text, after: text, due: text, client: text });
    for (const [turn, list] of lists.entries()) {
      if (!meets(place, turn, lists.length)) continue;
      const { document } = await open(`${list}?${query}`, place);
      expect(document.querySelector("main input[name=q]")?.getAttribute("value")).toBe(text);
    }
  }
});

test("no page of the map holds markup of theirs", async () => {
  expect(shown.length).toBeGreaterThan(15);
  for (const [place, { pattern }] of shown.entries()) await open(pathOf(pattern), place);
});

test("typed into any form, they come back as text", async () => {
  let sent = 0;
  for (const [place, { pattern, query = "", button, buttonBefore = button, typed }] of agentForms.entries()) {
    const names = Object.keys(typed(agent));
    if (names.length === 0) continue;
    await open(pathOf(pattern) + query, place);
    if (await typeEverywhere(agent.visitor, buttonBefore, names)) sent += 1;
  }
  expect(sent).toBeGreaterThan(50);
});

test("typed before the sign-in, they come back as text", async () => {
  const visitor = new Visitor(origin);
  for (const { pattern, query = "", button, typed } of publicForms) {
    if (pattern.includes(":") || pattern === "/register/workspace" || pattern === "/login/code") continue;
    await visitor.move();
    expectText(await visitor.open(pattern + query));
    await typeEverywhere(visitor, button, Object.keys(typed()));
  }
  for (const [index, next] of injections.entries()) {
    const email = several[index % several.length] ?? "";
    expectText(await visitor.open(`/login/?${new URLSearchParams({ next, email })}`));
  }
  await visitor.close();
});

test("as parts of addresses, they lead nowhere", async () => {
  for (const [index, text] of injections.entries())
    if (index % 8 === 0) await open(`/${encodeURIComponent(text)}`, index / 8);
  for (const [place, { pattern }] of addresses.filter(isPageWithParameter).entries()) {
    // One page says for all of them that there is nothing.
    if (!meets(place, 0, 4)) continue;
    await open(fillPattern(pattern, worstValues(pattern)), place / 4);
  }
});

/** A picture that is refused is no page that a browser could open. */
const isPageWithParameter = ({ pattern }: RouteAddress): boolean =>
  pattern.includes(":") && !pattern.startsWith("/pictures");

const worstValues = (pattern: string) =>
  Object.fromEntries((pattern.match(/:\w+/g) ?? []).map((name) => [name.slice(1), encodeURIComponent(worst)]));

/** Types all of them into the text fields of the form with this button, and sends it. Gives false where the page has none. */
async function typeEverywhere(visitor: Visitor, button: string, names: readonly string[]): Promise<boolean> {
  const { document, url } = visitor.page;
  const forms = document.querySelectorAll("main form[method=post]").filter((form) => buttonOf(form, button));
  // A browser lets nobody type text into a field for a date, or into a choice.
  const fields = "input:not([type^=date], [type=checkbox], [type=radio], [type=hidden]), textarea";
  const [first] = forms;
  const values = names.filter((name) =>
    first?.querySelectorAll(fields).some((field) => field.getAttribute("name") === name),
  );
  if (values.length === 0) return false;
  const all = injections.join(" ");
  const page = await visitor.submit(Object.fromEntries(values.map((name) => [name, all])), { button });
  // Refused, or taken by a field that has room for all of it.
  expect(page.html, `what ${url.pathname} says`).toMatch(/role="alert"|class="(?:[^"]* )?(?:toast|note)[ "]/);
  expectText(page);
  return true;
}

test("the pages would notice", async () => {
  const watched = await watch({ scripts: "lite", width: 390 }, agent.visitor);
  await visit(watched.page, "/clients/");
  await watched.page.evaluate(`document.body.insertAdjacentHTML("beforeend", "<a href='javascript:ran()'>x</a>");
    document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=ran()>"); ran()`);
  await expect.poll(() => watched.found.length).toBeGreaterThan(1);
  expect(watched.found.join()).toMatch(/a script ran/);
  expect(watched.found.join()).toMatch(/violated/);
  expect(await watched.page.evaluate(oddTargets)).toEqual(["javascript:ran()"]);
});

test("in a browser none of them runs", { timeout: 120_000 }, async () => {
  const watched = await watch({ scripts: "full", width: 1280 }, agent.visitor);
  const { page } = watched;
  for (const path of [
    `/clients/${called[injections.indexOf("</script><script>ran()</script>")]}`,
    `/clients/${agent.clientId}`,
    `/packages/${packages[0]}`,
    "/documents",
    `/search?${new URLSearchParams({ q: several[0] ?? "" })}`,
    `/${encodeURIComponent(worst)}`,
  ]) {
    await visit(page, path);
    await expectQuiet(watched);
  }
  await visit(page, "/clients/?sort=open");
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText(/^Showing 16 to/).waitFor();
  await expectQuiet(watched);
  await visit(page, "/clients/new");
  for (const field of ["Name", "Email"]) await page.getByLabel(field, { exact: true }).fill(injections.join(" "));
  await page.getByRole("button", { name: "Create client" }).click();
  await page.getByRole("alert").first().waitFor();
  await expectQuiet(watched);
});

test("shown to somebody outside they do nothing", async () => {
  const watched = await watch({ scripts: "adaptive", width: 390 });
  await visit(watched.page, shared.address);
  expect(await watched.page.getByRole("heading", { level: 1 }).textContent()).toBe(worst);
  await expectQuiet(watched);
  await watched.page.getByRole("button", { name: "Open" }).click();
  await watched.page.getByText("Ask about this property").waitFor();
  await expectQuiet(watched);
  await visit(watched.page, `/login/?${new URLSearchParams({ next: "javascript:ran()", email: worst })}`);
  await expectQuiet(watched);
});
