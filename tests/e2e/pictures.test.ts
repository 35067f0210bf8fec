import { mkdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import pixelmatch from "pixelmatch";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findRunningDatabase } from "#server/database/running.ts";
import { projectRoot } from "#server/project-root.ts";
import { findMailedLink, registerAgent } from "#tests/support/agent.ts";
import { ensureHeadlessChromium } from "#tests/support/chromium.ts";
import { untilHydrated } from "#tests/support/hydrated-page.ts";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";
import { createLink } from "#tests/support/package-parts.ts";
import { demoOwner } from "#tests/support/records.ts";
import { type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { Visitor } from "#tests/support/visitor.ts";

/**
 * What the demo looks like, held against tests/pictures: by a clock of its own, and in a font that only this test has.
 * `npm run pictures` draws them anew; what a page shows instead is then in test-results/pictures.
 */

// Other builds of Chromium put letters a fraction of a pixel apart.
const isSameBuild = (await ensureHeadlessChromium()).endsWith("chromium-headless-shell");
const isDrawing = process.env.DRAW_PICTURES !== undefined;
const folders = { drawn: join(projectRoot, "tests", "pictures"), seen: join(projectRoot, "test-results", "pictures") };

/** How far a pixel's color may be off (of 1), and how many of a thousand pixels may be that far off. */
const threshold = 0.2;
const mostPerThousand = 0.5;

const font = createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
const face = `data:font/woff2;base64,${readFileSync(font, "base64")}`;

/** An address, and what is followed from there: the first link with these words, or to a record below this path; or "./" and a page below. */
type Steps = readonly [address: string, ...follow: readonly string[]];

const client: Steps = ["/clients/?q=buyer%40client.example", "/clients/"];
const deal: Steps = [...client, "/opportunities/"];
const property: Steps = [...deal, "/packages/"];
const portalHome = "/client-portal/dashboard";
const portalProperty: Steps = [`${portalHome}/properties`, `${portalHome}/properties/`];

/** By who looks at it, and its name. */
const pages: Readonly<Record<string, Readonly<Record<string, Steps>>>> = {
  agent: {
    dashboard: ["/dashboard"],
    packages: ["/packages/"],
    property,
    "property-inspection": [...property, "./inspections"],
    "property-costs": [...property, "./costs"],
    "property-clients": [...property, "./clients"],
    "property-comparables": [...property, "./comparables"],
    "property-new": ["/packages/new"],
    pipeline: ["/opportunities/"],
    board: ["/opportunities/board"],
    deal,
    clients: ["/clients/"],
    client,
    "client-new": ["/clients/new"],
    messages: ["/messages/"],
    thread: ["/messages/", "/messages/"],
    tasks: ["/tasks/"],
    calendar: ["/calendar"],
    "calendar-week": ["/calendar", "Week"],
    documents: ["/documents/"],
    "settings-general": ["/settings/general"],
    "settings-members": ["/settings/members?sort=name"],
    search: ["/search?q=kenji"],
    "no-results": ["/clients/?q=zzzzzz"],
    confirm: [...client, "./archival"],
    "not-found": ["/clients/00000000-0000-4000-8000-000000000000"],
    error: ["/activity"],
    "client-new-errors": ["/clients/new"],
    menu: client,
    "menu-more": ["/tasks/"],
    filters: ["/clients/"],
    chosen: ["/clients/"],
    dialog: ["/clients/"],
    offline: ["/clients/"],
  },
  instructor: { forbidden: ["/clients/new"] },
  newcomer: { empty: ["/clients/"], "empty-dashboard": ["/dashboard"] },
  client: {
    "portal-home": [portalHome],
    "portal-properties": [`${portalHome}/properties`],
    "portal-property": portalProperty,
    "portal-messages": [`${portalHome}/messages`],
    "portal-question": [...portalProperty, "./questions/new"],
    "portal-answers": [`${portalHome}/properties`, "4107 Palatine Avenue N"],
  },
  viewer: { shared: ["/"] },
  stranger: {
    login: ["/login"],
    "login-errors": ["/login"],
    register: ["/register"],
    "portal-landing": ["/client-portal/?workspace=evergreen"],
  },
  // What is written shows on other pages: after all of those.
  writer: { toast: ["/tasks/"], conflict: [...client, "./edit"] },
};
const namesOf = (who: string, view: View) =>
  Object.keys(pages[who] ?? {}).filter((name) => view === "phone" || !onPhones.has(name));

/** What only a phone has. */
const onPhones = new Set(["menu-more", "filters"]);

const views = {
  wide: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
} as const;
type View = keyof typeof views;

/** Pages that hydrate. */
const withScripts = new Set(["dialog", "offline"]);

/** What is done on a page before the picture is taken; gives what ends it. */
const acts: Readonly<Record<string, (page: Page, view: View) => Promise<(() => Promise<unknown>) | undefined>>> = {
  "client-new-errors": async (page) => {
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByRole("alert").waitFor();
    return undefined;
  },
  "login-errors": async (page) => {
    await page.getByLabel("Email").fill("olivia@evergreen.example");
    await page.getByLabel("Password").fill("not this one");
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("alert").waitFor();
    return undefined;
  },
  menu: async (page) => {
    await page.locator(".head .menu > summary").click();
    return undefined;
  },
  "menu-more": async (page) => {
    await page.getByRole("navigation", { name: "Main" }).locator("summary").click();
    return undefined;
  },
  filters: async (page) => {
    await page.getByRole("button", { name: "Filters" }).click();
    await page.locator("#filters").waitFor();
    return undefined;
  },
  chosen: async (page, view) => {
    if (view === "phone") {
      await page.locator(".head .menu > summary").click();
      await page.getByRole("link", { name: "Select several" }).click();
      await page.waitForURL(/select=true/);
    }
    for (const row of [0, 1]) await page.locator("tbody input[type=checkbox]").nth(row).check();
    return undefined;
  },
  dialog: async (page) => {
    await page.getByRole("link", { name: "Invite client" }).click();
    await page.getByRole("dialog").getByLabel("Name").waitFor();
    return undefined;
  },
  offline: async (page) => {
    await page.context().setOffline(true);
    await page.getByLabel("Search clients", { exact: true }).fill("nora");
    await page.getByText("You're offline.").waitFor();
    await page.getByRole("progressbar").waitFor();
    return () => page.context().setOffline(false);
  },
  error: async (page) => {
    await inDatabase("alter table upstream.activities rename to activities_away");
    await page.reload();
    return () => inDatabase("alter table upstream.activities_away rename to activities");
  },
  "portal-answers": async (page) => {
    await page.evaluate("scrollTo(0, 640)");
    return undefined;
  },
  toast: async (page) => {
    await page.locator("main .tick").first().click();
    const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
    await undo.waitFor();
    return () => undo.click();
  },
  conflict: async (page, view) => {
    const colleague = await signInTo("member@evergreen.example");
    await colleague.open(new URL(page.url()).pathname);
    const phoneNumber = { wide: "(206) 555-0141", dark: "(206) 555-0142", phone: "(206) 555-0143" }[view];
    await colleague.submitOnly({ phoneNumber }, { button: "Save changes" });
    await colleague.close();
    await page.getByLabel("Phone number").fill("(206) 555-0199");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("(206) 555-0141").first().or(page.locator("main .note")).first().waitFor();
    return undefined;
  },
};

async function signInTo(email: string): Promise<Visitor> {
  const visitor = new Visitor(server.origin);
  await visitor.signIn({ ...demoOwner, email });
  return visitor;
}

/** Runs a statement in the server's database. */
async function inDatabase(statement: string): Promise<void> {
  const connectionString = await findRunningDatabase(server.dataDir);
  if (connectionString === null) throw new Error("The server has no database open.");
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query(statement);
  await database.end();
}

let server: ServerProcess;
let browser: Browser;
const visitors = new Map<string, Visitor>();
const addresses = new Map<string, string>();

beforeAll(async () => {
  if (!isSameBuild) return;
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const clock = pathToFileURL(join(projectRoot, "tests", "support", "slow-clock.ts"));
  server = await startServer({ DEMO: "on", NODE_OPTIONS: `--import ${clock}` });
  browser = await chromium.connect(inject("browserEndpoint"));
  const agent = await signInAsDemoOwner(server.origin);
  const viewer = new Visitor(server.origin);
  const path = await walk(agent, property);
  await createLink(agent, path.split("/").at(-1) ?? "", { label: "For my parents", includesUnfiled: "on" });
  const link = agent.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
  await viewer.open(new URL(link).pathname);
  await viewer.submit({}, { button: "Open" });
  const buyer = new Visitor(server.origin);
  await buyer.open("/client-portal/login");
  await buyer.submit({ email: "buyer@client.example" }, { button: "Send me a link" });
  await buyer.open(await findMailedLink(agent, "buyer@client.example", "/client-portal/sign-in/"));
  await buyer.submit({}, { button: "Sign in" });
  const { visitor: newcomer } = await registerAgent(server.origin, { workspaceName: "Byron Homes", handle: "byron" });
  const instructor = await signInTo("instructor@evergreen.example");
  const writer = await signInAsDemoOwner(server.origin);
  const all = { agent, client: buyer, viewer, stranger: new Visitor(server.origin), instructor, newcomer, writer };
  for (const [who, visitor] of Object.entries(all)) {
    visitors.set(who, visitor);
    for (const [name, steps] of Object.entries(pages[who] ?? {})) addresses.set(name, await walk(visitor, steps));
  }
  addresses.set("shared", viewer.page.url.pathname);
  // What is new to somebody is so the first time alone.
  for (const [who, visitor] of visitors)
    for (const name of namesOf(who, "phone")) await visitor.open(addresses.get(name) ?? "");
});
afterAll(async () => {
  if (!isSameBuild) return;
  for (const visitor of visitors.values()) await visitor.close();
  await browser.close();
  await server.stop();
});

/** Gives the address that the steps lead to. @throws when a page has no such link */
async function walk(visitor: Visitor, [address, ...follow]: Steps): Promise<string> {
  let at = address;
  for (const step of follow) {
    if (step.startsWith("./")) {
      at += step.slice(1);
      continue;
    }
    const { document } = await visitor.open(at);
    const links = document.querySelectorAll("main a[href]").map((link) => ({
      href: link.getAttribute("href") ?? "",
      words: link.text.trim(),
    }));
    const isNext = ({ href, words }: { href: string; words: string }) =>
      step.startsWith("/") ? href.startsWith(step) && /^[0-9a-f-]{36}$/.test(href.slice(step.length)) : words === step;
    const next = links.find(isNext);
    if (next === undefined) throw new Error(`${at} has no link "${step}"`);
    at = next.href;
  }
  return at;
}

/** Gives a page a font and an address that each run has. Gives whether each of its parts and photos is there. */
function dress(page: Page): Promise<boolean> {
  return page.evaluate(
    async ([source = ""]) => {
      document.fonts.add(await new FontFace("Inter", `url(${source})`, { weight: "100 900" }).load());
      const sheet = new CSSStyleSheet();
      // A document's small picture is drawn with the fonts of the machine, and so is a sign that the font here has not.
      sheet.replaceSync("* { font-family: Inter !important } .file-pic img { visibility: hidden }");
      document.adoptedStyleSheets.push(sheet);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        text.nodeValue = text.nodeValue?.replace(location.host, "latchkey.example").replace("→", "›") ?? "";
      const photos = [...document.images];
      for (const photo of photos) photo.loading = "eager";
      await Promise.all(photos.map((photo) => photo.decode().catch(() => {})));
      const isLate = document.querySelector("main")?.textContent.includes("be loaded in time");
      return !isLate && photos.every(({ naturalWidth }) => naturalWidth !== 32);
    },
    [face],
  );
}

const isView = (name: string): name is View => name in views;

for (const people of [Object.keys(pages).filter((who) => who !== "writer"), ["writer"]])
  for (const view of Object.keys(views).filter(isView))
    describe.skipIf(!isSameBuild).each(people)(`${view}, as %s`, (who) => {
      let page: Page;
      beforeAll(async () => {
        const baseURL = server.origin;
        const context = await browser.newContext({ ...views[view], baseURL, bypassCSP: true, reducedMotion: "reduce" });
        const cookies = [...(visitors.get(who)?.cookies ?? [])];
        await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: baseURL })));
        page = await context.newPage();
      });
      afterAll(() => page.context().close());

      test.for(namesOf(who, view))("%s looks as it was drawn", async (name) => {
        const hydrates = withScripts.has(name);
        await page.context().addCookies([{ name: "lk_pin", value: hydrates ? "full" : "lite", url: server.origin }]);
        const open = async () => {
          await page.goto(addresses.get(name) ?? "");
          return dress(page);
        };
        // A busy server leaves parts out that take too long, and a photo that is still being made smaller is 32 pixels wide.
        await expect.poll(open, { timeout: 20_000 }).toBe(true);
        if (hydrates) await untilHydrated(page);
        const end = await acts[name]?.(page, view);
        try {
          if (name in acts) {
            await dress(page);
            await page.mouse.move(0, 0);
          }
          await expectDrawn(`${name}-${view}`, await page.screenshot());
        } finally {
          await end?.();
        }
      });
    });

async function expectDrawn(name: string, shot: Buffer): Promise<void> {
  const file = join(folders.drawn, `${name}.avif`);
  if (isDrawing) return void (await sharp(shot).avif({ quality: 50, chromaSubsampling: "4:4:4" }).toFile(file));
  const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [drawn, seen] = await Promise.all([readFile(file).then(pixelsOf), pixelsOf(shot)]);
  const { width, height } = seen.info;
  expect([drawn.info.width, drawn.info.height]).toEqual([width, height]);
  const off = pixelmatch(drawn.data, seen.data, undefined, width, height, { threshold });
  const perThousand = (off * 1_000) / (width * height);
  if (perThousand > mostPerThousand) await writeFile(join(folders.seen, `${name}.png`), shot);
  expect(perThousand, `See test-results/pictures/${name}.png`).toBeLessThanOrEqual(mostPerThousand);
}
