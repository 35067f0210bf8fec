import type { PGlite } from "@electric-sql/pglite";
import { writeMessage } from "./messages.ts";

/** A connection of a PostgreSQL client. */
export interface Connection {
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
export class SessionQueue {
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
