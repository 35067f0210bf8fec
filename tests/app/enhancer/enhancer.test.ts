import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { compileScript } from "#app/enhancer/enhancer-script.ts";
import { chromiumArguments, ensureHeadlessChromium } from "#tests/support/chromium.ts";
import { listenLocally } from "#tests/support/listening.ts";
import { packManifest } from "../../../tools/browser-routes.ts";

const route = { imports: [], css: [] };
const parts = Array.from({ length: 60 }, (_, place) => `/assets/part${place}.js`);
const manifest = {
  entry: { module: "/assets/entry.js", imports: ["/assets/shared.js"] },
  routes: {
    root: { ...route, id: "root", module: "/assets/root.js", imports: ["/assets/shared.js"] },
    frame: { ...route, id: "frame", module: "/assets/frame.js", parentId: "root", imports: parts },
    list: { ...route, id: "list", module: "/assets/list.js", parentId: "frame", imports: parts.slice(0, 9) },
    form: { ...route, id: "form", module: "/assets/form.js", parentId: "frame", imports: parts.slice(0, 22) },
  },
};

let script: string;
let browser: Browser;
let origin: string;
/** Method and path of all that was asked for but the first page, with the text of posts. */
let asked: string[] = [];
const server = createServer(answer);

beforeAll(async () => {
  script = await compileScript("app/enhancer/enhancer.ts");
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
  browser = await chromium.launch({ executablePath: await ensureHeadlessChromium(), args: [...chromiumArguments] });
});

afterAll(async () => {
  await browser.close();
  server.close();
});

/** `?attributes=` become the script's own; `/slow` answers after 1.8 s, `/late` after 0.6 s, `/nothing` with 204. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", origin);
  let text = "";
  for await (const piece of request) text += piece;
  const isFirst = url.search.includes("attributes") || url.pathname === "/";
  if (!isFirst) asked.push(`${request.method} ${url.pathname}${text && ` ${text}`}`);
  const waits: Record<string, number> = { "/slow": 1800, "/late": 600 };
  await new Promise((resolve) => setTimeout(resolve, waits[url.pathname] ?? 0));
  if (url.pathname === "/assets/manifest.js") {
    response.setHeader("Content-Type", "text/javascript");
    response.end(packManifest(manifest));
  } else if (url.pathname.startsWith("/assets/")) {
    response.setHeader("Content-Type", "text/javascript");
    response.statusCode = url.pathname === "/assets/missing.js" ? 404 : 200;
    response.end("export {};");
  } else if (url.pathname === "/nothing") {
    response.statusCode = 204;
    response.end();
  } else {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(pageHtml(url.searchParams.get("attributes") ?? ""));
  }
}

function pageHtml(attributes: string): string {
  return `<!doctype html><html lang="en"><head><title>Page</title><link rel="icon" href="data:,"><script ${attributes}>${script}</script></head><body>
    <form method="post" action="/slow"><input name="name" value="Maya"><button name="way" value="a">Send</button></form>
    <form method="post" action="/nothing"><button>Nothing</button></form>
    <form method="dialog"><button>Dismiss</button></form>
    <details name="menu"><summary>First</summary><a href="#in">Inside</a><button type="button">Stay</button></details>
    <details name="menu"><summary>Second</summary><form method="post" action="/taken"><button>Switch</button></form></details>
    <details><summary>Other</summary><p>Not a menu</p></details>
    <a href="/slow">Slow page</a> <a href="/late">Late page</a> <a href="#field">To the field</a>
    <a href="/slow" target="_blank">New tab</a> <a href="tel:+1">Call</a>
    <input id="field" aria-label="Field"></body></html>`;
}

async function open(path = "/", context?: BrowserContext): Promise<Page> {
  const page = await (context ?? browser).newPage();
  onTestFinished(() => page.close());
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  onTestFinished(() => expect(errors).toEqual([]));
  asked = [];
  await page.goto(origin + path);
  return page;
}

test("arrow keys, Home and End go through the lines of an open menu", async () => {
  const page = await open();
  const focused = () => page.evaluate("document.activeElement.textContent");
  await page.getByText("First", { exact: true }).press("ArrowDown");
  expect([await focused(), await page.locator("details[open]").count()]).toEqual(["First", 0]);
  await page.getByText("First", { exact: true }).press("Enter");
  const passed: unknown[] = [];
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "ArrowUp", "ArrowLeft", "End"]) {
    await page.keyboard.press(key);
    passed.push(await focused());
  }
  expect(passed).toEqual(["Inside", "Stay", "Inside", "Stay", "Inside", "Stay", "Stay", "Stay"]);
  await page.keyboard.press("Escape");
  expect([await focused(), await page.locator("details[open]").count()]).toEqual(["First", 0]);
  // From its name, the last line is above the first one; other fields keep their keys.
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Stay");
  await page.locator("#field").fill("abc");
  await page.keyboard.press("Home");
  await page.keyboard.type("x");
  expect(await page.locator("#field").inputValue()).toBe("xabc");
});

test("the enhancer is small", () => {
  expect(brotliCompressSync(script).length).toBeLessThan(2048);
  expect(script).not.toContain("</");
});

/** What a page showed before it was left: whether its button was busy, and when the bar came (milliseconds, or null). */
type Left = { busy: boolean; bar: number | null };

