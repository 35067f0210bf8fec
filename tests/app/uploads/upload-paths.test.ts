import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takesFiles } from "#app/uploads/upload-paths.ts";
import { projectRoot } from "#server/project-root.ts";
import { dataPath, routeAddresses } from "#tests/support/route-map.ts";

const routes = await routeAddresses();
const readsFiles = /\b(submitFiles?|receiveForm|checkFile)\(/;
const source = (file: string) => readFileSync(join(projectRoot, "app", file), "utf8");

test("every page with an upload form may receive files, at its URL and its data URL", () => {
  const taking = routes.filter(({ file }) => readsFiles.test(source(file))).map(({ pattern }) => pattern);
  expect(taking.length).toBeGreaterThanOrEqual(5);
  expect(taking.filter((pattern) => !takesFiles(pattern) || !takesFiles(dataPath(pattern)))).toEqual([]);
});

test("no other URL may, except resumable uploads", () => {
  const others = routes.filter(({ pattern, file }) => takesFiles(pattern) && !readsFiles.test(source(file)));
  expect(others.map(({ pattern }) => pattern)).toEqual(["/uploads", "/uploads/:uploadId"]);
});
