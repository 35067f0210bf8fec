import { createServer, request as forward } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { findMailedLink, registerAgent } from "#tests/support/agent.ts";
import { closeServer, listenLocally } from "#tests/support/listening.ts";
import { createClient, createPackage } from "#tests/support/seeded-agent.ts";
import { startServer } from "#tests/support/server-process.ts";
import type { BrowserPage, Engine } from "./browser-page.ts";
import { chromium, firefox } from "./puppeteer.ts";
import { webkit } from "./webkit.ts";

// What a client typed while the line was lost, in each engine, on pages without a byte of script: browsers keep it by themselves.

/** "cut": no request arrives. "answerless": each arrives, and its answer is lost. */
type Line = "whole" | "cut" | "answerless";

/** Latchkey behind a line that can be lost. */
async function startBehindLine() {
  let line: Line = "whole";
  let address = "";
  const proxy = createServer((request, response) => {
    if (line === "cut") {
      request.socket.destroy();
      return;
    }
    const { method, headers } = request;
    const forwarded = forward(`${address}${request.url}`, { method, headers }, (answer) => {
      if (line === "answerless") {
        answer.resume().on("end", () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  const origin = `http://localhost:${await listenLocally(proxy)}`;
  const server = await startServer({ DEMO: "on", PUBLIC_ORIGIN: origin });
  ({ address } = server);
  onTestFinished(async () => {
    await closeServer(proxy);
    await server.stop();
  });
  const turn = (to: Line) => {
    line = to;
  };
  return { origin, turn };
}

const text = (words: string) => JSON.stringify(words);
const field = `document.querySelector("main textarea")`;
const button = (words: string) =>
  `[...document.querySelectorAll("button")].find((button) => button.textContent.trim() === ${text(words)})`;

/** Waits until an expression is true, also over the loading of another document. */
async function until(page: BrowserPage, expression: string): Promise<void> {
  const isTrue = () => page.read(`Boolean(${expression})`).catch(() => false);
  await expect.poll(isTrue, { message: expression }).toBe(true);
}

/** Presses a button, whose answer may never come. */
async function press(page: BrowserPage, words: string): Promise<void> {
  await until(page, button(words));
  await page.click(button(words)).catch(() => {});
}

/** The browser's own, once it stands in the history. */
const isErrorPage = `document.readyState !== "loading" && document.querySelector("main") === null
  && (location.href !== "about:blank" || document.body?.innerText !== "")`;
const isForm = `document.querySelector("main textarea") !== null`;

/** What the form that the browser kept holds, reached by Back from the browser's own error. */
async function typedOnWayBack(page: BrowserPage): Promise<unknown> {
  await until(page, isErrorPage);
  await page.back();
  await until(page, isForm);
  return page.read(`${field}.value`);
}

test.for([chromium, firefox, webkit])(
  "$name: Back brings typed text back, it is sent once, and what is private is not shown after signing out",
  async (engine: Engine, { skip }) => {
    const { page, version, close } = await engine.open().catch((error: unknown) => skip(`${error}`));
    onTestFinished(close);
    process.stdout.write(`Losing the line in ${version}\n`);
    const { origin, turn } = await startBehindLine();
    const { visitor: agent } = await registerAgent(origin);
    onTestFinished(() => agent.close());
    const email = "nora.lind@client.example";
    const clientId = await createClient(agent, { name: "Nora Lind", email });
    await createPackage(agent, { street: "40 Birch Road", city: "Seattle", state: "WA", zip: "98117" });
    await agent.open(`/opportunities/new?client=${clientId}`);
    await agent.submit({ property: "40 Birch Road" }, { button: "Open opportunity" });
    await page.open(await findMailedLink(agent, email, "/client-portal/invitations/"));
    await press(page, "Open my home search");
    await until(page, `location.pathname === "/client-portal/dashboard"`);

    for (const lost of ["cut", "answerless"] as const) {
      for (const at of ["messages", "question"] as const) {
        const typed = `Is it damp? ${lost}, ${at}`;
        const send = at === "messages" ? "Send message" : "Send";
        await page.open(`${origin}/client-portal/dashboard/${at === "messages" ? "messages" : "properties"}`);
        if (at === "question") {
          const property = await page.read(`document.querySelector("main a[href*='/properties/']").href`);
          await page.open(`${property}/questions/new`);
        }
        await page.type(field, typed);
        turn(lost);
        await press(page, send);
        if (lost === "answerless") await until(page, isErrorPage);
        turn("cut");
        expect(await typedOnWayBack(page), typed).toBe(typed);
        turn("whole");
        await press(page, send);
        await until(page, `document.querySelector("[role=status]")?.innerText.includes("is sent.")`);
        await page.open(`${origin}/client-portal/dashboard/messages`);
        expect(
          await page.read(`document.querySelector(".thread").innerText.split(${text(typed)}).length - 1`),
          typed,
        ).toBe(1);
      }
    }
    await page.open(`${origin}/client-portal/dashboard/me`);
    await press(page, "Sign out");
    await until(page, `location.pathname === "/client-portal/signed-out"`);
    await page.back();
    await until(page, `location.pathname !== "/client-portal/signed-out" && document.readyState === "complete"`);
    expect(await page.read("document.documentElement.outerHTML")).not.toContain(email);
  },
);
