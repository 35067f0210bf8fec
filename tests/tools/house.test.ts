import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { importedRooms, modulesBehind, roomsInCircles } from "../../tools/house.ts";

/** The rooms that all others stand on: each imports only what stands in a line before it. */
const order = [["json-api", "ui"], ["session"], ["forms", "uploads"]];

test("the rooms below all others import none of those above them", () => {
  const imported = importedRooms("app");
  const wrong = order.flatMap((rooms, index) => {
    const below = new Set(order.slice(0, index + 1).flat());
    return rooms.flatMap((room) =>
      [...(imported.get(room) ?? [])].filter((other) => !below.has(other)).map((other) => `${room} imports ${other}`),
    );
  });
  expect(wrong).toEqual([]);
  expect(imported.get("clients")).toContain("forms");
});

test("no room imports the portal, which is the clients' own", () => {
  const imported = importedRooms("app");
  expect([...imported.keys()].filter((room) => imported.get(room)?.has("portal"))).toEqual([]);
  expect(imported.get("portal")).toContain("client-pages");
});

test("the engine of the service imports no room", () => {
  expect([...(importedRooms("server/upstream").get("engine") ?? [])]).toEqual([]);
});

test("no thread of the service loads what reads the database, which takes longer than its work", () => {
  const threads = globSync("server/upstream/**/*-worker.ts").filter((file) => !file.endsWith("/bounded-worker.ts"));
  expect(threads.length).toBeGreaterThan(5);
  const loading = threads.filter((file) => modulesBehind(file).has("server/upstream/tables.ts"));
  expect(loading).toEqual([]);
});

test("no further rooms import each other in a circle, and a page loads no more modules", () => {
  expect(roomsInCircles("app").length).toBeLessThanOrEqual(12);
  expect(roomsInCircles("server/upstream").length).toBeLessThanOrEqual(6);
  const behind = modulesBehind("app/clients/index.tsx");
  expect(behind).toContain("app/json-api/resource.ts");
  expect(behind.size).toBeLessThanOrEqual(136);
});
