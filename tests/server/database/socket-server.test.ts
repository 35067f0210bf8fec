import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SocketServer, serveOnSocket } from "#server/database/socket-server.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-socket-"));
const path = join(folder, ".s.PGSQL.5432");
const failures: unknown[] = [];
let database: PGlite;
let server: SocketServer;

beforeAll(async () => {
  database = await PGlite.create();
  server = await serveOnSocket(database, {
    path,
    idleInTransactionMs: 300,
    onFailure: (error) => void failures.push(error),
  });
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  expect(failures).toEqual([]);
});

async function connectClient(): Promise<pg.Client> {
  const client = new pg.Client({ host: folder, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

test("an idle transaction is ended after its time limit", async () => {
  const forgetful = await connectClient();
  const other = await connectClient();
  await forgetful.query("BEGIN");
  await forgetful.query("CREATE TABLE forgotten (id int)");
  const started = performance.now();
  const { rows } = await other.query("SELECT to_regclass('forgotten') AS found");
  expect(rows).toEqual([{ found: null }]);
  expect(performance.now() - started).toBeGreaterThan(200);
  await expect(forgetful.query("COMMIT")).rejects.toThrow();
  await other.end();
});

test("a long transaction that is not idle goes on", async () => {
  const client = await connectClient();
  await client.query("BEGIN");
  for (let step = 0; step < 5; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    await client.query("SELECT 1");
  }
  await client.query("COMMIT");
  await client.end();
});

test("messages that arrive in pieces are reassembled", async () => {
  const query = Buffer.from("Q\0\0\0\x1dSELECT 'in pieces' AS a;\0", "latin1");
  const socket = await openRaw();
  for (const byte of query) {
    socket.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await readUntil(socket, "Z\0\0\0\x05I")).toContain("in pieces");
  socket.destroy();
});

test("after a Flush the session is kept until the Sync", async () => {
  const socket = await openRaw();
  const other = await connectClient();
  const parse = message("P", "\0SELECT 'mine' AS a\0\0\0");
  const rest = [message("B", "\0\0\0\0\0\0\0\0"), message("E", "\0\0\0\0\0"), message("S", "")];
  socket.write(Buffer.concat([parse, message("H", "")]));
  await readUntil(socket, "1\0\0\0\x04");
  const theirs = other.query("SELECT $1::text AS a", ["theirs"]);
  socket.write(Buffer.concat(rest));
  expect(await readUntil(socket, "Z\0\0\0\x05I")).toContain("mine");
  expect((await theirs).rows).toEqual([{ a: "theirs" }]);
  socket.destroy();
  await other.end();
});

test("malformed messages close their own connection only", async () => {
  const socket = connect(path);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.write(Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0]));
  await closed;
  const client = await connectClient();
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test("a client that asks for encryption goes on without it", async () => {
  const socket = connect(path);
  socket.write(Buffer.from("000000080 4d2162f".replace(" ", ""), "hex"));
  expect(await readUntil(socket, "N")).toBe("N");
  socket.destroy();
});

async function openRaw(): Promise<Socket> {
  const socket = connect(path);
  const parameters = Buffer.from("\0\x03\0\0user\0postgres\0database\0postgres\0\0", "latin1");
  const length = Buffer.alloc(4);
  length.writeInt32BE(parameters.length + 4);
  socket.write(Buffer.concat([length, parameters]));
  await readUntil(socket, "Z\0\0\0\x05I");
  return socket;
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`, "latin1");
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

function readUntil(socket: Socket, end: string): Promise<string> {
  return new Promise((resolve) => {
    let read = "";
    socket.on("data", function take(chunk: Buffer) {
      read += chunk.toString("latin1");
      if (!read.includes(end)) return;
      socket.off("data", take);
      resolve(read);
    });
  });
}
