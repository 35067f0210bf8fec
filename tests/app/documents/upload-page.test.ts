import { expect, test } from "vitest";
import { shouldRevalidate } from "#app/documents/upload-new.tsx";

const url = new URL("http://latchkey.test/documents/uploads/new");
const turn = { currentUrl: url, currentParams: {}, nextUrl: url, nextParams: {} };

test("what is begun and not finished is read anew after every answer of the form, and otherwise as usual", () => {
  expect(shouldRevalidate({ ...turn, actionStatus: 400, defaultShouldRevalidate: false })).toBe(true);
  expect(shouldRevalidate({ ...turn, defaultShouldRevalidate: false })).toBe(false);
});
