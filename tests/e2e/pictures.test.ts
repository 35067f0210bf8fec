import { mkdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pixelmatch from "pixelmatch";
import { type Browser, chromium, type Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { findMailedLink } from "#tests/support/agent.ts";
import { ensureHeadlessChromium } from "#tests/support/chromium.ts";
import { signInAsDemoOwner } from "#tests/support/large-demo.ts";
import { createLink } from "#tests/support/package-parts.ts";
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
  },
  client: {
    "portal-home": [portalHome],
    "portal-properties": [`${portalHome}/properties`],
    "portal-property": [`${portalHome}/properties`, `${portalHome}/properties/`],
    "portal-messages": [`${portalHome}/messages`],
  },
  viewer: { shared: ["/"] },
  stranger: { login: ["/login"], register: ["/register"], "portal-landing": ["/client-portal/?workspace=evergreen"] },
};
const namesOf = (who: string) => Object.keys(pages[who] ?? {});

const views = {
  wide: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
} as const;

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
  const all = { agent, client: buyer, viewer, stranger: new Visitor(server.origin) };
  for (const [who, visitor] of Object.entries(all)) {
    visitors.set(who, visitor);
    for (const [name, steps] of Object.entries(pages[who] ?? {})) addresses.set(name, await walk(visitor, steps));
  }
  addresses.set("shared", viewer.page.url.pathname);
  // What is new to somebody is so the first time alone.
  for (const [who, visitor] of visitors) for (const name of namesOf(who)) await visitor.open(addresses.get(name) ?? "");
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

/** Opens a page with the font. Gives whether each of its photos is there. */
async function open(page: Page, address: string): Promise<boolean> {
  await page.goto(address);
  return page.evaluate(
    async ([source = ""]) => {
      document.fonts.add(await new FontFace("Inter", `url(${source})`, { weight: "100 900" }).load());
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { font-family: Inter !important }");
      document.adoptedStyleSheets.push(sheet);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        text.nodeValue = text.nodeValue?.replace(location.host, "latchkey.example") ?? "";
      const photos = [...document.images];
      for (const photo of photos) photo.loading = "eager";
      await Promise.all(photos.map((photo) => photo.decode().catch(() => {})));
      return photos.every(({ naturalWidth }) => naturalWidth !== 32);
    },
    [face],
  );
}

for (const [view, options] of Object.entries(views))
  describe.skipIf(!isSameBuild).each(Object.keys(pages))(`${view}, as %s`, (who) => {
    let page: Page;
    beforeAll(async () => {
      const baseURL = server.origin;
      const context = await browser.newContext({ ...options, baseURL, bypassCSP: true, reducedMotion: "reduce" });
      const cookies = new Map(visitors.get(who)?.cookies).set("lk_pin", "lite");
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseURL })));
      page = await context.newPage();
    });
    afterAll(() => page.context().close());

    test.for(namesOf(who))("%s looks as it was drawn", async (name) => {
      // A photo that is still being made smaller is a placeholder of 32 pixels.
      await expect.poll(() => open(page, addresses.get(name) ?? "")).toBe(true);
      // Requests of one moment stand in any order.
      const mask = [page.locator('.sheet:has(h2:text-is("Property requests")) ul')];
      await expectDrawn(`${name}-${view}`, await page.screenshot({ mask }));
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
