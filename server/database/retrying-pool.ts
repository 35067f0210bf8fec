import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { databaseFault, isAbsent } from "./fault.ts";

/** Longer than the embedded database takes to restart. */
const retryForMs = 10_000;
const pauseMs = 100;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool that retries to connect while the database restarts; nothing has been sent by then. After one wait in vain it fails at
 * once, until the database is back. Where a connection is lost, those opened before it may be dead too: new ones take their place.
 */
export class RetryingPool extends pg.Pool {
  #hasGivenUp = false;
  /** Counts the connections that were lost. */
  #losses = 0;
  /** How many had been lost when each was opened. */
  readonly #openedAfter = new WeakMap<pg.PoolClient, number>();

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on("connect", (client) => {
      this.#openedAfter.set(client, this.#losses);
      client.on("error", () => {
        this.#losses += 1;
      });
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectWithRetries();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectWithRetries(): Promise<pg.PoolClient> {
    const until = performance.now() + (this.#hasGivenUp ? 0 : retryForMs);
    for (;;) {
      try {
        const client = await super.connect();
        this.#hasGivenUp = false;
        if (this.#openedAfter.get(client) === this.#losses) return client;
        client.release(true);
      } catch (error) {
        const fault = databaseFault(error);
        if (fault === null || !isAbsent(fault)) throw error;
        if (performance.now() >= until) {
          this.#hasGivenUp = true;
          throw error;
        }
        await wait(pauseMs);
      }
    }
  }
}
