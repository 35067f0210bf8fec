import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { TestAnswer } from "#tests/support/answers.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("pages", () => {
  test.beforeAll(async ({ service, owner }) => {
    await fill(service, owner, 60);
  });

  /** Clients of whom several share each moment, and the moments lie one microsecond apart; some share a name. */
  async function fill(service: UpstreamService, { workspaceId, accountId }: TestPerson, count: number): Promise<void> {
    await service.database.orm.execute(sql`
      insert into upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text, inserted_at)
      select ${workspaceId}::uuid, ${accountId}::uuid, 'Client ' || n, 'c' || n || '@client.example', 'client ' || n % 7,
        'c' || n || '@client.example', 'client ' || n, timestamptz '2026-01-01 12:00:00.000001Z' + (n / 3) * interval '1 microsecond'
      from generate_series(1, ${count}) n`);
  }

  /** Follows links and gives the ids page by page. */
  async function walk(
    owner: TestPerson,
    path: string,
    direction: "next" | "prev",
  ): Promise<{ pages: string[][]; last: TestAnswer }> {
    const pages: string[][] = [];
    let answer = await owner.get(path);
    for (;;) {
      pages.push(answer.records.map(({ id }) => id));
      const link = answer.document.links?.[direction];
      if (typeof link !== "string" || pages.length > 100) return { pages, last: answer };
      answer = await owner.get(link.slice(link.indexOf("/clients")));
    }
  }

  test.for([
    "-inserted_at",
    "inserted_at",
    "name",
    "-name,inserted_at",
    "name,-inserted_at",
    "-updated_at,name,inserted_at",
  ])("by %s every client is seen once forwards, and the same way back", async (sort, { owner }) => {
    const whole = await owner.get(`/clients?sort=${sort}&page[limit]=250`);
    const expected = whole.records.map(({ id }) => id);
    expect(new Set(expected).size).toBe(60);

    const forwards = await walk(owner, `/clients?sort=${sort}&page[limit]=7`, "next");
    expect(forwards.pages.flat()).toEqual(expected);
    expect(forwards.pages.map((page) => page.length)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 4]);

    const lastLink = forwards.last.document.links?.self ?? "";
    const backwards = await walk(owner, lastLink.slice(lastLink.indexOf("/clients")), "prev");
    expect(backwards.pages.reverse().flat()).toEqual(expected);
    expect(backwards.last.document.links?.prev).toBeNull();
  });

  test("links carry the caller's other parameters, and first leaves the cursor out", async ({ owner }) => {
    const asked = "/clients?include=buyer_profile&sort=name&page[limit]=10&page[count]=true&filter[search]=client";
    const first = await owner.get(asked);
    expect(first.document.links).toMatchObject({
      prev: null,
      self: `http://upstream.test/api${asked}`.replaceAll("[", "%5B").replaceAll("]", "%5D"),
    });
    const next = new URL(first.document.links?.next ?? "");
    expect(next.search).toContain("page%5Bafter%5D=");
    next.searchParams.delete("page[after]");
    expect([...next.searchParams]).toEqual([...new URL(`http://x${asked}`).searchParams]);

    const second = await owner.get((first.document.links?.next ?? "").replace("http://upstream.test/api", ""));
    expect(second.document.links?.first).toBe(next.href);
    const back = await owner.get((second.document.links?.prev ?? "").replace("http://upstream.test/api", ""));
    expect(back.records.map(({ id }) => id)).toEqual(first.records.map(({ id }) => id));
    expect(back.document.links?.prev).toBeNull();
    expect(back.document.links?.next).not.toBeNull();
  });

  test("a cursor keeps its place when its row is gone", async ({ service }) => {
    const { owner: other } = await service.newWorkspace();
    await fill(service, other, 10);
    const first = await other.get("/clients?page[limit]=3");
    const ids = (await other.get("/clients")).records.map(({ id }) => id);
    await service.database.orm.execute(sql`delete from upstream.clients where id = ${ids[2]}`);
    const second = await other.get((first.document.links?.next ?? "").replace("http://upstream.test/api", ""));
    expect(second.records.map(({ id }) => id)).toEqual(ids.slice(3, 6));
    expect(second.document.links?.prev).not.toBeNull();
  });

  test("the total is given on request, and stays exact for the whole list", async ({ owner }) => {
    expect((await owner.get("/clients")).document.meta?.page).toEqual({ limit: 15 });
    expect((await owner.get("/clients?page[count]=true")).document.meta?.page).toEqual({ limit: 15, total: 60 });
    const searched = await owner.get("/clients?page[count]=true&filter[search]=client%205&page[limit]=4");
    expect(searched.document.meta?.page).toEqual({ limit: 4, total: 15 });
    const second = await owner.get((searched.document.links?.next ?? "").replace("http://upstream.test/api", ""));
    expect(second.document.meta?.page).toEqual({ limit: 4, total: 15 });
  });

  test("past ten thousand a filtered total is an estimate, and a kept one is not", async ({ service }) => {
    const { owner: busy } = await service.newWorkspace();
    await fill(service, busy, 10_050);
    expect((await busy.get("/clients?page[count]=true&page[limit]=1")).document.meta?.page?.total).toBe(10_050);
    const searched = await busy.get("/clients?page[count]=true&page[limit]=1&filter[search]=client");
    expect(searched.document.meta?.page).toEqual({ limit: 1, total: 10_000, total_estimated: true });
  }, 90_000);

  test("a page holds 15, or as many as asked for, and never more than 250", async ({ owner }) => {
    expect((await owner.get("/clients")).records).toHaveLength(15);
    expect((await owner.get("/clients?page[limit]=1")).records).toHaveLength(1);
    expect((await owner.get("/clients?page[limit]=1000")).document.meta?.page?.limit).toBe(250);
  });

  const real = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
  const id = "00000000-0000-4000-8000-000000000000";
  test.for([
    ["page[after]=garbage", "invalid_keyset page[after]"],
    ["page[before]=", "invalid_keyset page[before]"],
    [
      `page[after]=${real(["-inserted_at", "2026-01-01T00:00:00.000000Z", id])}&sort=name`,
      "invalid_keyset page[after]",
    ],
    [`page[after]=${real(["-inserted_at", "2026-02-30T00:00:00.000000Z", id])}`, "invalid_keyset page[after]"],
    [`page[after]=${real(["-inserted_at", "2026-01-01T00:00:00Z", id])}`, "invalid_keyset page[after]"],
    [`page[after]=${real(["-inserted_at", "2026-01-01T00:00:00.000000Z", "1"])}`, "invalid_keyset page[after]"],
    [`page[after]=${real(["-inserted_at", "2026-01-01T00:00:00.000000Z"])}`, "invalid_keyset page[after]"],
    [`page[after]=${real(["name", "\0", id])}&sort=name`, "invalid_keyset page[after]"],
    [`page[after]=${real({ a: 1 })}`, "invalid_keyset page[after]"],
    ["page[after]=a&page[before]=b", "invalid_pagination page[before]"],
    ["page[limit]=0", "invalid_pagination page[limit]"],
    ["page[limit]=-1", "invalid_pagination page[limit]"],
    ["page[limit]=ten", "invalid_pagination page[limit]"],
    ["page[limit]=1e3", "invalid_pagination page[limit]"],
    ["page[count]=yes", "invalid_pagination page[count]"],
    ["page[offset]=30", "invalid_pagination page[offset]"],
    ["page=2", "invalid_query page"],
    ["sort=email", "invalid_sort sort"],
    ["sort=", "invalid_sort sort"],
    ["sort=name,name", "invalid_sort sort"],
    ["sort=constructor", "invalid_sort sort"],
    ["sort=name,inserted_at,updated_at,last_activity_at", "invalid_sort sort"],
    ["filter[nobody]=1", "invalid_filter filter[nobody]"],
    ["filter[toString]=1", "invalid_filter filter[toString]"],
    ["filter[archived]=maybe", "invalid_filter filter[archived]"],
    ["include=workspace", "invalid_includes include"],
    ["include=buyer_profile.client", "invalid_includes include"],
    ["fields[client]=name,secret", "invalid_field fields[client]"],
    ["fields[nothing]=name", "invalid_field fields[nothing]"],
    ["start=15", "invalid_query start"],
    ["filter[search]=%00", "invalid_query filter[search]"],
    ["%00=1", "invalid_query"],
  ] as const)("?%s is refused", async ([query, problem], { owner }) => {
    expect((await owner.get(`/clients?${query}`)).problem).toBe(`400 ${problem}`);
  });

  test("of a parameter given twice the last counts", async ({ owner }) => {
    const answer = await owner.get("/clients?sort=-inserted_at&page[limit]=15&sort=inserted_at&page[limit]=2");
    const oldest = await owner.get("/clients?sort=inserted_at&page[limit]=2");
    expect(answer.records.map(({ id }) => id)).toEqual(oldest.records.map(({ id }) => id));
  });

  test("sparse fields keep the requested members, in records and in included ones", async ({ owner }) => {
    const created = await owner.newClient();
    const path = `/clients/${created.id}?include=buyer_profile,people&fields[client]=name,people&fields[buyer_profile]=notes`;
    const { record, document } = await owner.get(path);
    expect(record.attributes).toEqual({ name: "Maya Lindqvist" });
    expect(record.relationships).toEqual({ people: { data: [], links: {}, meta: {} } });
    expect(document.included?.map(({ attributes }) => attributes)).toEqual([{ notes: null }]);
  });
});
