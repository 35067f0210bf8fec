import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { addDocument, newFolder, newPackage, readBytes, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const add = (service: UpstreamService, person: TestPerson, attributes: object, upload: object = {}) =>
  addDocument(service, person, attributes, upload);
const change = (owner: TestPerson, id: string, attributes: object) =>
  owner.send("PATCH", `/documents/${id}`, { type: "document", attributes });
const labels = async (person: TestPerson, query: string) =>
  (await person.get(`/documents?${query}`)).records.map(({ attributes }) => attributes.label);
const newPlace = async (owner: TestPerson) => (await newFolder(owner, { name: randomUUID() })).record.id;

test("a document lies in a folder and shows what its file is", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const folderId = (await newFolder(owner, { name: "Reports", packageId })).record.id;
  const { record, status, headers, document } = await add(
    service,
    owner,
    { folderId },
    { name: "Roof.txt", content: "It leaks." },
  );
  expect([status, headers.get("location")]).toEqual([201, `http://upstream.test/api/documents/${record.id}`]);
  expect(record.attributes).toMatchObject({
    label: "Roof.txt",
    folder_id: folderId,
    package_id: packageId,
    client_id: null,
    mime: "text/plain",
    kind: "text",
    size: 9,
    version_number: 1,
    is_client_visible: false,
    trashed_at: null,
    assigned_account_id: owner.accountId,
  });
  expect(record.meta.can).toEqual(["update", "trash"]);
  expect(document.included?.map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({ number: 1, name: "Roof.txt", actor_name: "Ada Marsh", size: 9, document_id: record.id }),
  ]);
  const { included } = (await owner.get(`/documents/${record.id}?include=folder`)).document;
  expect(included?.map(({ attributes }) => attributes.name)).toEqual(["Reports"]);
  expect((await readBytes(service, owner, `/files/${record.attributes.file_id}/content`)).text).toBe("It leaks.");
});

test("beside folders it belongs to a package, a client or the workspace", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const { id: clientId } = await owner.newClient();
  for (const place of [{ packageId }, { clientId }, {}]) {
    const { attributes } = (await add(service, owner, { label: "Beside", ...place })).record;
    const { packageId: inPackage = null, clientId: ofClient = null } = { packageId: null, clientId: null, ...place };
    expect([attributes.folder_id, attributes.package_id, attributes.client_id]).toEqual([null, inPackage, ofClient]);
  }
  expect(await labels(owner, `filter[package_id]=${packageId}&filter[folder_id]=none`)).toEqual(["Beside"]);
  expect(await labels(owner, `filter[client_id]=${clientId}`)).toEqual(["Beside"]);
  expect(await labels(owner, "filter[workspace]=true&filter[folder_id]=none")).toEqual(["Beside"]);
});

test("documents of a property's standard folder are found by what the folder is for", async ({ service, owner }) => {
  const [{ id: packageId }, other] = [await newPackage(owner), await newPackage(owner)];
  const idOf = async (id: string, kind: string) =>
    (await owner.get(`/folders?filter[package_id]=${id}`)).records.find(({ attributes }) => attributes.kind === kind)
      ?.id;
  await add(service, owner, { label: "Roof", folderId: await idOf(packageId, "inspection_reports") });
  await add(service, owner, { label: "Guide", folderId: await idOf(packageId, "buyers_guide") });
  await add(service, owner, { label: "Beside", packageId });
  await add(service, owner, { label: "Elsewhere", folderId: await idOf(other.id, "inspection_reports") });
  const ofKind = (kind: string) => `filter[package_id]=${packageId}&filter[folder_kind]=${kind}`;
  expect(await labels(owner, ofKind("inspection_reports"))).toEqual(["Roof"]);
  expect(await labels(owner, ofKind("buyers_guide"))).toEqual(["Guide"]);
  expect((await owner.get(`/documents?${ofKind("attic")}`)).status).toBe(400);
});

test("a folder of something else than what is named is refused", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const answer = await add(service, owner, { folderId: await newPlace(owner), packageId });
  expect(answer.problem).toBe("400 invalid_attribute /data/attributes/folder_id");
});

