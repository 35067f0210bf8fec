import { isRouteErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { ApiError, type ApiErrorKind } from "#app/json-api/api-error.ts";
import { load, loadBoth } from "#app/session/load.server.ts";

function failing(kind: ApiErrorKind): Promise<never> {
  const call = {
    method: "GET",
    path: "/clients",
    status: 500,
    code: "boom",
    errorId: "e-1",
    pointers: [],
    reason: null,
  };
  return Promise.reject(new ApiError("Failed to fetch data", kind, { ...call, attempts: 1 }));
}

/** What a loader throws, as the status and the sentence that the error boundary shows. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  const thrown = await load(call).catch((error: unknown) => error);
  if (typeof thrown !== "object" || thrown === null || !("init" in thrown) || !("data" in thrown)) return thrown;
  return [thrown.init, thrown.data];
}

test("the result of a call is returned", async () => {
  expect(await load(Promise.resolve("data"))).toBe("data");
});

test.each<[ApiErrorKind, number, string]>([
  ["unauthenticated", 401, "Sign in again."],
  ["busy", 503, "Latchkey is busy right now. Try again in a minute."],
  ["unavailable", 503, "The service isn't responding right now. Try again in a minute."],
  ["unexpected", 502, "The service sent an answer that can't be shown."],
  ["invalid", 502, "The service sent an answer that can't be shown."],
])("a call that ends as %s is answered %i, in a sentence for people", async (kind, status, sentence) => {
  expect(await thrownBy(failing(kind))).toEqual([{ status, statusText: "Failed to fetch data" }, sentence]);
});

test("what is missing is a plain 404", async () => {
  expect(await thrownBy(failing("missing"))).toEqual([{ status: 404 }, "Not Found"]);
});

test("a call that the service refuses is a refused permission, with a way back and nothing to try again", async () => {
  const refusal = {
    refused: "You don't have permission to see this page in this workspace.",
    back: { label: "Go to dashboard", href: "/" },
  };
  expect(await thrownBy(failing("forbidden"))).toEqual([{ status: 403 }, refusal]);
});

test("a programming error is thrown unchanged", async () => {
  const fault = new TypeError("undefined is not a function");
  const thrown = await thrownBy(Promise.reject(fault));
  expect(thrown).toBe(fault);
  expect(isRouteErrorResponse(thrown)).toBe(false);
});

test("of two loads, the failure of the first is thrown, also when the second has failed before", async () => {
  const { promise: first, reject } = Promise.withResolvers<never>();
  const both = loadBoth(first, Promise.reject(new Error("the second")));
  // The second has failed by now, and ended nothing.
  await new Promise((resolve) => setImmediate(resolve));
  reject(new Error("the first"));
  await expect(both).rejects.toThrow("the first");
});

test("of two loads, the failure of the second is thrown when the first succeeds", async () => {
  await expect(loadBoth(Promise.resolve(1), Promise.reject(new Error("the second")))).rejects.toThrow("the second");
  expect(await loadBoth(Promise.resolve(1), Promise.resolve("a"))).toEqual([1, "a"]);
});
