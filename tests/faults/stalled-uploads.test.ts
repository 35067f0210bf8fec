import { existsSync, readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { countDescriptors, openFilesIn } from "#tests/support/descriptors.ts";
import { announce } from "#tests/support/resumable.ts";
import type { Visitor } from "#tests/support/visitor.ts";

// Uploads that stop in the middle, thirty at once, through the running server: its descriptors and the spool folder are counted
// before and after. Files of uploads to be resumed stay by design, without a descriptor.

const origin = inject("origin");
const pid = inject("serverPid");
const spool = join(inject("dataDir"), "spool");
const boundary = "----latchkey";
/** To the database, of which a busy server may open some more. */
const connections = 4;
/** Two, since one session may send 16 uploads at once. */
let agents: readonly [Visitor, Visitor];

beforeAll(async () => {
  const [{ visitor: one }, { visitor: other }] = await Promise.all([registerAgent(origin), registerAgent(origin)]);
  agents = [one, other];
});
afterAll(() => Promise.all(agents.map((agent) => agent.close())));

function spooledForms(): string[] {
  const folder = join(spool, "forms");
  return existsSync(folder) ? readdirSync(folder) : [];
}

interface Stalled {
  readonly socket: Socket;
  readonly status: Promise<number>;
}

/** Sends the beginning of a body, and gives the status of the answer that comes although the rest stays away. */
async function stall(agent: Visitor, lines: readonly string[], body: string): Promise<Stalled> {
  const { port, host } = new URL(origin);
  const socket = connect(Number(port), "localhost");
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const head = [...lines, `Host: ${host}`, `Cookie: ${cookie}`, "Sec-Fetch-Site: same-origin"];
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.on("error", () => {});
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  const status = new Promise<number>((resolve) => {
    socket.once("close", () => resolve(Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });
  return { socket, status };
}

const form = [
  "POST /documents/uploads/new HTTP/1.1",
  `Content-Type: multipart/form-data; boundary=${boundary}`,
  "Content-Length: 10000000",
];
const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${"x".repeat(3_000_000)}`;

/** Uploads of a file, half of them by each agent. */
function stallForms(count: number): Promise<Stalled[]> {
  return Promise.all(Array.from({ length: count }, (_, turn) => stall(agents[turn % 2 === 0 ? 0 : 1], form, file)));
}

test("thirty stalled uploads are answered 408 and leave no folder, byte or descriptor", async () => {
  const before = countDescriptors(pid);
  const uploads = await stallForms(30);
  await expect.poll(() => openFilesIn(spool, pid)).toHaveLength(30);
  const statuses = await Promise.all(uploads.map(({ status }) => status));
  expect(statuses).toEqual(statuses.map(() => 408));
  await expect.poll(() => [spooledForms(), openFilesIn(spool, pid)]).toEqual([[], []]);
  await expect.poll(() => countDescriptors(pid)).toBeLessThanOrEqual(before + connections);
});

test("thirty uploads whose senders leave, in parts and as forms, leave no descriptor", async () => {
  const path = await announce(agents[1], { name: "a.txt", size: 10_000_000 });
  const before = countDescriptors(pid);
  const part = [
    `PATCH ${path} HTTP/1.1`,
    ...["Tus-Resumable: 1.0.0", "Upload-Offset: 0", "Content-Length: 10000000"],
    "Content-Type: application/offset+octet-stream",
  ];
  const uploads = await stallForms(29);
  const resumable = await stall(agents[1], part, "x".repeat(3_000_000));
  await expect.poll(() => openFilesIn(spool, pid)).toHaveLength(30);
  for (const { socket } of [...uploads, resumable]) socket.destroy();
  await expect.poll(() => [spooledForms(), openFilesIn(spool, pid)]).toEqual([[], []]);
  await expect.poll(() => countDescriptors(pid)).toBeLessThanOrEqual(before + connections);
});