test("a name that is taken asks what to do: keep both, or replace", async ({ service, owner }) => {
  const folderId = await newPlace(owner);
  const first = (await add(service, owner, { folderId }, { name: "Plan.pdf" })).record;
  const clash = await add(service, owner, { folderId }, { name: "PLAN.pdf" });
  expect(clash.problem).toBe("409 name_taken /data/attributes/label");
  const both = (await add(service, owner, { folderId, onClash: "keep_both" }, { name: "Plan.pdf" })).record;
  const third = (await add(service, owner, { folderId, onClash: "keep_both" }, { name: "plan.PDF" })).record;
  expect([both.attributes.label, third.attributes.label]).toEqual(["Plan (2).pdf", "plan (3).PDF"]);
  const replaced = await add(service, owner, { folderId, onClash: "replace" }, { name: "plan.pdf", content: "newer" });
  expect([replaced.status, replaced.record.id]).toEqual([201, first.id]);
  expect(replaced.record.attributes).toMatchObject({ label: "Plan.pdf", version_number: 2, size: 5 });
  expect(await labels(owner, `filter[folder_id]=${folderId}&sort=label`)).toEqual([
    "Plan (2).pdf",
    "plan (3).PDF",
    "Plan.pdf",
  ]);
});

test.for(["keep_both", "replace"])(
  "where nothing is taken, %s makes no difference",
  async (onClash, { service, owner }) => {
    const { record } = await add(service, owner, { folderId: await newPlace(owner), onClash }, { name: "New.txt" });
    expect(record.attributes).toMatchObject({ label: "New.txt", version_number: 1 });
  },
);

test("long names are cut and keep their ending; the number still fits", async ({ service, owner }) => {
  const folderId = await newPlace(owner);
  const name = `${"n".repeat(250)}.pdf`;
  const first = String((await add(service, owner, { folderId }, { name })).record.attributes.label);
  const second = String(
    (await add(service, owner, { folderId, onClash: "keep_both" }, { name })).record.attributes.label,
  );
  expect([first.length, first.endsWith("….pdf")]).toEqual([200, true]);
  expect([second.length <= 200, second.endsWith(" (2).pdf")]).toEqual([true, true]);
});

test("a file becomes one document only, and only where it exists", async ({ service, owner }) => {
  const { record } = await add(service, owner, {});
  const again = await owner.send("POST", "/documents", {
    type: "document",
    attributes: { fileId: record.attributes.file_id, label: "Again" },
  });
  expect(again.problem).toBe("400 invalid_attribute /data/attributes/file_id");
  const stranger = (await service.newWorkspace()).owner;
  const foreign = await uploadFile(service, stranger);
  for (const fileId of [foreign.id, randomUUID()]) {
    const answer = await owner.send("POST", "/documents", { type: "document", attributes: { fileId } });
    expect(answer.problem).toBe("400 invalid_attribute /data/attributes/file_id");
  }
  expect((await stranger.get(`/files/${foreign.id}`)).status).toBe(200);
});

test("it is renamed, shown to the client and moved, also to what another folder belongs to", async ({
  service,
  owner,
}) => {
  const { id: packageId } = await newPackage(owner);
  const inPackage = (await newFolder(owner, { name: "Target", packageId })).record.id;
  const { id } = (await add(service, owner, { folderId: await newPlace(owner) })).record;
  expect((await change(owner, id, { label: "Renamed" })).record.attributes.label).toBe("Renamed");
  expect((await change(owner, id, { isClientVisible: true })).record.attributes.is_client_visible).toBe(true);
  const moved = (await change(owner, id, { folderId: inPackage })).record;
  expect(moved.attributes).toMatchObject({ folder_id: inPackage, package_id: packageId, label: "Renamed" });
  const out = (await change(owner, id, { folderId: null })).record;
  expect(out.attributes).toMatchObject({ folder_id: null, package_id: packageId });
  expect((await change(owner, id, { folderId: randomUUID() })).problem).toBe("404 not_found");
});

test("a name that is taken where it goes asks too", async ({ service, owner }) => {
  const [from, to] = [await newPlace(owner), await newPlace(owner)];
  await add(service, owner, { folderId: to }, { name: "Plan.txt" });
  const { id } = (await add(service, owner, { folderId: from }, { name: "Plan.txt" })).record;
  expect((await change(owner, id, { folderId: to })).problem).toBe("409 name_taken /data/attributes/label");
  const moved = await change(owner, id, { folderId: to, onClash: "keep_both" });
  expect(moved.record.attributes).toMatchObject({ folder_id: to, label: "Plan (2).txt" });
  expect((await change(owner, id, { label: "PLAN (2).txt", onClash: "keep_both" })).record.attributes.label).toBe(
    "PLAN (2).txt",
  );
  expect((await change(owner, id, { label: "Plan.txt" })).problem).toBe("409 name_taken /data/attributes/label");
});

test.for([
  [{ label: "" }, "label"],
  [{ label: "l".repeat(201) }, "label"],
  [{ label: "a\nb" }, "label"],
  [{ folderId: "x" }, "folder_id"],
  [{ isClientVisible: "yes" }, "is_client_visible"],
  [{ onClash: "replace" }, "on_clash"],
] as const)("a change to %j is refused", async ([attributes, place], { service, owner }) => {
  const { id } = (await add(service, owner, { folderId: await newPlace(owner) })).record;
  expect((await change(owner, id, attributes)).problem).toBe(`400 invalid_attribute /data/attributes/${place}`);
});

