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
 * once, until the database is back.
 */
export class RetryingPool extends pg.Pool {
  #hasGivenUp = false;

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
        return client;
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
