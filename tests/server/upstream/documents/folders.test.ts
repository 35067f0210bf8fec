import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { addDocument, newFolder, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const change = (person: TestPerson, id: string, attributes: object) =>
  person.send("PATCH", `/folders/${id}`, { type: "folder", attributes });
const names = async (person: TestPerson, query: string) =>
  (await person.get(`/folders?${query}`)).records.map(({ attributes }) => attributes.name);

test("every package starts with its two folders, which stay as they are", async ({ owner }) => {
  const { id } = await newPackage(owner);
  const { records } = await owner.get(`/folders?filter[package_id]=${id}`);
  expect(records.map(({ attributes: { name, kind } }) => [name, kind])).toEqual([
    ["Buyers guide", "buyers_guide"],
    ["Inspection reports", "inspection_reports"],
  ]);
  for (const { id, meta } of records) {
    expect(meta.can).toEqual(["add", "show"]);
    expect((await change(owner, id, { name: "Other" })).problem).toBe("403 forbidden");
    expect((await owner.send("POST", `/folders/${id}/trashing`)).problem).toBe("403 forbidden");
    expect((await owner.send("DELETE", `/folders/${id}`)).problem).toBe("403 forbidden");
  }
});

test("a folder belongs to a package, a client or the workspace, and lists what it belongs to", async ({ owner }) => {
  const { id: packageId } = await newPackage(owner);
  const { id: clientId } = await owner.newClient();
  const made = [];
  for (const place of [{}, { packageId }, { clientId }]) {
    const { record, status } = await newFolder(owner, { name: "Disclosures", ...place });
    made.push([status, record.attributes.package_id, record.attributes.client_id]);
  }
  expect(made).toEqual([
    [201, null, null],
    [201, packageId, null],
    [201, null, clientId],
  ]);
  expect(await names(owner, "filter[workspace]=true&filter[parent_id]=none")).toEqual(["Disclosures"]);
  expect(await names(owner, `filter[package_id]=${packageId}`)).toEqual([
    "Buyers guide",
    "Disclosures",
    "Inspection reports",
  ]);
  expect(await names(owner, `filter[client_id]=${clientId}`)).toEqual(["Disclosures"]);
  const both = await newFolder(owner, { name: "Both", packageId, clientId });
  expect(both.problem).toBe("400 invalid_attribute /data/attributes/client_id");
});

test("folders lie in folders and know the way down to them", async ({ service, owner }) => {
  const top = (await newFolder(owner, { name: "Year" })).record;
  const middle = (await newFolder(owner, { name: "Month", parentId: top.id })).record;
  const inner = (await newFolder(owner, { name: "Day", parentId: middle.id })).record;
  expect(inner.attributes.ancestors).toEqual([
    { id: top.id, name: "Year" },
    { id: middle.id, name: "Month" },
  ]);
  await addDocument(service, owner, { folderId: middle.id }, { content: "12345" });
  await addDocument(service, owner, { folderId: middle.id }, { name: "b.txt", content: "123" });
  const { attributes } = (await owner.get(`/folders/${middle.id}`)).record;
  expect(attributes).toMatchObject({ documents_count: 2, folders_count: 1, size: 8, parent_id: top.id });
  expect(await names(owner, `filter[parent_id]=${top.id}`)).toEqual(["Month"]);
});

test("side by side names differ, whatever their case; elsewhere they may be the same", async ({ owner }) => {
  const place = (await newFolder(owner, { name: "Names" })).record.id;
  const first = (await newFolder(owner, { name: "Élan", parentId: place })).record;
  const again = await newFolder(owner, { name: " elan ", parentId: place });
  expect(again.problem).toBe("409 name_taken /data/attributes/name");
  const second = (await newFolder(owner, { name: "Other", parentId: place })).record;
  expect((await change(owner, second.id, { name: "ÉLAN" })).problem).toBe("409 name_taken /data/attributes/name");
  expect((await change(owner, first.id, { name: "ÉLAN" })).record.attributes.name).toBe("ÉLAN");
  expect((await newFolder(owner, { name: "Élan", parentId: second.id })).status).toBe(201);
});

test.for([
  [{ name: "" }, "name"],
  [{ name: "  " }, "name"],
  [{ name: "n".repeat(201) }, "name"],
  [{ name: "a\nb" }, "name"],
  [{ name: "a\0b" }, "name"],
  [{ name: "a", parentId: "1" }, "parent_id"],
] as const)("a folder with %j is refused", async ([attributes, place], { owner }) => {
  expect((await newFolder(owner, attributes)).problem).toBe(`400 invalid_attribute /data/attributes/${place}`);
});

test("a folder moves within what it belongs to, and never into itself or below", async ({ owner }) => {
  const { id: packageId } = await newPackage(owner);
  const a = (await newFolder(owner, { name: "A", packageId })).record;
  const b = (await newFolder(owner, { name: "B", packageId })).record;
  const inner = (await newFolder(owner, { name: "Inner", parentId: a.id })).record;
  expect(inner.attributes.package_id).toBe(packageId);
  expect((await change(owner, inner.id, { parentId: b.id })).record.attributes.parent_id).toBe(b.id);
  expect((await change(owner, inner.id, { parentId: null })).record.attributes.parent_id).toBeNull();
  await change(owner, inner.id, { parentId: a.id });
  for (const target of [a.id, inner.id]) {
    expect((await change(owner, a.id, { parentId: target })).problem).toBe(
      "400 invalid_attribute /data/attributes/parent_id",
    );
  }
  const outside = (await newFolder(owner, { name: "Outside" })).record;
  expect((await change(owner, a.id, { parentId: outside.id })).problem).toBe(
    "400 invalid_attribute /data/attributes/parent_id",
  );
  expect((await change(owner, a.id, { parentId: randomUUID() })).problem).toBe("404 not_found");
});

test("ten deep is deep enough, made or moved", async ({ owner }) => {
  let parentId = (await newFolder(owner, { name: "1" })).record.id;
  for (let depth = 2; depth <= 10; depth += 1) {
    const made = await newFolder(owner, { name: String(depth), parentId });
    expect([depth, made.status]).toEqual([depth, 201]);
    parentId = made.record.id;
  }
  const place = "400 invalid_attribute /data/attributes/parent_id";
  expect((await newFolder(owner, { name: "11", parentId })).problem).toBe(place);
  const other = (await newFolder(owner, { name: "Other tree" })).record.id;
  expect((await change(owner, other, { parentId })).problem).toBe(place);
});

test("a change that changes nothing keeps the version; one that was made for another version is refused", async ({
  owner,
}) => {
  const { id, meta } = (await newFolder(owner, { name: "Versioned" })).record;
  const same = await change(owner, id, { name: "Versioned" });
  expect(same.record.meta.etag).toBe(meta.etag);
  await change(owner, id, { name: "Renamed" });
  const headers = { "if-match": meta.etag ?? "" };
  const late = await owner.send("PATCH", `/folders/${id}`, { type: "folder", attributes: { name: "Late" }, headers });
  expect(late.problem).toBe("412 precondition_failed If-Match");
});

test.for(["filter[workspace]=yes", "filter[trashed]=1", "filter[name]=x"])(
  "%s is no filter",
  async (filter, { owner }) => {
    expect((await owner.get(`/folders?${filter}`)).problem).toMatch(/^400 invalid_filter /);
  },
);

test("folders are listed page by page in each order", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  for (const name of ["b", "C", "a", "d"]) await newFolder(owner, { name });
  const page = await owner.get("/folders?page[limit]=3&page[count]=true");
  expect(page.records.map(({ attributes }) => attributes.name)).toEqual(["a", "b", "C"]);
  expect(page.document.meta?.page).toEqual({ limit: 3, total: 4 });
  const next = new URL(page.document.links?.next ?? "");
  expect(await names(owner, next.search.slice(1))).toEqual(["d"]);
  expect(await names(owner, "sort=-name")).toEqual(["d", "C", "b", "a"]);
  expect(await names(owner, "sort=inserted_at")).toEqual(["b", "C", "a", "d"]);
  expect(await names(owner, "sort=-updated_at")).toEqual(["d", "a", "C", "b"]);
});
