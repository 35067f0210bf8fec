import { type CDPSession, chromium, type Page } from "playwright";
import { expect, inject, onTestFinished, test } from "vitest";
import { createListener } from "#server/web/listener.ts";
import { makeWeb } from "../server/web/test-web.ts";
import { closeServer, listenLocally } from "../support/listening.ts";
import { makeFolder, type Scripts, scriptOf, startRelease } from "../support/releases.ts";

const shared = scriptOf("shared", 2_000);
const sharedOf = (release: string) => `${shared}\nexport const release="${release}";`;
const pageOf = (release: string) =>
  `import{release}from"./abShared${release}.js";document.title=release+" "+(await import("./cdLater_${release}.js")).later;`;
const scriptsOf = (release: string): Scripts => ({
  [`Route_${release}.js`]: pageOf(release),
  [`abShared${release}.js`]: sharedOf(release),
  [`cdLater_${release}.js`]: `${scriptOf("later")}\nexport const later="later ${release}";`,
});

interface Fetched {
  readonly coding: string;
  /** Headers and body, as they came. */
  readonly bytes: number;
}

/** What comes over the network, by the beginning of its name. */
async function watchScripts(session: CDPSession): Promise<Map<string, Fetched>> {
  const fetched = new Map<string, Fetched>();
  const answers = new Map<string, { name: string; coding: string }>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const name = /\/assets\/([a-z]+)/i.exec(response.url)?.[1];
    const coding = Object.entries(response.headers).find(
      ([header]) => header.toLowerCase() === "content-encoding",
    )?.[1];
    if (name !== undefined) answers.set(requestId, { name, coding: coding ?? "" });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) fetched.set(answer.name, { coding: answer.coding, bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return fetched;
}

/** Opens a server whose release can be replaced, at the same address. */
async function serve() {
  const folder = makeFolder();
  let answer: ReturnType<typeof makeWeb>["answer"] | undefined;
  const server = createListener({
    answer: (...asked) => answer?.(...asked) ?? new Response(),
    publicOrigin: "http://localhost",
  });
  onTestFinished(() => closeServer(server));
  const origin = `http://127.0.0.1:${await listenLocally(server)}`;
  const deploy = async (release: string) => {
    const { former: formerScripts, clientDir } = await startRelease(folder, scriptsOf(release));
    const html = `<!doctype html><title>0</title><script type="module" src="/assets/Route_${release}.js"></script>`;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "script-src 'self'" };
    ({ answer } = makeWeb({ clientDir, formerScripts, app: async () => new Response(html, { headers }) }));
  };
  return { origin, deploy };
}

const titleOf = (page: Page) => expect.poll(() => page.title());

test("after a new release a browser fetches what its scripts have beyond the ones that it has", async () => {
  const { origin, deploy } = await serve();
  const browser = await chromium.connect(inject("browserEndpoint"));
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  const fetched = await watchScripts(await context.newCDPSession(page));
  await deploy("1");
  await page.goto(origin);
  await titleOf(page).toBe("1 later 1");
  await expect.poll(() => fetched.size).toBe(3);
  const whole = fetched.get("abShared");
  expect(whole?.coding).toBe("br");
  expect(whole?.bytes).toBeGreaterThan(20_000);
  // The browser takes a script into use as a dictionary a moment after it has come, so that several releases may pass.
  for (
    let release = 2;
    fetched.get("abShared")?.coding !== "dcz" || fetched.get("cdLater")?.coding !== "dcz";
    release += 1
  ) {
    expect(release).toBeLessThan(8);
    fetched.clear();
    await deploy(String(release));
    await page.goto(origin);
    await titleOf(page).toBe(`${release} later ${release}`);
    await expect.poll(() => fetched.size).toBe(3);
  }
  // Most of it are headers.
  for (const name of ["abShared", "cdLater"]) expect(fetched.get(name)?.bytes).toBeLessThan(1_500);
  expect(fetched.get("Route")?.coding).not.toBe("dcz");
});

test("a page that was opened before a new release still imports its own scripts", async () => {
  const { origin, deploy } = await serve();
  const browser = await chromium.connect(inject("browserEndpoint"));
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await deploy("1");
  await page.goto(origin);
  await titleOf(page).toBe("1 later 1");
  await deploy("2");
  const later = await page.evaluate<unknown>("import('/assets/cdLater_1.js?').then(({ later }) => later)");
  expect(later).toBe("later 1");
});
