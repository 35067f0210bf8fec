import { expect, test } from "vitest";
import { shouldRevalidate } from "#app/documents/upload-new.tsx";

const url = new URL("http://latchkey.test/documents/uploads/new");
const turn = { currentUrl: url, currentParams: {}, nextUrl: url, nextParams: {} };

test("unfinished uploads are revalidated after every answer of the form", () => {
  expect(shouldRevalidate({ ...turn, actionStatus: 400, defaultShouldRevalidate: false })).toBe(true);
  expect(shouldRevalidate({ ...turn, defaultShouldRevalidate: false })).toBe(false);
});
