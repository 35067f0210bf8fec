/** What a page of packages costs, in exact counts of blocks read, however many packages there are. */

import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect } from "vitest";
import { readListQuery } from "#server/upstream/engine/list-query.ts";
import { selectPage } from "#server/upstream/engine/selection.ts";
import { packageList, packageResource } from "#server/upstream/packages/package.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import { blocksRead } from "#tests/support/read-blocks.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTests } from "#tests/support/upstream-test.ts";

const few = 100;
const many = 8_000;

describe.each(upstreamTests({ open: openOwnDatabase }))(
  "the cost of a page of packages on the $name database",
  ({ test }) => {
    let small: TestPerson;
    let large: TestPerson;
    const clientOf = new Map<TestPerson, string>();

    test.beforeAll(async ({ service }) => {
      small = (await service.newWorkspace()).owner;
      large = (await service.newWorkspace()).owner;
      await fill(service, small, few);
      await fill(service, large, many);
      await service.database.pool.query("analyze");
    }, 120_000);

    /** Each tenth is due some day, thirty are open for a client, ten are found by a word. */
    async function fill(service: UpstreamService, person: TestPerson, count: number): Promise<void> {
      const { id: clientId } = await person.newClient({ name: "Ada Byron" });
      clientOf.set(person, clientId);
      await service.database.orm.execute(sql`
      insert into upstream.packages (workspace_id, assigned_account_id, number, street, time_zone, beds, baths, sqft,
        list_price_amount, list_price_currency, comp_amount, comp_currency, offer_due_at, street_key, area_key, search_text,
        inserted_at, updated_at)
      select ${person.workspaceId}::uuid, ${person.accountId}::uuid, n, n || ' Alder Lane', 'UTC', n % 7, n % 5, n % 4000,
        n * 1000, 'USD', n * 900, 'USD', case when n % 10 = 0 then now() + n * interval '1 day' end,
        n || ' alder lane', 'area ' || n % 40, n || ' alder lane' || case when n <= 10 then ' corner' else '' end,
        moment, moment
      from generate_series(1, ${count}) n, lateral (select timestamptz '2026-01-01' + n * interval '37 seconds') t (moment)`);
      await service.database.orm.execute(sql`
      insert into upstream.opportunities (workspace_id, package_id, client_id)
      select workspace_id, id, ${clientId}::uuid from upstream.packages
      where workspace_id = ${person.workspaceId}::uuid and number <= 30`);
    }

    async function blocksOf(service: UpstreamService, person: TestPerson, query: string): Promise<number> {
      const url = new URL(`http://upstream.test/api/packages?include=clients&page[count]=true&page[limit]=15&${query}`);
      const member = {
        ...person,
        kind: "account" as const,
        sessionId: "",
        role: "owner" as const,
        plan: "standard" as const,
        today: "2026-03-02",
      };
      const statement = selectPage(
        packageResource,
        packageList,
        readListQuery(url, packageResource, packageList),
        member,
      );
      const { sql: text, params } = new PgDialect().sqlToQuery(statement);
      return blocksRead(service.database.pool, text, params);
    }

    test.for([
      "sort=-inserted_at",
      "sort=number",
      "sort=street",
      "sort=area",
      "sort=-list_price",
      "sort=comp_value",
      "sort=-beds",
      "sort=baths",
      "sort=sqft",
      "sort=-area",
      "sort=list_price",
      "sort=-comp_value",
      "sort=beds",
      "sort=-offer_due_at",
      "sort=offer_due_at",
      "sort=offer_due_at&filter[offer_due_within]=3m",
      "sort=-inserted_at&filter[search]=corner",
      "sort=-inserted_at&filter[client_id]=CLIENT",
      "sort=-inserted_at&filter[archived]=true",
    ])("%s of many reads hardly more than of few", async (query, { service }) => {
      const [fewBlocks = 0, manyBlocks = 0] = await Promise.all(
        [small, large].map((person) => blocksOf(service, person, query.replace("CLIENT", clientOf.get(person) ?? ""))),
      );
      expect([fewBlocks > 0, manyBlocks]).toEqual([true, expect.any(Number)]);
      // Thirty rows at most are looked up, for the page and for its count, each in three blocks; of few all are read at once.
      expect(manyBlocks).toBeLessThanOrEqual(fewBlocks + 180);
      expect(manyBlocks).toBeLessThan(420);
    });
  },
);
