import { expect, test } from "vitest";
import { path, pathForLogs } from "#app/json-api/path.ts";

test("values stay within their segment", () => {
  expect(path`/clients/${"c1"}/archival`).toBe("/clients/c1/archival");
  expect(path`/clients/${"../accounts?x=1#y"}`).toBe("/clients/..%2Faccounts%3Fx%3D1%23y");
  expect(path`/handles/${"grün 🏠"}/${"a.b"}`).toBe("/handles/gr%C3%BCn%20%F0%9F%8F%A0/a.b");
  expect(path`/clients/${"..."}/${"%2F"}`).toBe("/clients/.../%252F");
  expect(path`/clients`).toBe("/clients");
});

test.each(["", ".", "..", "\0", "\ud800"])("%j is no segment", (id) => {
  expect(() => path`/clients/${id}`).toThrow(expect.objectContaining({ kind: "missing", message: "Not Found" }));
});

test("logs hide secrets in paths", () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const token = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE";
  expect(pathForLogs(`/shared_packages/${token}/documents/${id}/content`)).toBe(
    `/shared_packages/[hidden]/documents/${id}/content`,
  );
});
