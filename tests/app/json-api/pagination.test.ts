import { describe, expect, test } from "vitest";
import { ApiError, type ApiErrorKind } from "#app/json-api/api-error.ts";
import type { Page } from "#app/json-api/page.ts";
import { type FoundPage, findPage, footOf, type PageCursor, readRequestedPage } from "#app/json-api/pagination.ts";

const read = (query: string) => readRequestedPage(new URLSearchParams(query));

describe("the page that a URL requests", () => {
  test.each([
    ["", null],
    ["start=16&end=3", null],
    ["after=abc&start=16", { after: "abc", start: 16 }],
    ["before=abc&end=15", { before: "abc", end: 15 }],
    ["after=abc&start=16&before=def&end=15", { after: "abc", start: 16 }],
    ["after=&start=16", "lost"],
    ["after=abc", "lost"],
    ["after=abc&start=0", "lost"],
    ["after=abc&start=-1", "lost"],
    ["after=abc&start=1e3", "lost"],
    ["after=abc&start=9999999999", "lost"],
    ["after=a%00b&start=16", "lost"],
    [`after=${"a".repeat(2001)}&start=16`, "lost"],
    ["before=abc", "lost"],
  ])("%s", (query, wish) => {
    expect(read(query)).toEqual(wish);
  });
});

function pageOf(count: number, page: Partial<Page<unknown>["page"]> = {}): Page<string> {
  const items = Array.from({ length: count }, (_, index) => `row ${index}`);
  return { items, page: { total: 40, totalIsEstimate: false, before: null, after: null, pageSize: 15, ...page } };
}

function placed(
  count: number,
  cursor: PageCursor | null,
  page: Partial<Page<unknown>["page"]> = {},
): FoundPage<string> {
  return { ...pageOf(count, page), cursor, isFirstInstead: false };
}

const write = (cursor: PageCursor) => JSON.stringify(cursor);
const spanOf = (page: FoundPage<string>) => {
  const { from, to } = footOf(page, write);
  return [from, to];
};

describe("the position of a page", () => {
  test("the first page starts at 1, and the next one after it", () => {
    const { previous, next, ...foot } = footOf(placed(15, null, { after: "c" }), write);
    expect(foot).toEqual({ from: 1, to: 15, total: 40, estimate: false });
    expect([previous, next]).toEqual([null, '{"after":"c","start":16}']);
  });

  test("a page in the middle is where the URL says, between its neighbors", () => {
    const foot = footOf(placed(15, { after: "a", start: 16 }, { before: "b", after: "c" }), write);
    expect(foot).toMatchObject({
      from: 16,
      to: 30,
      previous: '{"before":"b","end":15}',
      next: '{"after":"c","start":31}',
    });
  });

  test("a page on the way back ends where the URL says", () => {
    expect(spanOf(placed(15, { before: "b", end: 30 }, { before: "b", after: "c" }))).toEqual([16, 30]);
  });

  test("the last page ends with the last record, whatever the URL says", () => {
    expect(spanOf(placed(10, { after: "a", start: 31 }, { before: "b" }))).toEqual([31, 40]);
    expect(spanOf(placed(9, { after: "a", start: 31 }, { before: "b", total: 39 }))).toEqual([31, 39]);
    expect(spanOf(placed(10, { after: "a", start: 900 }, { before: "b" }))).toEqual([31, 40]);
  });

  test("going back ends at the first page, also when fewer came before than were left", () => {
    expect(spanOf(placed(15, { before: "b", end: 15 }, { after: "c" }))).toEqual([1, 15]);
    expect(spanOf(placed(7, { before: "b", end: 15 }, { after: "c" }))).toEqual([1, 7]);
  });

  test("no page has the position of another", () => {
    expect(spanOf(placed(15, { before: "b", end: 15 }, { before: "b", after: "c" }))).toEqual([2, 16]);
    expect(spanOf(placed(15, { after: "a", start: 1 }, { before: "b", after: "c" }))).toEqual([2, 16]);
    expect(spanOf(placed(15, { after: "a", start: 30 }, { before: "b", after: "c" }))).toEqual([25, 39]);
  });

  test("an estimated or missing total does not limit the position", () => {
    const estimated = { before: "b", total: 10_001, totalIsEstimate: true };
    expect(spanOf(placed(5, { after: "a", start: 12_001 }, estimated))).toEqual([12_001, 12_005]);
    expect(spanOf(placed(5, { after: "a", start: 31 }, { before: "b", total: null }))).toEqual([31, 35]);
  });
});

function apiError(kind: ApiErrorKind, code: string | null): ApiError {
  const call = { method: "GET", path: "/clients", status: 400, errorId: null, pointers: [], reason: null, attempts: 1 };
  return new ApiError("Failed to fetch data", kind, { ...call, code });
}

describe("asking for a page", () => {
  const answering = (...answers: (Page<string> | ApiError)[]) => {
    const asked: object[] = [];
    const ask = async (cursor: object) => {
      asked.push(cursor);
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer;
      return answer;
    };
    return { asked, ask };
  };

  test("asks once, with the cursor", async () => {
    const { asked, ask } = answering(pageOf(15));
    const page = await findPage({ before: "b", end: 15 }, ask);
    expect(asked).toEqual([{ "page[before]": "b" }]);
    expect(page).toMatchObject({ cursor: { before: "b", end: 15 }, isFirstInstead: false });
  });

  test("asks for the first page when the URL's page is invalid", async () => {
    const { asked, ask } = answering(pageOf(15));
    expect(await findPage("lost", ask)).toMatchObject({ cursor: null, isFirstInstead: true });
    expect(asked).toEqual([{}]);
  });

  test.each([
    ["a cursor that the service does not take", apiError("invalid", "invalid_keyset")],
    ["a page that is empty by now", pageOf(0)],
  ])("shows the first page instead of %s", async (_name, answer) => {
    const { asked, ask } = answering(answer, pageOf(15));
    expect(await findPage({ after: "a", start: 16 }, ask)).toMatchObject({ cursor: null, isFirstInstead: true });
    expect(asked).toEqual([{ "page[after]": "a" }, {}]);
  });

  test.each([apiError("unavailable", null), apiError("invalid", "invalid_filter")])(
    "passes other failures on",
    async (error) => {
      const { asked, ask } = answering(error);
      await expect(findPage({ after: "a", start: 16 }, ask)).rejects.toBe(error);
      expect(asked).toHaveLength(1);
    },
  );
});
