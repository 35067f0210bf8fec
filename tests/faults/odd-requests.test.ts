import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registerAgent, type TestAgent } from "#tests/support/agent.ts";
import type { SeededAgent } from "#tests/support/form-types.ts";
import { agentForms, publicForms } from "#tests/support/forms.ts";
import { oddBodies, oddFields } from "#tests/support/odd-forms.ts";
import { fillForm, type PostedForm } from "#tests/support/posted-form.ts";
import { dataPath } from "#tests/support/route-map.ts";
import { registerSeededAgent } from "#tests/support/seeded-agent.ts";
import { openStoredRows } from "#tests/support/stored-rows.ts";
import { meets } from "#tests/support/turns.ts";
import { Visitor } from "#tests/support/visitor.ts";

// Forms that no page of ours sends: with fields missing, doubled, unknown or of the wrong kind, and bodies that are no
// forms. Each is answered for what it is; none is a fault of ours.

const origin = inject("origin");
const stored = openStoredRows(inject("databaseUrl"));

let agent: SeededAgent;
/** Gets the mails with links: a new password ends sessions. */
let forgetful: TestAgent;

beforeAll(async () => {
  agent = await registerSeededAgent(origin);
  forgetful = await registerAgent(origin);
});
afterAll(async () => {
  await Promise.all([agent.visitor.close(), forgetful.visitor.close()]);
  await stored.close();
});

/** The agent in another browser, with an address of its own: one address may not write as much as all this. */
function anotherBrowser(): Visitor {
  const visitor = new Visitor(origin);
  for (const [name, value] of agent.visitor.cookies) visitor.cookies.set(name, value);
  return visitor;
}

const urlencoded = "application/x-www-form-urlencoded";

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function post(visitor: Visitor, path: string, body: string, type = urlencoded): Promise<Answer> {
  const headers = { "sec-fetch-site": "same-origin", ...(type === "" ? {} : { "content-type": type }) };
  const response = await visitor.request(path, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

type Fill = () => PostedForm;

describe("odd fields and bodies are answered for what they are:", () => {
  test.each(publicForms.map((form, place) => ({ ...form, place })))(
    "$pattern",
    async ({ open, button, typed, place }) => {
      const visitor = new Visitor(origin);
      const page = await open(visitor, forgetful);
      expect(
        await sendOddly(
          visitor,
          () => fillForm(page, button, typed()),
          (turn) => meets(place, turn, 8),
        ),
      ).toEqual([]);
      await visitor.close();
    },
  );

  test.each(agentForms.map((form, place) => ({ ...form, place })))("$pattern", async (form) => {
    const { pattern, open, button, typed, place } = form;
    const visitor = anotherBrowser();
    await visitor.send("/workspace/switch", new URLSearchParams({ workspace: agent.workspaceId }));
    const page = await open(visitor, agent);
    // A right one would change the password that other tests go on with.
    const fill: Fill = () => fillForm(page, button, pattern === "/account/password" ? {} : typed(agent));
    // As a form and by scripts in turns: one code reads both.
    const byScripts: Fill = () => ({ ...fill(), path: dataPath(fill().path) });
    // Each form is met by some of what can be odd: one code reads them all.
    const some = (turn: number) => meets(place, turn, 14);
    expect(await sendOddly(visitor, meets(place, 0, 2) ? fill : byScripts, some)).toEqual([]);
    await visitor.close();
  });

  test.each(["/workspace/switch", "/scripts"])("%s, from the bar above the page", async (path) => {
    const visitor = anotherBrowser();
    const fields = () => new URLSearchParams({ workspace: agent.workspaceId, mode: "auto" });
    expect(await sendOddly(visitor, () => ({ path, fields: fields() }), everything)).toEqual([]);
    expect(await sendOddly(visitor, () => ({ path: dataPath(path), fields: fields() }), everything)).toEqual([]);
    await visitor.close();
  });

  const everything = () => true;

  /** What is answered otherwise than it should be. @param isMet by its place among the odd fields, and then the odd bodies */
  async function sendOddly(visitor: Visitor, fill: Fill, isMet: (turn: number) => boolean): Promise<string[]> {
    const wrong: string[] = [];
    const note = (what: string, path: string, { status, text }: Answer): void => {
      const isTry = /^\/(login|password|register|account|shared|client-portal\/(login|sign-in|invitations))/.test(path);
      if (status >= 500 || (status === 429 && !isTry)) wrong.push(`${what}: ${status} ${text.slice(0, 300)}`);
    };
    for (const [turn, [name, make]] of Object.entries(oddFields).entries()) {
      if (!isMet(turn)) continue;
      const { path, fields } = fill();
      make(fields);
      note(name, path, await post(visitor, path, fields.toString()));
    }
    for (const [turn, [name, make]] of Object.entries(oddBodies).entries()) {
      if (!isMet(turn)) continue;
      const { path, fields } = fill();
      const [type, body] = make(fields);
      note(name, path, await post(visitor, path, body, type));
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    return wrong;
  }
});

test("a form with unknown fields writes its own and nothing else", async () => {
  const { visitor } = agent;
  await visitor.send("/workspace/switch", new URLSearchParams({ workspace: agent.workspaceId }));
  const form = fillForm(await visitor.open("/clients/new"), "Create client", {
    name: "Uma Odd",
    email: "uma@client.example",
  });
  form.fields.append("archived_at", "2020-01-01");
  form.fields.append("workspaceId", crypto.randomUUID());
  form.fields.append("profileImageUrl", "https://pictures.example/x.png");
  expect((await post(visitor, form.path, form.fields.toString())).status).toBe(303);
  const rows = await stored.query(
    "SELECT workspace_id, archived_at, profile_image_url FROM upstream.clients WHERE workspace_id::text = $1 AND name = 'Uma Odd'",
    [agent.workspaceId],
  );
  expect(rows).toEqual([{ workspace_id: agent.workspaceId, archived_at: null, profile_image_url: null }]);
});

describe("a body that does not come in full", () => {
  test.each([
    ["is cut off", "name=Cut&email=cut%40client", true],
    ["is shorter than it says", "name=Cut", false],
  ])("%s: nothing is written, and the server goes on", async (_how, body, isEnded) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
    socket.on("error", () => {}).resume();
    await once(socket, "connect");
    const cookies = [...agent.visitor.cookies].map((pair) => pair.join("=")).join("; ");
    const head = [
      "POST /clients/new HTTP/1.1",
      `Host: localhost:${port}`,
      `Cookie: ${cookies}`,
      "Sec-Fetch-Site: same-origin",
    ];
    socket.write([...head, `Content-Type: ${urlencoded}`, "Content-Length: 5000", "", body].join("\r\n"));
    if (isEnded) socket.end();
    else setTimeout(() => socket.destroy(), 200);
    await once(socket, "close");
    const rows = await stored.query("SELECT id FROM upstream.clients WHERE name = 'Cut'");
    expect(rows).toEqual([]);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });
});
