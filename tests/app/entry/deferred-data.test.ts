import { describe, expect, test, vi } from "vitest";
import { hasDeferred, settleDeferred } from "#app/entry/deferred-data.ts";

const resolveAfter = <Value>(ms: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(resolve, ms, value));

const unheard = (error: unknown) => {
  throw error;
};

describe("deferred data on pages that cannot stream", () => {
  test("is replaced by its results", async () => {
    const data = {
      root: { name: "a" },
      page: { panel: resolveAfter(5, { ok: true, data: [1] }), name: "b" },
      none: null,
    };
    expect(hasDeferred(data)).toBe(true);
    expect(await settleDeferred(data, 1000, unheard)).toEqual({
      root: { name: "a" },
      page: { panel: { ok: true, data: [1] }, name: "b" },
      none: null,
    });
  });

  test("is awaited up to the patience, for all panels together", async () => {
    const started = performance.now();
    const data = { a: { slow: resolveAfter(5000, 1), quick: resolveAfter(1, 2) }, b: { slow: resolveAfter(5000, 3) } };
    expect(await settleDeferred(data, 50, unheard)).toEqual({
      a: { slow: { ok: false, code: "slow" }, quick: 2 },
      b: { slow: { ok: false, code: "slow" } },
    });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("a rejected promise is reported, and the other data stays", async () => {
    const fault = new Error("no");
    const onError = vi.fn();
    const data = { page: { panel: Promise.reject(fault), other: resolveAfter(1, "here") } };
    expect(await settleDeferred(data, 1000, onError)).toEqual({
      page: { panel: { ok: false, code: "unexpected" }, other: "here" },
    });
    expect(onError.mock.calls).toEqual([[fault]]);
  });

  test("data without promises is unchanged", async () => {
    const data = { page: { list: [1, 2] } };
    expect(hasDeferred(data)).toBe(false);
    expect(await settleDeferred(data, 1000, unheard)).toBe(data);
  });
});
