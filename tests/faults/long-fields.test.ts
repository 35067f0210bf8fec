import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { hiddenFields } from "#app/session/hidden-fields.ts";
import { longestForm } from "#app/session/longest-form.ts";
import { registerAgent } from "#tests/support/agent.ts";
import { clientForms } from "#tests/support/client-forms.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms } from "#tests/support/forms.ts";
import { fillForm, type PostedForm } from "#tests/support/posted-form.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { type SeededBuyer, seedBuyer } from "#tests/support/seeded-buyer.ts";
import { Visitor } from "#tests/support/visitor.ts";

// As much as a form may hold, in each field of each form: it is refused for its length, and nobody else waits for that.

const origin = inject("origin");

let agent: SeededAgent;
let buyer: SeededBuyer;

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
  buyer = await seedBuyer((await registerAgent(origin)).visitor);
});
afterAll(() => Promise.all([agent, buyer].map(({ visitor }) => visitor.close())));

/** What is repeated, as the wire has it: each is slow for some reader of texts. */
const units = ["+", "a+", "a%40a.", "%0A", "a%2C", "%3C", "0", "-", "%C3%A4"];
const roomForOthers = 20_000;
const texts = units.map((unit) => unit.repeat(Math.floor((longestForm - roomForOthers) / unit.length)));

const warning = z.object({ ms: z.number(), requests: z.array(z.string()) });

/** The forms that held the server for more than 200 ms, by its log. */
function heldBy(printed: string): readonly string[] {
  return printed
    .split("\n")
    .filter((line) => line.includes("The event loop was held"))
    .map((line) => warning.parse(JSON.parse(line)))
    .filter(({ requests }) => requests.some((name) => name.startsWith("POST ")))
    .map(({ ms, requests }) => `${ms} ms: ${requests.join(", ")}`);
}

const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
let turn = 0;

/** Sends the form once for each field, which is long; gives what is wrong. */
async function sendLong(visitor: Visitor, { path, fields }: PostedForm, names: readonly string[]): Promise<string[]> {
  const flaws: string[] = [];
  for (const name of names) {
    turn += 1;
    const others = new URLSearchParams([...fields].filter(([other]) => other !== name));
    const body = `${others}&${name}=${texts[turn % texts.length]}`;
    const answer = await visitor.request(path, { method: "POST", headers, body });
    await answer.body?.cancel();
    const isRefused = answer.status >= 400 && answer.status < 500;
    if (!isRefused && !hiddenFields.includes(name))
      flaws.push(`${path} ${name} of ${units[turn % texts.length]}: ${answer.status}`);
  }
  return flaws;
}

test("a field as long as a form may be is refused, and holds nobody up", { timeout: 400_000 }, async () => {
  const before = readFileSync(inject("serverLog"), "utf8").length;
  const flaws: string[] = [];
  for (const form of agentForms.filter(({ does }) => does !== "stores")) {
    const visitor = new Visitor(origin);
    for (const [name, value] of agent.visitor.cookies) visitor.cookies.set(name, value);
    const filled = fillForm(await form.open(visitor, agent), form.button, form.typed(agent));
    flaws.push(...(await sendLong(visitor, filled, Object.keys(form.typed(agent)))));
    if (form.pattern === "/clients/new") flaws.push(...(await sendLong(visitor, filled, hiddenFields)));
    await visitor.close();
  }
  for (const form of clientForms.filter(({ does }) => does !== "stores")) {
    const filled = fillForm(await form.open(buyer), form.button, form.typed());
    await buyer.visitor.move();
    flaws.push(...(await sendLong(buyer.visitor, filled, Object.keys(form.typed()))));
  }
  expect([...flaws, ...heldBy(readFileSync(inject("serverLog"), "utf8").slice(before))]).toEqual([]);
  expect(turn).toBeGreaterThan(150);
});
