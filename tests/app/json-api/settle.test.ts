import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#app/json-api/api-error.ts";
import { settle } from "#app/json-api/settle.ts";

const onFault = vi.fn();
beforeEach(() => onFault.mockReset());

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

test("data is unchanged", async () => {
  await expect(settle(Promise.resolve([1]), onFault)).resolves.toEqual({ ok: true, data: [1] });
});

test("a failed call becomes its kind", async () => {
  const failed = Promise.reject(new ApiError("Failed", "unavailable", cause));
  await expect(settle(failed, onFault)).resolves.toEqual({ ok: false, code: "unavailable" });
  expect(onFault).not.toHaveBeenCalled();
});

test("any other error is unexpected, and reported", async () => {
  const bug = new TypeError("bug");
  await expect(settle(Promise.reject(bug), onFault)).resolves.toEqual({ ok: false, code: "unexpected" });
  expect(onFault.mock.calls).toEqual([[bug]]);
});

test("a rejection before an await is handled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const settled = settle(Promise.reject(new Error("early")), onFault);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(await settled).toEqual({ ok: false, code: "unexpected" });
});
