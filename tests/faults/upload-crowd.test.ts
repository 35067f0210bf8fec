import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Agent, type FormData, fetch } from "undici";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { countDescriptors } from "#tests/support/descriptors.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Six hundred uploads at the same moment: each is saved whole, or refused at the door with 503 and when to come back.

const origin = inject("origin");
const pid = inject("serverPid");
const stored = openStoredRows(inject("databaseUrl"));
const uploads = 600;
/** To the database, of which a busy server may open some more. */
const connections = 4;
const page = "/documents/uploads/new";
let agent: Visitor;

beforeAll(async () => {
  agent = (await registerAgent(origin)).visitor;
});
afterAll(async () => {
  await agent.close();
  await stored.close();
});

/** A form with one file, with a key of its own. */
async function newForm(name: string): Promise<FormData> {
  const { document } = await agent.open(page);
  const inputs = document.querySelectorAll("main form[method=post] input[type=hidden]");
  const fields = inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""] as const);
  return multipartOf(fields, [new File(["x".repeat(100_000)], name, { type: "text/plain" })]);
}

async function send(body: FormData, dispatcher: Agent) {
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "same-origin", accept: "text/html" };
  const answer = await fetch(new URL(page, origin), { method: "POST", body, headers, redirect: "manual", dispatcher });
  await answer.body?.cancel();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
}

test(`${uploads} uploads at once are saved or refused with 503, none by half, and pages are answered meanwhile`, async () => {
  const names = Array.from({ length: uploads }, (_, number) => `crowd ${crypto.randomUUID()} ${number}.txt`);
  const forms: FormData[] = [];
  for (const name of names) forms.push(await newForm(name));
  const before = countDescriptors(pid);
  const dispatcher = new Agent({ connections: uploads, localAddress: "127.9.9.9" });
  const sending = Promise.all(forms.map((form) => send(form, dispatcher)));
  let slowest = 0;
  let isSending = true;
  void sending.finally(() => {
    isSending = false;
  });
  while (isSending) {
    const started = performance.now();
    expect((await agent.open("/documents/trash")).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - started);
  }
  const answers = await sending;
  await dispatcher.close();

  const refused = answers.filter(({ status }) => status !== 303);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
  const rows = await stored.query("SELECT label FROM upstream.documents WHERE label LIKE 'crowd %'");
  const labels = rows.map((row) => String(Object(row).label));
  const saved = names.filter((_, number) => answers[number]?.status === 303);
  expect(labels.toSorted()).toEqual(saved.toSorted());
  const halves = await stored.query(
    "SELECT id FROM upstream.files WHERE name LIKE 'crowd %' AND id NOT IN (SELECT file_id FROM upstream.documents)",
  );
  expect(halves).toEqual([]);
  for (const folder of [join("spool", "forms"), join("objects", "incoming")].map((path) =>
    join(inject("dataDir"), path),
  ))
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
  await expect.poll(() => countDescriptors(pid)).toBeLessThanOrEqual(before + connections);
  expect({ saved: saved.length > 0, slowest: slowest < 5_000 }).toEqual({ saved: true, slowest: true });
});
