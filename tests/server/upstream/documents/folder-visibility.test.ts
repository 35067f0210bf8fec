import { expect } from "vitest";
import { addDocument, newFolder, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

const show = (person: TestPerson, id: string, attributes: object) =>
  person.send("POST", `/folders/${id}/visibility`, { type: "folder", id, attributes });
const isVisible = async (person: TestPerson, path: string) =>
  (await person.get(path)).record.attributes.is_client_visible;

test("what is added to a folder that clients see is shown to them, and what is inside already stays hidden", async ({
  service,
  owner,
}) => {
  const { id: packageId } = await newPackage(owner);
  const folder = (await newFolder(owner, { name: "Disclosures", packageId })).record;
  const before = (await addDocument(service, owner, { label: "before.txt", folderId: folder.id })).record;
  expect(folder.attributes.is_client_visible).toBe(false);
  expect((await show(owner, folder.id, { isClientVisible: true })).record.attributes.is_client_visible).toBe(true);
  const after = (await addDocument(service, owner, { label: "after.txt", folderId: folder.id })).record;
  const hidden = { label: "hidden.txt", folderId: folder.id, isClientVisible: false };
  const inside = (await newFolder(owner, { name: "Older", parentId: folder.id })).record;
  expect([
    await isVisible(owner, `/documents/${before.id}`),
    await isVisible(owner, `/documents/${after.id}`),
    (await addDocument(service, owner, hidden)).record.attributes.is_client_visible,
    inside.attributes.is_client_visible,
  ]).toEqual([false, true, false, true]);
});

test("with its contents, everything inside is shown or hidden, in folders below it too, and each history tells it", async ({
  service,
  owner,
}) => {
  const { id: packageId } = await newPackage(owner);
  const folder = (await newFolder(owner, { name: "Disclosures", packageId })).record;
  const inside = (await newFolder(owner, { name: "Older", parentId: folder.id })).record;
  const one = (await addDocument(service, owner, { label: "one.txt", folderId: folder.id })).record;
  const two = (await addDocument(service, owner, { label: "two.txt", folderId: inside.id })).record;
  const beside = (await addDocument(service, owner, { label: "beside.txt", packageId })).record;
  const all = [`/folders/${folder.id}`, `/folders/${inside.id}`, `/documents/${one.id}`, `/documents/${two.id}`];
  for (const isClientVisible of [true, false]) {
    await show(owner, folder.id, { isClientVisible, withContents: true });
    expect(await Promise.all(all.map((path) => isVisible(owner, path)))).toEqual(all.map(() => isClientVisible));
  }
  expect(await isVisible(owner, `/documents/${beside.id}`)).toBe(false);
  const { records } = await owner.get(`/activities?filter[package_id]=${packageId}&filter[topic]=documents`);
  const changed = records.filter(({ attributes: { kind } }) => String(kind).endsWith(".updated"));
  expect(changed.map(({ attributes }) => attributes.kind).toSorted()).toEqual([
    ...["document.updated", "document.updated", "document.updated", "document.updated"],
    ...["folder.updated", "folder.updated", "folder.updated", "folder.updated"],
  ]);
});

test("the workspace's own folders are shown to nobody, and who may not change a folder does not show it", async ({
  owner,
  workspace,
}) => {
  const own = (await newFolder(owner, { name: "Forms" })).record;
  expect((await show(owner, own.id, { isClientVisible: true })).problem).toBe("403 forbidden");
  const { id: packageId } = await newPackage(owner);
  const folder = (await newFolder(owner, { name: "Disclosures", packageId })).record;
  const instructor = await workspace.join("instructor");
  expect((await show(instructor, folder.id, { isClientVisible: true })).problem).toBe("403 forbidden");
});
