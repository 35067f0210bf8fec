/** What statements cost, in exact counts of blocks that the database reads. */
import type pg from "pg";
import { expect, vi } from "vitest";
import { z } from "zod";
import type { TestPerson, UpstreamService } from "./upstream-service.ts";

/** A statement's values stand in it where it is prepared, and else beside it. */
const statement = z.tuple([
  z.object({ text: z.string(), values: z.array(z.unknown()).optional() }),
  z.array(z.unknown()).optional(),
]);
const blocks = z.object({ "Shared Hit Blocks": z.int(), "Shared Read Blocks": z.int() });
const plan = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: blocks })]) })]);

/** Runs a statement. @returns the blocks that are read for it */
export async function blocksRead(pool: pg.Pool, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values);
  const [
    {
      "QUERY PLAN": [{ Plan: read }],
    },
  ] = plan.parse(rows);
  return read["Shared Hit Blocks"] + read["Shared Read Blocks"];
}

/** Asks the service for a list. @returns the blocks that are read for its page */
export async function blocksOfList(
  { database: { pool } }: UpstreamService,
  person: TestPerson,
  path: string,
): Promise<number> {
  const sent = vi.spyOn(pool, "query");
  const { status } = await person.get(path);
  const calls = sent.mock.calls.map(([query, values]) => statement.safeParse([query, values]).data);
  sent.mockRestore();
  expect([path, status]).toEqual([path, 200]);
  const [query, values] = calls.find((call) => call?.[0].text.includes("with page as materialized")) ?? [];
  return blocksRead(pool, query?.text ?? "", query?.values ?? values);
}
