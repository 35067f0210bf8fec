import type { PGlite } from "@electric-sql/pglite";
import { writeMessage } from "./messages.ts";

/** Who sends messages and takes the answers. */
export interface Party {
  answer(bytes: Buffer): void;
  /** The party kept everybody waiting: it is to be told so and sent away. */
  expel(): void;
  /** What frees everything the party has in the session, apart from an open transaction. */
  cleaning(): Buffer[];
}

interface Turn {
  readonly party: Party;
  readonly bytes: () => Buffer;
  /** How the turn ends: with the session free again, or kept because the messages only flushed and did not sync. */
  readonly ending: "free" | "kept" | "farewell";
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
  #holder: Party | null = null;
  #working = false;
  #idle: NodeJS.Timeout | undefined;

  /**
   * Takes how long a transaction may stand still, in ms, before its connection is ended, and what to do when PGlite
   * itself fails, after which no answer of it can be trusted.
   */
  constructor(database: PGlite, idleLimitMs: number, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#idleLimitMs = idleLimitMs;
    this.#onFailure = onFailure;
  }

  /** Queues messages; `synced` says that they end with a Sync or are complete without one. */
  submit(party: Party, bytes: Buffer, synced: boolean): void {
    this.#enqueue({ party, bytes: () => bytes, ending: synced ? "free" : "kept" });
  }

  /** Forgets what the party still waits for, rolls its transaction back and frees its statements. */
  leave(party: Party): void {
    const stay = this.#turns.filter((turn) => turn.party !== party);
    this.#turns.splice(0, this.#turns.length, ...stay);
    this.#enqueue({ party, bytes: () => this.#farewell(party), ending: "farewell" });
  }

  #farewell(party: Party): Buffer {
    const rollback = this.#holder === party ? [writeMessage("S", ""), writeMessage("Q", "ROLLBACK\0")] : [];
    const cleaning = party.cleaning();
    return Buffer.concat(cleaning.length > 0 ? [...rollback, ...cleaning, writeMessage("S", "")] : rollback);
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
      if (holder !== null) this.#idle = setTimeout(() => holder.expel(), this.#idleLimitMs);
    }
    this.#working = false;
  }

  #next(): Turn | undefined {
    const at = this.#holder === null ? 0 : this.#turns.findIndex((turn) => turn.party === this.#holder);
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
    this.#holder = turn.ending === "kept" || this.#database.isInTransaction() ? turn.party : null;
    if (turn.ending !== "farewell") turn.party.answer(Buffer.concat(answers));
  }
}
