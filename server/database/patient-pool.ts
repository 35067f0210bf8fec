import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { databaseFault, isAbsent } from "./fault.ts";

/** How long a new connection is waited for while nobody listens: what the embedded database takes to start again, and more. */
const patienceMs = 10_000;
const pauseMs = 100;

type Taken = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * Connections to a database that may be starting again: whoever needs one waits for it instead of failing. Nothing has been
 * sent by then, so that nothing is done twice. After waiting in vain nobody waits any more until it is back.
 */
export class PatientPool extends pg.Pool {
  #isGivenUp = false;

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectPatiently();
    if (taken === undefined) return connecting;
    connecting.then(
      (client) => taken(undefined, client, client.release),
      (error) => taken(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    const until = performance.now() + (this.#isGivenUp ? 0 : patienceMs);
    for (;;) {
      try {
        const client = await super.connect();
        this.#isGivenUp = false;
        return client;
      } catch (error) {
        const fault = databaseFault(error);
        if (fault === null || !isAbsent(fault)) throw error;
        if (performance.now() >= until) {
          this.#isGivenUp = true;
          throw error;
        }
        await wait(pauseMs);
      }
    }
  }
}
