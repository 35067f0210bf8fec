/** Who sees and does what with folders, documents and files. */

import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Role } from "#server/upstream/engine/current-user.ts";
import type { TestRecord } from "#tests/support/answers.ts";
import { addDocument, newFolder, newPackage, readBytes, uploadFile } from "#tests/support/uploads.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

/** Documents of the owner's: of a package, of a client, and of the workspace. */
let theirs: { ofPackage: TestRecord; ofClient: TestRecord; ofWorkspace: TestRecord };
test.beforeAll(async ({ service, owner }) => {
  const packageId = (await newPackage(owner)).id;
  const clientId = (await owner.newClient()).id;
  theirs = {
    ofPackage: (await addDocument(service, owner, { packageId })).record,
    ofClient: (await addDocument(service, owner, { clientId })).record,
    ofWorkspace: (await addDocument(service, owner, { label: "Ours" })).record,
  };
});

const all = ["ofPackage", "ofClient", "ofWorkspace"];

test.for<[Role, { sees: readonly string[]; can: readonly string[] }]>([
  ["admin", { sees: all, can: ["update", "trash"] }],
  ["manager", { sees: all, can: ["update", "trash"] }],
  ["member", { sees: ["ofWorkspace"], can: [] }],
  ["instructor", { sees: all, can: [] }],
])(
  "the %s sees somebody else's documents, their files and folders as the product says",
  async ([role, expected], { service, workspace, owner }) => {
    const person = await workspace.join(role);
    const sees = [];
    for (const [name, { id, attributes }] of Object.entries(theirs)) {
      const found = await person.get(`/documents/${id}?include=versions`);
      const bytes = await readBytes(service, person, `/files/${attributes.file_id}/content`);
      expect(bytes.status).toBe(found.status);
      const version = (await owner.get(`/documents/${id}?include=versions`)).document.included?.[0]?.id;
      expect((await person.get(`/document_versions/${version}`)).status).toBe(found.status);
      if (found.status === 404) continue;
      sees.push(name);
      expect(found.record.meta.can).toEqual(expected.can);
    }
    expect(sees).toEqual(expected.sees);
    const listed = (await person.get("/documents?page[count]=true")).records.map(({ id }) => id);
    const ids = Object.entries(theirs).flatMap(([name, { id }]) => (expected.sees.includes(name) ? [id] : []));
    expect(listed.toSorted()).toEqual(ids.toSorted());
    const folders = await person.get(`/folders?filter[package_id]=${theirs.ofPackage.attributes.package_id}`);
    expect(folders.records).toHaveLength(expected.sees.includes("ofPackage") ? 2 : 0);
  },
);

test.for<[Role, number]>([
  ["admin", 200],
  ["manager", 200],
  ["member", 404],
  ["instructor", 403],
])(
  "the %s changes, trashes and replaces somebody else's document with %i",
  async ([role, status], { service, workspace, owner }) => {
    const person = await workspace.join(role);
    const packageId = (await newPackage(owner)).id;
    const { id } = (await addDocument(service, owner, { packageId })).record;
    const sent = { type: "document", attributes: { label: "Changed" } };
    expect((await person.send("PATCH", `/documents/${id}`, sent)).status).toBe(status);
    expect((await person.send("POST", `/documents/${id}/trashing`)).status).toBe(status);
    expect((await person.send("DELETE", `/documents/${id}/trashing`)).status).toBe(status);
    const fileId = status === 403 ? theirs.ofPackage.attributes.file_id : (await uploadFile(service, person)).id;
    const replacing = { type: "document", attributes: { fileId } };
    expect((await person.send("POST", `/documents/${id}/versions`, replacing)).status).toBe(status);
  },
);

test.for<[Role, number]>([
  ["owner", 204],
  ["admin", 204],
  ["manager", 403],
  ["member", 403],
  ["instructor", 403],
])(
  "the %s removes a document of the workspace for good with %i",
  async ([role, status], { service, workspace, owner }) => {
    const person = role === "owner" ? owner : await workspace.join(role);
    const { id } = (await addDocument(service, owner, { onClash: "keep_both" })).record;
    await owner.send("POST", `/documents/${id}/trashing`);
    expect((await person.send("DELETE", `/documents/${id}`)).status).toBe(status);
  },
);

