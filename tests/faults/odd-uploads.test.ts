import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { sendPart, tryToAnnounce } from "#tests/support/resumable.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Uploads as no browser sends them, through all layers of the running server: each is answered for what it is, nothing of it
// stays behind, and the server goes on.

const origin = inject("origin");
const boundary = "----latchkey";
let agent: Visitor;

beforeAll(async () => {
  agent = (await registerAgent(origin)).visitor;
});
afterAll(() => agent.close());

/** Bytes of everything in the spool that forms have brought. */
function spooled(): number {
  const folder = join(inject("dataDir"), "spool", "forms");
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => statSync(join(folder, name))).reduce((sum, { size }) => sum + size, 0);
}

async function fieldsOf(): Promise<string> {
  const { document } = await agent.open("/documents/uploads/new");
  const inputs = document.querySelectorAll("main form[method=post] input[type=hidden]");
  return inputs.map((input) => part(input.getAttribute("name") ?? "", input.getAttribute("value") ?? "")).join("");
}

function part(name: string, content: string, file?: string): string {
  const filename = file === undefined ? "" : `; filename="${file}"\r\nContent-Type: text/plain`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${content}\r\n`;
}
const end = `--${boundary}--\r\n`;

/** Sends bytes with a length of the sender's own invention, and goes away; gives the status of the answer, 0 for none. */
async function sendRaw(body: string, length: number): Promise<number> {
  const { port, host } = new URL(origin);
  const socket = connect(Number(port), "localhost");
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const lines = [
    "POST /documents/uploads/new HTTP/1.1",
    ...[`Host: ${host}`, `Cookie: ${cookie}`, "Sec-Fetch-Site: same-origin", "Connection: close"],
    ...[`Content-Type: multipart/form-data; boundary=${boundary}`, `Content-Length: ${length}`],
  ];
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.on("error", () => {});
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  await once(socket, "close");
  return Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(spooled).toBe(0);
  expect((await agent.open("/documents")).text).toContain("No folders or files yet.");
}

describe("a form", () => {
  test("that announces more than it brings, or goes away at half, leaves nothing", async () => {
    const body = (await fieldsOf()) + part("file", "x".repeat(400_000), "a.txt") + end;
    expect([0, 400]).toContain(await sendRaw(body, body.length + 1));
    expect([0, 400]).toContain(await sendRaw(body.slice(0, body.length / 2), body.length));
    await expectNothingLeft();
  });

  test("that announces less than it brings is cut there, and refused", async () => {
    const body = (await fieldsOf()) + part("file", "x".repeat(4000), "a.txt") + end;
    expect(await sendRaw(body, body.length - 100)).toBe(400);
    await expectNothingLeft();
  });

  test("of ten thousand parts is refused, and so is one that would be longer than there is", async () => {
    const body = (await fieldsOf()) + part("x", "").repeat(10_000) + part("file", "x", "a.txt") + end;
    expect(await sendRaw(body, body.length)).toBe(400);
    expect([0, 400, 413]).toContain(await sendRaw("x", Number.MAX_SAFE_INTEGER));
    await expectNothingLeft();
  });
});

test("an upload in parts that announces what it cannot keep is refused", async () => {
  for (const size of [0, 26 * 1024 ** 2, Number.MAX_SAFE_INTEGER])
    expect((await tryToAnnounce(agent, { name: "../../a\u0000.txt", size })).status).toBe(413);
  const answer = await tryToAnnounce(agent, { name: `${"../".repeat(1300)}a\u0000b.txt`, size: 3 });
  expect(answer.status).toBe(201);
  const path = answer.headers.get("location") ?? "";
  expect((await sendPart(agent, `${path}/../../../../etc/passwd`, 0, "x")).status).toBe(404);
  expect((await sendPart(agent, path, 0, "one")).status).toBe(204);
  const { document } = await agent.open("/documents/uploads/new");
  const inputs = document.querySelectorAll("main form[method=post] input[type=hidden]");
  const fields = inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]);
  const page = await agent.send(
    "/documents/uploads/new",
    new URLSearchParams([...fields, ["upload[0]", path.slice(9)]]),
  );
  expect(page.text).toContain("ab.txt uploaded.");
});
