import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod/mini";
import { type OpenedPage, openPage, type View } from "#tests/support/browser.ts";
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
import type { Visitor } from "#tests/support/visitor.ts";

// Texts that are scripts, in every field and on every page of a real browser: all of them are shown, none of them runs.

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

const hydrating: View = { scripts: "full", width: 1280 };
const views: readonly View[] = [hydrating, { scripts: "lite", width: 390 }];

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

test("names, areas and notes are shown and do nothing", { timeout: 120_000 }, async () => {
  const watched = await watch(hydrating, agent.visitor);
  const { page } = watched;
  // Of the pages about one of them a few; all of them stand in the lists.
  for (const [index, text] of injections.entries()) {
    if (index % 16 > 0) continue;
    await visit(page, `/clients/${called[index]}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(text);
    await expectQuiet(watched);
  }
  await visit(page, `/clients/${agent.clientId}`);
  const main = (await page.locator("main").textContent())?.replaceAll(/\s+/g, " ");
  for (const text of injections) expect(main).toContain(text.replaceAll(/\s+/g, " "));
  await expectQuiet(watched);
  let properties = "";
  for (const id of [...packages, agent.packageId]) {
    await visit(page, `/packages/${id}`);
    properties += await page.locator("main").textContent();
    await expectQuiet(watched);
  }
  for (const text of injections) expect(properties.replaceAll(/\s+/g, " ")).toContain(text.replaceAll(/\s+/g, " "));
  await visit(page, "/documents");
  const folders = (await page.locator("main").textContent())?.replaceAll(/\s+/g, " ");
  for (const text of injections) expect(folders).toContain(text.replaceAll(/\s+/g, " "));
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
});

test("searched for, they stand in the box and do nothing", { timeout: 120_000 }, async () => {
  const watched = await watch(hydrating, agent.visitor);
  const lists = [
    ["/clients/", "Search clients"],
    ["/packages/", "Search opportunities"],
    ["/documents", "Search documents"],
    ["/search", "Search everything"],
  ] as const;
  for (const [place, text] of several.entries()) {
    const query = new URLSearchParams({ q: text, sort: text, after: text, due: text, client: text });
    for (const [turn, [list, box]] of lists.entries()) {
      if (!meets(place, turn, lists.length)) continue;
      await visit(watched.page, `${list}?${query}`);
      expect(await watched.page.getByPlaceholder(box).inputValue()).toBe(text);
      await expectQuiet(watched);
    }
  }
});

const shown = addresses.filter(
  ({ pattern, access }) => access === "agent" && !isForPrograms(pattern) && !isSaved(pattern),
);

/** What a page's text is made of, by the browser's own parser, other than what our pages are made of. */
const foreignMarkup = `(html) => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("*")]
  .filter((part) => part.matches("iframe, frame, object, embed, base, math, video, audio, [srcdoc]") ||
    (part.localName === "script" && part.textContent.includes("ran(")) ||
    [...part.attributes].some(({ name, value }) => name.startsWith("on") || /^[\\s\\0-\\x1f]*(javascript|data|vbscript):/i.test(value) &&
      /^(href|src|action|formaction|xlink:href|data)$/.test(name)))
  .map((part) => part.outerHTML)`;

test("no page of the map holds markup of theirs", { timeout: 120_000 }, async () => {
  expect(shown.length).toBeGreaterThan(15);
  const { page } = await watch({ scripts: "lite", width: 390 }, agent.visitor);
  const markupIn = async (html: string): Promise<unknown> =>
    page.evaluate(`(${foreignMarkup})(${JSON.stringify(html)})`);
  expect(await markupIn(injections.map((text) => `<p>${text}</p>`).join(""))).not.toEqual([]);
  for (const { pattern } of shown) {
    const response = await agent.visitor.request(pathOf(pattern));
    expect(await markupIn(await response.text()), pattern).toEqual([]);
  }
});

describe.each(views)("with scripts $scripts", (view) => {
  test("pages of the map that show them do nothing", { timeout: 120_000 }, async () => {
    const watched = await watch(view, agent.visitor);
    for (const [place, { pattern }] of shown.entries()) {
      // One library shows them all, and above every page is searched for markup: an eighth of them by each of the two ways.
      if (!meets(place, 2 * views.indexOf(view), 8)) continue;
      const path = pathOf(pattern);
      await visit(watched.page, path);
      await expectQuiet(watched);
    }
    await visit(watched.page, "/clients/?sort=open");
    const position = () => watched.page.getByText(/^Showing \d+ to/).textContent();
    let listed = "";
    for (let pages = 0; pages < 7; pages += 1) {
      listed += await watched.page.locator("main").textContent();
      if (pages === 6) break;
      // The address turns before the rows do.
      const before = await position();
      await watched.page.getByRole("link", { name: "Next" }).click();
      await expect.poll(position).not.toBe(before);
      await expectQuiet(watched);
    }
    for (const text of injections) expect(listed.replaceAll(/\s+/g, " ")).toContain(text.replaceAll(/\s+/g, " "));
  });

  test("typed into any form, they come back as text", { timeout: 120_000 }, async () => {
    const watched = await watch(view, agent.visitor);
    for (const [place, { pattern, query = "", button, buttonBefore = button, typed }] of agentForms.entries()) {
      const names = Object.keys(typed(agent));
      // Each fourth one, by one of the two ways that forms are sent.
      if (names.length === 0 || !meets(place, 2 * views.indexOf(view), 8)) continue;
      await typeEverywhere(watched, pathOf(pattern) + query, buttonBefore, names);
    }
  });
});

test("typed before the sign-in, they come back as text", { timeout: 120_000 }, async () => {
  const watched = await watch({ scripts: "adaptive", width: 1280 });
  for (const { pattern, query = "", button, typed } of publicForms) {
    if (pattern.includes(":") || pattern === "/register/workspace" || pattern === "/login/code") continue;
    await typeEverywhere(watched, pattern + query, button, Object.keys(typed()));
  }
  for (const [index, next] of injections.entries()) {
    if (index % 4 > 0) continue;
    const email = several[index % several.length] ?? "";
    await visit(watched.page, `/login/?${new URLSearchParams({ next, email })}`);
    await expectQuiet(watched);
  }
});

test("as parts of addresses, they lead nowhere and do nothing", { timeout: 120_000 }, async () => {
  const watched = await watch(hydrating, agent.visitor);
  for (const [index, text] of injections.entries()) {
    if (index % 16 > 0) continue;
    await visit(watched.page, `/${encodeURIComponent(text)}`);
    await expectQuiet(watched);
  }
  for (const [place, { pattern }] of addresses.filter(isPageWithParameter).entries()) {
    // One page says for all of them that there is nothing.
    if (!meets(place, 0, 8)) continue;
    const values = Object.fromEntries(
      (pattern.match(/:\w+/g) ?? []).map((name) => [name.slice(1), encodeURIComponent(worst)]),
    );
    await visit(watched.page, fillPattern(pattern, values));
    await expectQuiet(watched);
  }
});

/** A picture that is refused is no page that a browser could open. */
const isPageWithParameter = ({ pattern }: RouteAddress): boolean =>
  pattern.includes(":") && !pattern.startsWith("/pictures");

const all = injections.join(" ");

async function typeEverywhere(
  watched: Watched,
  address: string,
  button: string,
  names: readonly string[],
): Promise<void> {
  const { page } = watched;
  await visit(page, address);
  // Fields that are seldom needed are folded.
  await page.locator("main form details:not([open]) > summary").evaluateAll((folds) => {
    for (const fold of folds) if (fold instanceof HTMLElement) fold.click();
  });
  let filled = 0;
  for (const name of names) {
    // A browser lets nobody type text into a field for a date, or into a choice.
    const field = page
      .locator(
        `main :is(input:not([type^=date], [type=checkbox], [type=radio], [type=hidden]), textarea)[name="${name}"]`,
      )
      .first();
    // Some are shown by another choice alone.
    if (!(await field.isVisible())) continue;
    await field.fill(all);
    // The open list of a picker lies over what is below it. Escape closes it, and keeps the text.
    await field.press("Escape");
    filled += 1;
  }
  if (filled === 0) return;
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect
    // Refused, or taken by a field that has room for all of it.
    .poll(() => page.locator("[role=alert], .toast, .note").count(), {
      timeout: 30_000,
      message: `what ${address} says`,
    })
    .toBeGreaterThan(0);
  await expectQuiet(watched);
}
