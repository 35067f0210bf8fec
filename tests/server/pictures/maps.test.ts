import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Maps } from "#app/portal/maps.ts";
import { createMaps } from "#server/pictures/maps.ts";
import { listenLocally } from "#tests/support/listening.ts";

const drawn = await sharp({ create: { width: 1280, height: 640, channels: 3, background: "#cfe3da" } })
  .png()
  .toBuffer();

const asked: string[] = [];
let answer: "map" | "moved" | "text" | "fault" | "nothing" = "map";
const service = createServer((request, response) => {
  asked.push(request.url ?? "");
  const answers = {
    map: () => response.end(drawn),
    moved: () => response.writeHead(302, { location: "/elsewhere" }).end(),
    text: () => response.end("<html>"),
    fault: () => response.writeHead(500).end(drawn),
    nothing: () => undefined,
  };
  answers[answer]();
});
let origin = "";

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenLocally(service)}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const log = { warn: vi.fn() };

function newMaps(): Maps {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-maps-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  asked.length = 0;
  const url = `${origin}/static?q={address}&size={width}x{height}&key=hidden`;
  return createMaps({ settings: { url, attribution: "© Maps" }, folder, log });
}

test("a map is fetched once for an address, as a picture of our own", async () => {
  answer = "map";
  const maps = newMaps();
  const read = () => maps.read("12 Alder Lane #4, Seattle & more/../x?", "w");
  const [one, other] = await Promise.all([read(), read()]);
  expect([one?.type, other]).toEqual(["image/webp", one]);
  expect(await sharp(one?.bytes).metadata()).toMatchObject({ format: "webp", width: 1280 });
  expect(await read()).toEqual(one);
  const address = "12%20Alder%20Lane%20%234%2C%20Seattle%20%26%20more%2F..%2Fx%3F";
  expect(asked).toEqual([`/static?q=${address}&size=640x320&key=hidden`]);
});

test.each([
  ["moved", "a redirect"],
  ["text", "no picture in the answer"],
  ["fault", "status 500"],
] as const)("no map comes of a service that answers with %s, and the log says why", async (kind, reason) => {
  answer = kind;
  log.warn.mockClear();
  const maps = newMaps();
  expect(await maps.read("12 Alder Lane", "w")).toBeNull();
  // The service is not asked again with every page.
  expect(await maps.read("12 Alder Lane", "w")).toBeNull();
  expect(asked).toHaveLength(1);
  expect(log.warn.mock.calls).toEqual([[{ reason }, "The map service gave no picture"]]);
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain("hidden");
});

test("a page does not wait for a service that does not answer", async () => {
  answer = "nothing";
  const maps = newMaps();
  expect(await maps.read("12 Alder Lane", "w")).toBeNull();
  expect(asked).toHaveLength(1);
});

test("an address with half a character is asked for all the same", async () => {
  answer = "map";
  expect(await newMaps().read("12 \ud83d Lane", "w")).not.toBeNull();
});
