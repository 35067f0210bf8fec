import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readService } from "#app/json-api/service.ts";
import { writeService } from "#server/check-api/check-service.ts";
import { type LearnOptions, learnService } from "#server/check-api/learn.ts";
import { describeTable, type TableRow } from "#server/check-api/table.ts";
import { type Behavior, startSmallService } from "./small-service.ts";

const headers = { authorization: "Bearer token-of-the-small-service" };

async function learn(behavior: Behavior = {}, options: Partial<LearnOptions> = {}) {
  const { origin, received } = await startSmallService(behavior);
  const learned = await learnService({ url: origin, headers, ...options });
  const rowOf = (part: string): TableRow | undefined => learned.table.find((row) => row.part === part);
  return { ...learned, received, rowOf };
}

describe("names", () => {
  test("are those of the rows", async () => {
    const { service } = await learn();
    expect(service.names).toEqual({ attributes: "dash", parameters: "dash" });
    expect(service.lists.clients).toMatchObject({
      path: "clients",
      type: "people",
      sorts: { inserted_at: "inserted-at" },
    });
    expect(Object.keys(service.lists).toSorted()).toEqual(["clients", "tasks"]);
  });

  test("are those that the root links to", async () => {
    const { service, isWrong } = await learn({ below: "node" });
    expect({ path: service.lists.clients?.path, isWrong }).toEqual({ path: "node/clients", isWrong: false });
  });

  test("that differ from the rest by their spelling alone are written down", async () => {
    const { service } = await learn({ name: "phoneNumber" });
    expect(service.lists.clients?.attributes).toEqual({ phoneNumber: "phoneNumber" });
  });
});

describe("pages", () => {
  const paging = {
    kind: "number",
    size: "page[size]",
    largest: 250,
    count: null,
    total: "meta.record-count",
    endsWithoutNext: true,
  };

  test.each(["string", "object"] as const)(
    "are followed to the end by links as %s, at the service's own address",
    async (next) => {
      const { service, isWrong } = await learn({ next });
      expect({ paging: service.paging, isWrong }).toEqual({ paging, isWrong: false });
    },
  );

  test("that lead nowhere else are wrong", async () => {
    const { isWrong, rowOf } = await learn({ next: "twice" });
    expect(isWrong).toBe(true);
    expect(rowOf("pages of clients")).toMatchObject({
      verdict: "wrong",
      without: "Lists cannot be read to their end.",
    });
  });

  test("without links do not prove that they are the last", async () => {
    const { service, isWrong, rowOf } = await learn({ next: "none" });
    expect({ paging: service.paging, isWrong }).toEqual({
      paging: { ...paging, endsWithoutNext: false },
      isWrong: false,
    });
    expect(rowOf("pages of clients")).toMatchObject({ verdict: "without" });
  });

  test("of which only the first is ever given are wrong", async () => {
    expect((await learn({ next: "none", size: null })).isWrong).toBe(true);
  });

  test("are not known where there are no two records", async () => {
    const { service, rowOf } = await learn({ clients: 1 });
    expect(service.paging).toMatchObject({ kind: "none", size: null, endsWithoutNext: false });
    expect(rowOf("pages of clients")).toMatchObject({ verdict: "untried" });
  });
});

describe("an answer proves nothing", () => {
  test.each(["filter[client]", "filter[client.id]", "filter[clientId]", "filter[client_id]"])(
    "%s is found, and is obeyed",
    async (filter) => {
      const { service } = await learn({ filter });
      expect(service.lists.tasks?.filters).toEqual({ client_id: filter });
    },
  );

  test("filters that are passed over are none", async () => {
    const { service, rowOf } = await learn({ filter: null });
    expect(service.lists.tasks).toMatchObject({ filters: {} });
    expect(rowOf("tasks filter[client_id]")).toEqual({
      verdict: "without",
      part: "tasks filter[client_id]",
      without: "No tasks on a client's page.",
      seen: "It is ignored: a value that no record has gives 3.",
    });
  });

  test("nor are sorts that do not turn round", async () => {
    const { service, rowOf } = await learn({ sorts: false });
    expect(service.lists.clients?.sorts).toEqual({});
    expect(rowOf("clients sort=inserted_at")?.seen).toBe("It is ignored: both ways begin with the same record.");
  });

  test("what an empty list leaves untried is off, and said", async () => {
    const { service, rowOf } = await learn({ clients: 0 });
    expect(service.lists.clients).toMatchObject({ sorts: {}, filters: {}, untried: true });
    expect(rowOf("clients of records")).toMatchObject({ verdict: "untried" });
  });
});

