/** WebKitGTK in its MiniBrowser, by WebDriver, on a screen of its own: it has no mode without one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { type Actions, Builder, Capabilities, Key, type WebDriver, WebElement } from "selenium-webdriver";
import { vi } from "vitest";
import { installPackage, onPath } from "#tests/support/debian-package.ts";
import { freePort } from "#tests/support/listening.ts";
import { type BrowserPage, type Engine, windowSize } from "./browser-page.ts";

export const webkit: Engine = {
  name: "WebKit",
  async open() {
    const programs = findPrograms();
    const screen = spawn(programs.screen, ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${await firstLine(screen)}` };
    const driver = spawn(programs.driver, [`--port=${port}`], { env, stdio: "ignore" });
    const session = await startSession(port, programs.browser);
    await session
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...windowSize });
    return {
      page: drive(session),
      version: `WebKitGTK ${(await session.getCapabilities()).get("browserVersion")}`,
      async close() {
        await session.quit();
        await Promise.all([end(driver), end(screen)]);
      },
    };
  },
};

function installed() {
  const [browser] = globSync("/usr/lib/*/webkit2gtk-*/MiniBrowser");
  const [driver, screen] = [onPath("WebKitWebDriver"), onPath("Xvfb")];
  return browser && driver && screen ? { browser, driver, screen } : undefined;
}

function findPrograms() {
  const found =
    installed() ?? (installPackage("webkit2gtk-driver") && installPackage("xvfb") ? installed() : undefined);
  if (found === undefined) throw new Error("No WebKitWebDriver with MiniBrowser and Xvfb was found.");
  return found;
}

/** The number of the display, which Xvfb writes once it is there. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const pipe = screen.stdio[3];
  if (!pipe) throw new Error("Xvfb has no pipe for its display.");
  const [text] = await once(pipe, "data");
  return String(text).trim();
}

async function startSession(port: number, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary, args: ["--automation"] },
  });
  const address = `http://127.0.0.1:${port}`;
  // The driver does not say when it listens.
  await vi.waitFor(() => fetch(`${address}/status`), { timeout: 20_000, interval: 50 });
  return new Builder().usingServer(address).withCapabilities(capabilities).build();
}

/**
 * Notes what a page complains of, through all documents of the window. WebDriver has no way to run a script before a page's own, so
 * errors before the first look at a document are missed.
 */
const listen = `if (!window.listens) {
  window.listens = true;
  const note = (text) => sessionStorage.setItem("complaints", JSON.stringify([...JSON.parse(sessionStorage.getItem("complaints") ?? "[]"), text]));
  addEventListener("error", ({ message }) => note(message));
  addEventListener("unhandledrejection", ({ reason }) => note(String(reason)));
}`;

function drive(session: WebDriver): BrowserPage {
  const read = (expression: string) => session.executeScript<unknown>(`${listen}; return (${expression});`);
  async function find(expression: string): Promise<WebElement> {
    const found = await read(expression);
    if (!(found instanceof WebElement)) throw new Error(`${await session.getCurrentUrl()} has no ${expression}`);
    return found;
  }
  async function pointAt(element: string): Promise<Actions> {
    const origin = await find(element);
    await session.executeScript("arguments[0].scrollIntoView({ block: 'center' })", origin);
    return session.actions().move({ origin });
  }
  return {
    open: (address) => session.get(address),
    back: () => session.navigate().back(),
    read,
    hover: async (element) => (await pointAt(element)).perform(),
    // Where the element is, whatever lies above it: a row is all link.
    click: async (element) => (await pointAt(element)).click().perform(),
    type: async (element, text) => (await find(element)).sendKeys(text),
    press: async (element, key) => (await find(element)).sendKeys(key === "Enter" ? Key.ENTER : Key.ARROW_RIGHT),
    chooseFile: async (element, path) => (await find(element)).sendKeys(path),
    async complaints() {
      const noted = await read(`JSON.parse(sessionStorage.getItem("complaints") ?? "[]")`);
      return Array.isArray(noted) ? noted.map(String) : [];
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
