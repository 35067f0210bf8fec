import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod/mini";
import { findMailedLink, registerAgent, type TestAgent } from "#tests/support/agent.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { maya } from "#tests/support/records.ts";
import { createClient } from "#tests/support/seeded-agent.ts";
import { Visitor } from "#tests/support/visitor.ts";
import type { BrowserPage, Engine } from "./browser-page.ts";
import { aheadPath } from "./policy-reports.ts";
import { chromium, firefox } from "./puppeteer.ts";
import { fill, isAt, press, says, signIn, text, until } from "./steps.ts";
import { webkit } from "./webkit.ts";

// Pages that name rules for opening ahead, in each engine, whatever it makes of them: what is shown and what counts as read.

const origin = inject("origin");
const question = "Is the roof new?";

/** As long as a pointer rests on a link that is clicked. Chromium fetches after 200 ms (milliseconds). */
const rest = 700;

const linkTo = (path: string) =>
  `[...document.querySelectorAll("a[href]")].find((link) => link.pathname === ${text(path)} && link.checkVisibility())`;
const isInTable = (words: string) => `document.querySelector("main table")?.innerText.includes(${text(words)})`;

async function takeAhead(): Promise<readonly string[]> {
  return z.array(z.string()).parse(await (await fetch(origin + aheadPath)).json());
}

/** A page on which the pointer rests on links, and the addresses that its engine asked for ahead. */
function resting(page: BrowserPage, engine: Engine) {
  const asked = new Set<string>();
  const take = async () => {
    for (const address of await takeAhead()) asked.add(address);
    return [...asked];
  };
  return {
    asked: take,
    async restOn(path: string, isInRules = true): Promise<void> {
      await until(page, linkTo(path));
      await take();
      asked.delete(path);
      await page.hover(`document.querySelector("h1")`);
      await page.hover(linkTo(path));
      await wait(rest);
      if (engine === chromium && isInRules) await expect.poll(take).toContain(path);
    },
  };
}

/** A client of the agent's who has written in the portal. Gives the path of the thread. */
async function hearFromClient({ visitor: agent, handle }: TestAgent): Promise<string> {
  const email = `nora@${handle}.example`;
  const clientId = await createClient(agent, { name: "Nora Lind", email });
  const client = new Visitor(origin);
  onTestFinished(() => client.close());
  await client.open(await findMailedLink(agent, email, "/client-portal/invitations/"));
  await client.submit({}, { button: "Open my home search" });
  await client.open("/client-portal/dashboard/messages");
  await client.submit({ body: question }, { button: "Send message" });
  return `/messages/${clientId}`;
}

test.for([chromium, firefox, webkit])(
  "$name: what a pointer rested on is as of now when it is clicked, and is read by the click alone",
  async (engine: Engine, { skip }) => {
    const { page, version, close } = await engine.open().catch((error: unknown) => skip(`${error}`));
    onTestFinished(close);
    await takeAhead();
    const agent = await registerAgent(origin);
    onTestFinished(() => agent.visitor.close());
    const clientId = await createClient(agent.visitor, maya);
    const deal = `/opportunities/${await openOpportunity(agent.visitor, { clientId })}`;
    const thread = await hearFromClient(agent);
    await signIn(page, origin, agent);
    await page.read(`document.cookie = "lk_pin=lite; Path=/"`);
    const { restOn, asked } = resting(page, engine);
    const isListed = (mark: string) =>
      `[...document.querySelectorAll("[aria-label=Conversations] li${mark}")].some((row) => row.innerText.includes(${text(question)}))`;

    await page.open(`${origin}/messages/`);
    await restOn(thread, false);
    await page.open(`${origin}/messages/`);
    await until(page, isListed(".new"));
    await page.click(linkTo(thread));
    await isAt(page, /^\/messages\/[0-9a-f-]{36}$/);
    await page.open(`${origin}/messages/`);
    await until(page, isListed(":not(.new)"));

    await page.open(`${origin}/clients/new`);
    await restOn("/clients");
    await fill(page, "Name", "Otto Berg");
    await fill(page, "Email", "otto@client.example");
    await press(page, "Create client");
    await says(page, "Client created: Otto Berg.");
    await page.click(linkTo("/clients"));
    await until(page, isInTable("Otto Berg"));

    await page.open(`${origin}/clients/${clientId}/edit`);
    await restOn("/clients");
    await fill(page, "Name", "Junior");
    await press(page, "Save changes");
    await isAt(page, /^\/clients\/[0-9a-f-]{36}$/);
    await page.click(linkTo("/clients"));
    await until(page, isInTable("Junior"));

    await page.open(`${origin}${deal}/stage?to=offer_suggeted`);
    await fill(page, "Price", "640000");
    await press(page, "Update stage");
    await says(page, "Stage: Offer suggested.");
    await restOn("/opportunities");
    await press(page, "Undo");
    await until(page, `!document.body.innerText.includes("Stage: Offer suggested.")`);
    await page.click(linkTo("/opportunities"));
    await until(page, `${isInTable("Opportunity")} && !${isInTable("Offer suggested")}`);

    await restOn("/clients");
    await page.read(`document.querySelector('form[action="/sign-out"]').requestSubmit()`);
    await isAt(page, /^\/signed-out$/);
    // The answers of this page and of its picture are what makes browsers forget.
    await until(page, `document.readyState === "complete"`);
    await page.back();
    await until(page, `location.pathname !== "/signed-out" && document.readyState === "complete"`);
    expect(await page.read("document.documentElement.outerHTML")).not.toContain("Okafor");
    await page.open(`${origin}/clients/`);
    await isAt(page, /^\/login/);

    const addresses = await asked();
    process.stdout.write(`${version} asked ahead for ${addresses.length === 0 ? "nothing" : addresses.join(" ")}\n`);
    expect(addresses).not.toContain(thread);
    expect(await page.complaints()).toEqual([]);
  },
);