/** Presses something that leaves for another page, and gives what the first page showed until then. */
async function leaveBy(page: Page, text: string, target: string, times = 1): Promise<Left> {
  await page.evaluate(
    ({ text, times }) => {
      const left: Left = { busy: false, bar: null };
      const pressed = performance.now();
      new MutationObserver(() => {
        left.busy ||= document.querySelector("button:disabled[aria-busy=true]") !== null;
        const bar = document.querySelector("body > .pending[role=progressbar][aria-label=Pending][aria-live=polite]");
        if (bar !== null) left.bar ??= performance.now() - pressed;
        sessionStorage.setItem("left", JSON.stringify(left));
      }).observe(document, { attributes: true, childList: true, subtree: true });
      sessionStorage.setItem("left", JSON.stringify(left));
      const all = [...document.querySelectorAll<HTMLElement>("button, a")];
      const pressable = all.find((element) => element.textContent === text);
      setTimeout(() => {
        for (let time = 0; time < times; time += 1) pressable?.click();
      });
    },
    { text, times },
  );
  await page.waitForURL(`**${target}`);
  return page.evaluate(() => JSON.parse(sessionStorage.getItem("left") ?? "null"));
}

describe("a form that is sent", () => {
  test("is sent with its submit button, which is disabled and busy", async () => {
    const page = await open();
    expect((await leaveBy(page, "Send", "/slow")).busy).toBe(true);
    expect(asked).toEqual(["POST /slow name=Maya&way=a"]);
  });

  test("sent twice at once is sent once", async () => {
    const page = await open();
    await leaveBy(page, "Send", "/slow", 3);
    expect(asked).toHaveLength(1);
  });

  test("can be sent again after a restore from the back/forward cache", async () => {
    const page = await open();
    const button = page.getByRole("button", { name: "Nothing" });
    await button.click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    // What the browser does on Back: the page as it was left, then this event.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(await button.isEnabled()).toBe(true);
    expect(await button.getAttribute("aria-busy")).toBeNull();
    await button.click();
    await expect.poll(() => asked).toEqual(["POST /nothing", "POST /nothing"]);
  });

  test("with method=dialog is ignored", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.waitForTimeout(50);
    expect(await page.getByRole("button", { name: "Dismiss" }).isEnabled()).toBe(true);
  });

  test("is ignored when the page's own script submits it", async () => {
    const page = await open();
    await page.evaluate(() => document.addEventListener("submit", (event) => event.preventDefault()));
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForTimeout(50);
    expect(await page.getByRole("button", { name: "Send" }).isEnabled()).toBe(true);
    expect(asked).toEqual([]);
  });
});

describe("a slow navigation", () => {
  const bar = (page: Page) => page.getByRole("progressbar", { name: "Pending" });

  test.each(["Send", "Slow page"])("shows the bar after one second: %s", async (name) => {
    const page = await open();
    const { bar: shown } = await leaveBy(page, name, "/slow");
    expect(shown).toBeGreaterThan(950);
    expect(await bar(page).count()).toBe(0);
  });

  test("shows no bar before", async () => {
    const page = await open();
    expect((await leaveBy(page, "Late page", "/late")).bar).toBeNull();
  });

  test("removes the bar when the page is shown again", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Nothing" }).click();
    await bar(page).waitFor({ state: "attached" });
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(await bar(page).count()).toBe(0);
  });

  test.each(["Call", "To the field", "Stay"])("shows no bar for links that stay: %s", async (name) => {
    const page = await open();
    await page.getByText("First").click();
    await page.getByText(name).click();
    await page.waitForTimeout(1200);
    expect(await bar(page).count()).toBe(0);
  });
});

test("a link to a field focuses it", async () => {
  const page = await open();
  await page.getByText("To the field").click();
  expect(await page.getByLabel("Field").evaluate((field) => field === document.activeElement)).toBe(true);
});

