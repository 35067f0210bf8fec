import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "#server/database/database.ts";

/** Counts the statements that something sends itself, without those that run beside it: the queue looks for work, and mails go out. */
export async function countStatements({ pool }: Database, act: () => Promise<unknown>): Promise<number> {
  const acting = new AsyncLocalStorage<true>();
  const send = pool.query;
  let count = 0;
  const get = () => {
    if (acting.getStore() === true) count += 1;
    return send;
  };
  Object.defineProperty(pool, "query", { configurable: true, get });
  try {
    await acting.run(true, act);
  } finally {
    Reflect.deleteProperty(pool, "query");
  }
  return count;
}