test("a member works with what is theirs: their packages, clients, and what they put into the workspace's documents", async ({
  service,
  workspace,
  owner,
}) => {
  const member = await workspace.join("member");
  const packageId = (await newPackage(member)).id;
  const clientId = (await member.newClient()).id;
  for (const place of [{ packageId }, { clientId }, { label: "A member's" }]) {
    const { record } = await addDocument(service, member, place);
    expect(record.meta.can).toEqual(["update", "trash"]);
    const folder = await newFolder(member, {
      name: `Folder of ${Object.keys(place)}`,
      ...place,
      ...{ label: undefined },
    });
    // The workspace's own belong to no client to whom they could be shown.
    const show = "label" in place ? [] : ["show"];
    expect([folder.status, folder.record.meta.can]).toEqual([201, ["add", ...show, "update", "trash"]]);
    expect((await readBytes(service, owner, `/files/${record.attributes.file_id}/content`)).status).toBe(200);
  }
  const { attributes } = theirs.ofPackage;
  for (const place of [{ packageId: attributes.package_id }, { clientId: theirs.ofClient.attributes.client_id }]) {
    expect((await addDocument(service, member, place)).problem).toBe("404 not_found");
    expect((await newFolder(member, { name: "Sneaked in", ...place })).problem).toBe("404 not_found");
  }
});

test("a member replaces no colleague's document by adding one of its name", async ({ service, workspace }) => {
  const member = await workspace.join("member");
  const answer = await addDocument(service, member, { label: "Ours", onClash: "replace" });
  expect(answer.problem).toBe("403 forbidden");
  expect((await addDocument(service, member, { label: "Ours", onClash: "keep_both" })).record.attributes.label).toBe(
    "Ours (2)",
  );
});

test("what a member uploads is theirs to see before it is a document, and nobody else's of their kind", async ({
  service,
  workspace,
}) => {
  const [one, other] = [await workspace.join("member"), await workspace.join("member")];
  const file = await uploadFile(service, one);
  expect((await one.get(`/files/${file.id}`)).status).toBe(200);
  expect((await other.get(`/files/${file.id}`)).status).toBe(404);
  const stealing = { type: "document", attributes: { fileId: file.id } };
  expect((await other.send("POST", "/documents", stealing)).problem).toBe(
    "400 invalid_attribute /data/attributes/file_id",
  );
});

test("an instructor adds nothing", async ({ workspace }) => {
  const instructor = await workspace.join("instructor");
  expect((await newFolder(instructor, { name: "Mine" })).problem).toBe("403 forbidden");
  const attributes = { fileId: theirs.ofPackage.attributes.file_id };
  expect((await instructor.send("POST", "/documents", { type: "document", attributes })).problem).toBe("403 forbidden");
});

test("nothing of another workspace can be named: folder, package, client", async ({ service, owner }) => {
  const stranger = (await service.newWorkspace()).owner;
  const folderId = (await newFolder(owner, { name: "Ours alone" })).record.id;
  const { package_id: packageId } = theirs.ofPackage.attributes;
  const { client_id: clientId } = theirs.ofClient.attributes;
  for (const place of [{ folderId }, { packageId }, { clientId }]) {
    expect((await addDocument(service, stranger, place)).problem).toBe("404 not_found");
  }
  for (const place of [{ parentId: folderId }, { packageId }, { clientId }]) {
    expect((await newFolder(stranger, { name: "Theirs", ...place })).problem).toBe("404 not_found");
  }
  const mine = (await addDocument(service, stranger)).record.id;
  const moving = { type: "document", attributes: { folderId } };
  expect((await stranger.send("PATCH", `/documents/${mine}`, moving)).problem).toBe("404 not_found");
  expect((await stranger.get(`/documents?filter[package_id]=${packageId}`)).records).toEqual([]);
  expect((await stranger.get(`/documents?filter[folder_id]=${folderId}`)).records).toEqual([]);
});

test("the database itself refuses what lies in another workspace's folder, package or client", async ({
  service,
  owner,
}) => {
  const stranger = (await service.newWorkspace()).owner;
  const { package_id: packageId } = theirs.ofPackage.attributes;
  const { client_id: clientId } = theirs.ofClient.attributes;
  const folderId = (await newFolder(owner, { name: "Guarded" })).record.id;
  const write = (column: string, id: unknown) =>
    service.database.orm.execute(sql`
      insert into upstream.folders (workspace_id, ${sql.identifier(column)}, name, name_key)
      values (${stranger.workspaceId}, ${id}, 'x', 'x')`);
  for (const [column, id] of Object.entries({ package_id: packageId, client_id: clientId, parent_id: folderId })) {
    await expect(write(column, id)).rejects.toThrow();
  }
  const mine = (await addDocument(service, stranger)).record.id;
  await expect(
    service.database.orm.execute(sql`update upstream.documents set folder_id = ${folderId} where id = ${mine}`),
  ).rejects.toThrow();
});
