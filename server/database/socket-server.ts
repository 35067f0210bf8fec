import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { PGlite } from "@electric-sql/pglite";
import { type Message, MessageReader, writeMessage } from "./messages.ts";

export interface SocketServer {
  close(): Promise<void>;
}

interface SocketServerOptions {
  /** The permissions of its folder decide who may connect. */
  readonly path: string;
  /** In ms. */
  readonly idleInTransactionMs: number;
  /** Called when PGlite itself failed; its answers cannot be trusted from then on. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Serves PGlite to PostgreSQL clients. @electric-sql/pglite-socket 0.2.17 mixes messages of different connections when one is longer
 * than a read of the socket (docs/decisions/embedded-database.md). Not supported: LISTEN between connections, COPY, cancelling,
 * and settings of a connection (SET acts on all; SET LOCAL is fine).
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
  socket.on("error", () => {});
  socket.once("close", () => queue.remove(connection));
}

/** As for idle_in_transaction_session_timeout. */
const idleTimeout = writeMessage(
  "E",
  "SFATAL\0VFATAL\0C25P03\0Mterminating connection due to idle-in-transaction timeout\0\0",
);

let statements = 0;

/** Prepared statements of one connection. All connections share PGlite's session, so names are made unique. */
class StatementNames {
  readonly #given = new Map<string, string>();

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

/** Parse, Bind (after its portal), Describe and Close name a statement. */
function nameOffset({ type, bytes }: Message): number | null {
  if (type === "P") return 5;
  if (type === "B") return bytes.indexOf(0, 5) + 1;
  if ((type === "D" || type === "C") && bytes.toString("latin1", 5, 6) === "S") return 6;
  return null;
}

interface Connection {
  answer(bytes: Buffer): void;
  /** Closes a connection whose idle transaction blocks the others. */
  disconnect(): void;
  /** Messages that free everything but an open transaction. */
  cleanup(): Buffer[];
}

interface Turn {
  readonly connection: Connection;
  readonly bytes: () => Buffer;
  /** "kept": the messages only flushed. */
  readonly ending: "free" | "kept" | "closed";
}

/**
 * Shares PGlite's session. A turn is all that a connection sends up to its Sync, or one's parameters could meet another's statement.
 * A connection in a transaction keeps the session.
 */
class SessionQueue {
  readonly #database: PGlite;
  readonly #idleLimitMs: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #turns: Turn[] = [];
  #holder: Connection | null = null;
  #working = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(database: PGlite, idleLimitMs: number, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#idleLimitMs = idleLimitMs;
    this.#onFailure = onFailure;
  }

  /** @param synced whether the messages end with a Sync or need none */
  submit(connection: Connection, bytes: Buffer, synced: boolean): void {
    this.#enqueue({ connection, bytes: () => bytes, ending: synced ? "free" : "kept" });
  }

  /** Drops a connection's turns, rolls back and frees its statements. */
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