test("replacing adds a version; the older ones stay, with their bytes", async ({ service, owner }) => {
  const { id } = (await add(service, owner, { folderId: await newPlace(owner) }, { name: "Plan.txt", content: "old" }))
    .record;
  const file = await uploadFile(service, owner, { name: "Better plan.txt", content: "newer" });
  const answer = await owner.send("POST", `/documents/${id}/versions?include=versions`, {
    type: "document",
    attributes: { fileId: file.id },
  });
  expect([answer.status, answer.record.attributes.version_number, answer.record.attributes.label]).toEqual([
    200,
    2,
    "Plan.txt",
  ]);
  const versions = answer.document.included ?? [];
  expect(versions.map(({ attributes }) => [attributes.number, attributes.name])).toEqual([
    [2, "Better plan.txt"],
    [1, "Plan.txt"],
  ]);
  const texts = [];
  for (const { attributes } of versions)
    texts.push((await readBytes(service, owner, `/files/${attributes.file_id}/content`)).text);
  expect(texts).toEqual(["newer", "old"]);
  expect((await owner.get(`/document_versions/${versions[1]?.id}`)).record.attributes.number).toBe(1);
});

test("a replacement that was made for another version is refused", async ({ service, owner }) => {
  const { id, meta } = (await add(service, owner, { folderId: await newPlace(owner) })).record;
  await change(owner, id, { label: "Changed meanwhile" });
  const file = await uploadFile(service, owner);
  const headers = { "if-match": meta.etag ?? "" };
  const sent = { type: "document", attributes: { fileId: file.id }, headers };
  expect((await owner.send("POST", `/documents/${id}/versions`, sent)).problem).toBe(
    "412 precondition_failed If-Match",
  );
});

test("documents are found by their label and, texts, by what is in them; after a new version by that", async ({
  service,
}) => {
  const { owner } = await service.newWorkspace();
  const { id } = (await add(service, owner, {}, { name: "Élan.txt", content: "The roof leaks\nbadly." })).record;
  await add(service, owner, {}, { name: "Other.txt", content: "The cellar is dry" });
  for (const search of ["elan", "ROOF", "leaks%20badly", "lan%20roof"]) {
    expect(await labels(owner, `filter[search]=${search}`)).toEqual(["Élan.txt"]);
  }
  for (const search of ["attic", "roof%20cellar", "%25", "_"]) {
    expect(await labels(owner, `filter[search]=${search}`)).toEqual([]);
  }
  await owner.send("PATCH", `/documents/${id}`, { type: "document", attributes: { label: "Survey" } });
  expect(await labels(owner, "filter[search]=survey%20roof")).toEqual(["Survey"]);
  expect(await labels(owner, "filter[search]=elan")).toEqual([]);
  const file = await uploadFile(service, owner, { content: "A new attic" });
  await owner.send("POST", `/documents/${id}/versions`, { type: "document", attributes: { fileId: file.id } });
  expect(await labels(owner, "filter[search]=attic")).toEqual(["Survey"]);
  expect(await labels(owner, "filter[search]=roof")).toEqual([]);
  expect((await owner.get(`/documents?filter[search]=${"x".repeat(201)}`)).problem).toMatch(/^400 invalid_filter/);
});

test("sent twice under one key, a document is added once", async ({ service, owner }) => {
  const file = await uploadFile(service, owner);
  const sent = {
    type: "document",
    attributes: { fileId: file.id, folderId: await newPlace(owner) },
    headers: { "idempotency-key": `"${randomUUID()}"` },
  };
  const first = await owner.send("POST", "/documents", sent);
  const second = await owner.send("POST", "/documents", sent);
  expect([first.status, second.text]).toEqual([201, first.text]);
});

test("what happens to documents stands in the history of what they belong to", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const { id } = (await add(service, owner, { packageId }, { name: "Plan.txt" })).record;
  await change(owner, id, { label: "Renamed.txt" });
  await add(service, owner, { packageId, label: "renamed.txt", onClash: "replace" });
  await owner.send("POST", `/documents/${id}/trashing`);
  await owner.send("DELETE", `/documents/${id}/trashing`);
  const { records } = await owner.get("/activities?page[limit]=5");
  expect(records.map(({ attributes }) => [attributes.kind, attributes.subject_id, attributes.package_id])).toEqual(
    ["brought_back", "trashed", "replaced", "updated", "added"].map((kind) => [`document.${kind}`, id, packageId]),
  );
  expect(records[3]?.attributes.changes).toEqual([{ field: "label", before: "Plan.txt", after: "Renamed.txt" }]);
});
