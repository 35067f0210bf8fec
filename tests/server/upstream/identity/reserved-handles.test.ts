import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { judgeHandle } from "#server/upstream/identity/handles.ts";

/** The fixed first segments that routes answer. */
function firstSegments(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    if (path === undefined || path === "") return firstSegments(children);
    const [segment = ""] = path.split("/");
    return /^[:*]/.test(segment) ? [] : [segment];
  });
}

test("no workspace can have a word as its handle that is the first of one of our addresses", async () => {
  const segments = new Set(firstSegments(await routes));
  expect(segments).toContain("clients");
  expect([...segments].filter((segment) => judgeHandle(segment) === null)).toEqual([]);
});