describe("refusals", () => {
  test.each([404, 405, 500, 501])("%i: the list is not there", async (status) => {
    const { service, isWrong } = await learn({ statuses: { tasks: status, task: status } });
    expect(service.lists.tasks).toBeUndefined();
    expect(isWrong).toBe(false);
  });

  test.each([401, 403])("%i teaches nothing", async (status) => {
    const { service, rowOf } = await learn({ statuses: { tasks: status } });
    expect(service.lists.tasks).toMatchObject({ untried: true, filters: {} });
    expect(rowOf("tasks")).toMatchObject({ verdict: "untried", seen: `It answered ${status}, which teaches nothing.` });
  });

  test("a service that is asked too often is waited for", async () => {
    expect((await learn({ isBusy: true })).isWrong).toBe(false);
  });

  test("nothing works without clients, and a token that is refused is said", async () => {
    expect((await learn({ statuses: { clients: 404, client: 404 } })).isWrong).toBe(true);
    await expect(learn({ statuses: { clients: 401 } })).rejects.toThrow(
      "The service refused who asks: GET /clients answered 401.",
    );
  });
});

describe("writes", () => {
  test("are none without leave, and versions are taken from the ETag", async () => {
    const { service, received } = await learn({ etag: '"1"' });
    expect(received.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(service).toMatchObject({ versions: true, keys: false, writes: { include: false, ids: false } });
    expect((await learn({ etag: 'W/"1"' })).service.versions).toBe(false);
  });

  test.each([true, false])("show what a service is like: %s", async (is) => {
    const { service, received } = await learn({ etag: '"1"', versions: is, keys: is }, { withRecord: true });
    expect(service).toMatchObject({ versions: is, keys: is, writes: { ids: false }, names: { attributes: "dash" } });
    expect(service.lists.clients?.writes).toEqual(["create", "update", "remove"]);
    const count = (wanted: string) => received.filter(({ method }) => method === wanted).length;
    expect(count("DELETE")).toBe(count("POST") - (is ? 1 : 0) - 1);
  });

  test("that cannot be taken back are named", async () => {
    const { table } = await learn({ removes: false }, { withRecord: true });
    expect(table.filter(({ part }) => part.startsWith("remove clients/n")).length).toBeGreaterThan(1);
  });
});

test("what was said is kept without what it says of people", async () => {
  const recordIn = mkdtempSync(join(tmpdir(), "latchkey-record-"));
  onTestFinished(() => rmSync(recordIn, { recursive: true }));
  const { received } = await learn({}, { recordIn });
  const files = readdirSync(recordIn);
  const text = files.map((file) => readFileSync(join(recordIn, file), "utf8")).join("");
  expect(files).toHaveLength(received.length);
  expect(text).not.toMatch(/Client \d|Task \d|"c\d"|token-of|elsewhere/);
  expect(text).toContain('"record-count": 5');
});

test("the file is the same however it was learned, and can be read", async () => {
  const [one, other] = [await learn(), await learn()];
  expect(writeService(one.service)).toBe(writeService(other.service));
  expect(readService(JSON.parse(writeService(one.service)))).toMatchObject({ isWhole: false });
  expect(describeTable(one.table)).toMatch(/^works {4}clients$/m);
  expect(describeTable(one.table)).toContain("Latchkey can work on this service, and leaves out the ");
});
