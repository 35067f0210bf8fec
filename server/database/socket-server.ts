import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import { type Message, MessageReader, writeMessage } from "./messages.ts";

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

let statements = 0;

/**
 * The named prepared statements of one connection. All connections share one PGlite session, in which a name can be
 * taken once only, so each name is exchanged for one that no other connection has.
 */
class StatementNames {
  readonly #given = new Map<string, string>();

  /** Gives the message with its statement's name exchanged; messages that name none come back as they are. */
  exchange(message: Message): Message {
    const at = nameOffset(message);
    if (at === null) return message;
    const end = message.bytes.indexOf(0, at);
    const name = message.bytes.toString("utf8", at, end);
    if (name === "") return message;
    const head = message.bytes.subarray(0, at);
    const bytes = Buffer.concat([head, Buffer.from(this.#nameFor(name)), message.bytes.subarray(end)]);
    bytes.writeInt32BE(bytes.length - 1, 1);
    return { type: message.type, bytes };
  }

  /** The messages that free every statement of this connection. */
  closing(): Buffer[] {
    return [...this.#given.values()].map((name) => writeMessage("C", `S${name}\0`));
  }

  #nameFor(name: string): string {
    const known = this.#given.get(name);
    if (known !== undefined) return known;
    statements += 1;
    const given = `statement_${statements}`;
    this.#given.set(name, given);
    return given;
  }
}

/** Where the message names a prepared statement: Parse, Bind (after its portal), Describe and Close. */
function nameOffset({ type, bytes }: Message): number | null {
  if (type === "P") return 5;
  if (type === "B") return bytes.indexOf(0, 5) + 1;
  if ((type === "D" || type === "C") && bytes.toString("latin1", 5, 6) === "S") return 6;
  return null;
}

interface Connection {
  answer(bytes: Buffer): void;
  /** Closes the connection because its transaction kept all others waiting, with the error that says so. */
  disconnect(): void;
  /** The messages that free everything the connection has in the session, apart from an open transaction. */
  cleanup(): Buffer[];
}

interface Turn {
  readonly connection: Connection;
  readonly bytes: () => Buffer;
  /** How the turn ends: the session is free again, kept because the messages only flushed, or free of a closed connection. */
  readonly ending: "free" | "kept" | "closed";
}

/**
 * Shares PGlite's only session between connections. A turn is everything that a connection sends up to its next Sync:
 * if single messages took turns, one connection's parameters could meet another's statement. A connection in a
 * transaction keeps the session until it ends; the others wait.
 */
class SessionQueue {
  readonly #database: PGlite;
  readonly #idleLimitMs: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #turns: Turn[] = [];
  #holder: Connection | null = null;
  #working = false;
  #idle: NodeJS.Timeout | undefined;

  /**
   * Takes how long a transaction may be idle, in ms, before its connection is closed, and what to do when PGlite
   * itself fails, after which no answer of it can be trusted.
   */
  constructor(database: PGlite, idleLimitMs: number, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#idleLimitMs = idleLimitMs;
    this.#onFailure = onFailure;
  }

  /** Queues messages; `synced` says that they end with a Sync or are complete without one. */
  submit(connection: Connection, bytes: Buffer, synced: boolean): void {
    this.#enqueue({ connection, bytes: () => bytes, ending: synced ? "free" : "kept" });
  }

  /** Drops the connection's waiting turns, rolls its transaction back and frees its statements. */
  remove(connection: Connection): void {
    const others = this.#turns.filter((turn) => turn.connection !== connection);
    this.#turns.splice(0, this.#turns.length, ...others);
    this.#enqueue({ connection, bytes: () => this.#closingMessages(connection), ending: "closed" });
  }

  #closingMessages(connection: Connection): Buffer {
    const rollback = this.#holder === connection ? [writeMessage("S", ""), writeMessage("Q", "ROLLBACK\0")] : [];
    const cleanup = connection.cleanup();
    return Buffer.concat(cleanup.length > 0 ? [...rollback, ...cleanup, writeMessage("S", "")] : rollback);
  }

  #enqueue(turn: Turn): void {
    this.#turns.push(turn);
    if (!this.#working) this.#work().catch(this.#onFailure);
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
      clearTimeout(this.#idle);
      await this.#take(turn);
      const holder = this.#holder;
      if (holder !== null) this.#idle = setTimeout(() => holder.disconnect(), this.#idleLimitMs);
    }
    this.#working = false;
  }

  #next(): Turn | undefined {
    const at = this.#holder === null ? 0 : this.#turns.findIndex((turn) => turn.connection === this.#holder);
    return at === -1 ? undefined : this.#turns.splice(at, 1)[0];
  }

  async #take(turn: Turn): Promise<void> {
    const bytes = turn.bytes();
    const answers: Buffer[] = [];
    if (bytes.length > 0)
      await this.#database.runExclusive(() =>
        // The data are a view of memory that the next answer overwrites.
        this.#database.execProtocolRawStream(bytes, { onRawData: (data) => answers.push(Buffer.from(data)) }),
      );
    this.#holder = turn.ending === "kept" || this.#database.isInTransaction() ? turn.connection : null;
    if (turn.ending !== "closed") turn.connection.answer(Buffer.concat(answers));
  }
}
