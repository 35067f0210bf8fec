import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import { type Message, MessageReader, writeMessage } from "./messages.ts";
import { type Connection, SessionQueue } from "./session-queue.ts";
import { StatementNames } from "./statement-names.ts";

export interface SocketServer {
  /** Closes every connection; open transactions are rolled back. */
  close(): Promise<void>;
}

interface SocketServerOptions {
  /** Path of the unix socket; its folder's permissions decide who may connect. */
  readonly path: string;
  /** How long a transaction may be idle before its connection is closed, in ms. */
  readonly idleInTransactionMs: number;
  /** Called when PGlite itself failed, after which no answer of it can be trusted. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Serves a PGlite database to PostgreSQL clients.
 *
 * Written here because @electric-sql/pglite-socket 0.2.17 lets single messages of different connections alternate: as
 * soon as a message is longer than what one read of the socket gives, another connection's statement takes the place of
 * the one it belongs to (docs/decisions/embedded-database.md, and the test "long parameters of parallel connections").
 *
 * Not supported, unlike in PostgreSQL: LISTEN between connections, COPY, cancelling, and settings per connection
 * (SET acts on all connections; SET LOCAL is fine).
 */
export async function serveOnSocket(database: PGlite, options: SocketServerOptions): Promise<SocketServer> {
  const queue = new SessionQueue(database, options.idleInTransactionMs, options.onFailure);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    serveConnection(socket, queue);
  });
  server.listen(options.path);
  await once(server, "listening");
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Messages after which the client waits for an answer. */
const requestEnds = new Set(["startup", "Q", "F", "S", "H"]);

function serveConnection(socket: Socket, queue: SessionQueue): void {
  const reader = new MessageReader();
  const names = new StatementNames();
  const connection: Connection = {
    answer: (bytes) => void (socket.writable && socket.write(bytes)),
    disconnect: () => socket.end(idleTimeout, () => socket.destroy()),
    cleanup: () => names.closing(),
  };
  let pending: Buffer[] = [];

  function receive(message: Message): void {
    if (message.type === "encryption") socket.write("N");
    else if (message.type === "cancel" || message.type === "X") socket.end();
    else pending.push(names.exchange(message).bytes);
    if (!requestEnds.has(message.type)) return;
    queue.submit(connection, Buffer.concat(pending), message.type !== "H");
    pending = [];
  }

  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    try {
      for (const message of reader.read(chunk)) receive(message);
    } catch {
      socket.destroy();
    }
  });
  // A broken connection emits "close", too.
  socket.on("error", () => {});
  socket.once("close", () => queue.remove(connection));
}

/** The error that PostgreSQL gives for idle_in_transaction_session_timeout. */
const idleTimeout = writeMessage(
  "E",
  "SFATAL\0VFATAL\0C25P03\0Mterminating connection due to idle-in-transaction timeout\0\0",
);
