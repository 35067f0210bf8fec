import { expect, test } from "vitest";
import { path } from "#app/json-api/path.ts";

test("values stay within their segment", () => {
  expect(path`/clients/${"c1"}/archival`).toBe("/clients/c1/archival");
  expect(path`/clients/${"../accounts?x=1#y"}`).toBe("/clients/..%2Faccounts%3Fx%3D1%23y");
  expect(path`/handles/${"grün 🏠"}/${"a.b"}`).toBe("/handles/gr%C3%BCn%20%F0%9F%8F%A0/a.b");
  expect(path`/clients`).toBe("/clients");
});

test.each(["", ".", "..", "...", "\ud800"])("there is no record called %j", (id) => {
  expect(() => path`/clients/${id}`).toThrow(expect.objectContaining({ kind: "missing", message: "Not Found" }));
});
