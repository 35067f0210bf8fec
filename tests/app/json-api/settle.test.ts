import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "#app/json-api/api-error.ts";
import { settle } from "#app/json-api/settle.ts";

afterEach(() => vi.restoreAllMocks());

const cause = {
  method: "GET",
  path: "/x",
  status: 503,
  code: null,
  errorId: null,
  pointers: [],
  reason: null,
  attempts: 1,
};

test("data arrives as it is", async () => {
  await expect(settle(Promise.resolve([1]))).resolves.toEqual({ ok: true, data: [1] });
});

test("a failed call is its kind, anything else unexpected", async () => {
  await expect(settle(Promise.reject(new ApiError("Failed", "unavailable", cause)))).resolves.toEqual({
    ok: false,
    code: "unavailable",
  });
  await expect(settle(Promise.reject(new TypeError("bug")))).resolves.toEqual({ ok: false, code: "unexpected" });
});

test("a rejection that nobody has looked at yet is handled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const settled = settle(Promise.reject(new Error("early")), 1000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(await settled).toEqual({ ok: false, code: "unexpected" });
});

test("what takes too long is slow, and its timer goes with it otherwise", async () => {
  await expect(settle(new Promise(() => {}), 20)).resolves.toEqual({ ok: false, code: "slow" });
  const [set, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  const wait = 123_456;
  await expect(settle(Promise.resolve(1), wait)).resolves.toEqual({ ok: true, data: 1 });
  const timer = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === wait)]?.value;
  expect(timer).toBeDefined();
  expect(cleared).toHaveBeenCalledWith(timer);
});