describe("an open menu", () => {
  const openMenus = (page: Page) => page.locator("details[name=menu][open]").count();

  test.each([
    ["Escape, giving the focus back", (page: Page) => page.keyboard.press("Escape")],
    ["a click beside it", (page: Page) => page.mouse.click(600, 500)],
    ["a link inside", (page: Page) => page.getByText("Inside").click()],
    ["the focus going elsewhere", (page: Page) => page.getByLabel("Field").focus()],
    ["another menu", (page: Page) => page.getByText("Second").click()],
  ])("is closed by %s", async (how, close) => {
    const page = await open();
    await page.getByText("First").click();
    expect(await openMenus(page)).toBe(1);
    await close(page);
    await expect.poll(() => page.locator("details[name=menu]").first().getAttribute("open")).toBeNull();
    if (how.startsWith("Escape")) {
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("First");
    }
  });

  test("is closed by a form inside that the page's own script submits", async () => {
    const page = await open();
    await page.evaluate(() => document.addEventListener("submit", (event) => event.preventDefault()));
    await page.getByText("Second").click();
    await page.getByText("Switch").click();
    await expect.poll(() => openMenus(page)).toBe(0);
  });

  test("stays open while used, and other disclosures stay open", async () => {
    const page = await open();
    await page.getByText("Other").click();
    await page.getByText("First").click();
    await page.getByText("Stay").click();
    expect(await openMenus(page)).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator("details[open]").count()).toBe(1);
  });
});

describe("a fast connection", () => {
  const offer = `/?attributes=${encodeURIComponent('data-manifest="/assets/manifest.js"')}`;
  const cookies = async (context: BrowserContext) =>
    (await context.cookies()).map(({ name, value, sameSite }) => `${name}=${value} ${sameSite}`);

  async function visitor(): Promise<BrowserContext> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    return context;
  }

  /** Visits until the cookie is there: on a busy machine a document may come slowly by chance. All that was asked for on the way counts. */
  async function visitUntilUpgraded(path: string, context: BrowserContext): Promise<Page> {
    const page = await open(path, context);
    const isUpgraded = async () => {
      await page.reload();
      await page.waitForTimeout(300);
      return cookies(context);
    };
    await expect.poll(isUpgraded, { timeout: 20_000 }).toEqual(["lk_scripts=full Lax"]);
    return page;
  }

  test("fetches the files of layouts, and those that most pages import, then sets the cookie", async () => {
    const context = await visitor();
    const page = await visitUntilUpgraded(offer, context);
    const files = [...new Set(asked.filter((line) => line.includes("/assets/")))].sort();
    const own = ["entry", "frame", "manifest", "root", "shared"].map((name) => `/assets/${name}.js`);
    expect(files).toEqual([...own, ...parts.slice(0, 22)].map((address) => `GET ${address}`).sort());
    expect(await page.evaluate(() => cookieStore.get("lk_scripts"))).toMatchObject({ path: "/" });
  });

  // As WebKitGTK, and Safari before 18.4.
  test("is remembered, and forgotten, in browsers without a cookie store", async () => {
    const context = await visitor();
    await context.addInitScript("delete window.cookieStore");
    await visitUntilUpgraded(offer, context);
    await open("/late?attributes=data-adapted", context);
    await expect.poll(() => cookies(context)).toEqual([]);
  });

  test("fetches nothing in development", async () => {
    const context = await visitor();
    await visitUntilUpgraded('/?attributes=data-manifest=""', context);
    expect(asked).toEqual([]);
  });

  test.each([
    ["the document came slowly", `/late${offer.slice(1)}`, ""],
    ["data is to be saved", offer, "{ saveData: true, effectiveType: '4g' }"],
    ["the connection is like 3g", offer, "{ saveData: false, effectiveType: '3g' }"],
    ["nobody offered it", "/", ""],
  ])("is not assumed when %s", async (_why, path, connection) => {
    const context = await visitor();
    if (connection) {
      await context.addInitScript(`Object.defineProperty(navigator, "connection", { value: ${connection} })`);
    }
    const page = await open(path, context);
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);
    expect(await cookies(context)).toEqual([]);
  });

  test("sets no cookie when a file fails to load", async () => {
    const context = await visitor();
    await context.route("**/assets/part7.js", (route) => route.abort());
    const page = await open(offer, context);
    await page.waitForTimeout(500);
    expect(await cookies(context)).toEqual([]);
  });

  test("loses the cookie after a slow page", async () => {
    const context = await visitor();
    const cookie = { name: "lk_scripts", value: "full", url: origin };
    await context.addCookies([cookie]);
    await open("/late?attributes=data-adapted", context);
    await expect.poll(() => cookies(context)).toEqual([]);
  });
});

test("a click selects a text that is there to be copied, and the button behind it copies it", async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await open("/", context);
  await page.evaluate(() => {
    document.body.innerHTML = `<input readonly aria-label="Link" value="https://a.example/b"><button data-copies>Copy</button>`;
  });
  await page.getByLabel("Link").click();
  const selected = () =>
    page.evaluate(() => {
      const { activeElement: field } = document;
      return field instanceof HTMLInputElement
        ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
        : null;
    });
  expect(await selected()).toBe("https://a.example/b");
  await page.getByText("Copy").click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("https://a.example/b");
});
