/** What a page costs, in exact counts: statements sent and blocks read, however many clients there are. */

import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect } from "vitest";
import { client, clientList } from "#server/upstream/clients/client.ts";
import { readListQuery } from "#server/upstream/engine/list-query.ts";
import { selectPage } from "#server/upstream/engine/selection.ts";
import { countStatements } from "#tests/support/counted-statements.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { blocksRead } from "#tests/support/read-blocks.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTests } from "#tests/support/upstream-test.ts";

const few = 100;
const many = 8_000;

describe.each(upstreamTests({ open: openOwnDatabase }))("the cost of a page on the $name database", ({ test }) => {
  let small: TestPerson;
  let large: TestPerson;

  test.beforeAll(async ({ service }) => {
    small = (await service.newWorkspace()).owner;
    large = (await service.newWorkspace()).owner;
    await fill(service, small, few);
    await fill(service, large, many);
    await service.database.pool.query("analyze");
  }, 120_000);

  async function fill(service: UpstreamService, { workspaceId, accountId }: TestPerson, count: number): Promise<void> {
    await service.database.orm.execute(sql`
      with added as (
        insert into upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text,
          inserted_at, updated_at, last_activity_at)
        select ${workspaceId}::uuid, ${accountId}::uuid, 'Client ' || n, 'c@client.example', 'client ' || n, 'c', 'client ' || n,
          moment, moment, moment
        from generate_series(1, ${count}) n, lateral (select timestamptz '2026-01-01' + n * interval '37 seconds') t (moment)
        returning id, workspace_id
      )
      insert into upstream.buyer_profiles (workspace_id, client_id) select workspace_id, id from added`);
  }

  async function blocksOf(service: UpstreamService, person: TestPerson, query: string): Promise<number> {
    const url = new URL(`http://upstream.test/api/clients?include=buyer_profile&page[count]=true&${query}`);
    const member = {
      ...person,
      kind: "account" as const,
      sessionId: "",
      role: "owner" as const,
      plan: "standard" as const,
      today: "2026-03-02",
    };
    const statement = selectPage(client, clientList, readListQuery(url, client, clientList), member);
    const { sql: text, params } = new PgDialect().sqlToQuery(statement);
    return blocksRead(service.database.pool, text, params);
  }

  /** The cursor of the page that begins after this many clients. */
  async function after(service: UpstreamService, person: TestPerson, sort: string, place: number): Promise<string> {
    const column =
      { inserted_at: "inserted_at", updated_at: "updated_at", last_activity_at: "contact_key" }[
        sort.replace("-", "")
      ] ?? "name_key";
    const direction = sort.startsWith("-") ? "desc" : "asc";
    const value =
      column === "name_key" ? column : `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    const { rows } = await service.database.pool.query<{ id: string; value: string }>(
      `select id, ${value} as value from upstream.clients where workspace_id = $1 order by ${column} ${direction}, id ${direction} offset $2 limit 1`,
      [person.workspaceId, place - 1],
    );
    const cursor = Buffer.from(JSON.stringify([sort, rows[0]?.value, rows[0]?.id])).toString("base64url");
    return `sort=${sort}&page[after]=${cursor}`;
  }

  test.for(["-inserted_at", "-updated_at", "last_activity_at", "name"])(
    "by %s the first, middle and last page of many clients read hardly more than those of few",
    async (sort, { service }) => {
      for (const part of [0, 0.5, 1]) {
        const [fewBlocks, manyBlocks] = await Promise.all(
          [
            [small, few],
            [large, many],
          ].map(async ([person, count]) => {
            if (typeof person !== "object" || typeof count !== "number") throw new Error("unreachable");
            const place = Math.min(Math.floor(count * part), count - 15);
            const page = place === 0 ? `sort=${sort}` : await after(service, person, sort, place);
            return blocksOf(service, person, page);
          }),
        );
        // A tree of thousands is a level higher: a block more for each of sixteen rows and their profiles.
        expect(manyBlocks).toBeLessThanOrEqual((fewBlocks ?? 0) + 40);
        expect(manyBlocks).toBeLessThan(160);
      }
    },
  );

  test("a list takes two statements, however long it is and whatever is included", async ({ service }) => {
    const { database } = service;
    const included = "include=buyer_profile,people";
    let first = "";
    const list = async () => {
      const answer = await large.get(`/clients?${included}&page[limit]=250&page[count]=true&sort=name`);
      expect(answer.records).toHaveLength(250);
      expect(answer.document.included).toHaveLength(250);
      first = `${answer.records[0]?.id}`;
    };
    expect(await countStatements(database, list)).toBe(2);
    expect(await countStatements(database, () => large.get(`/clients/${first}?${included}`))).toBe(2);
  });
});
