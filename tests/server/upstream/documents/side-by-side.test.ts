/** Writes side by side, which the embedded database sends one after the other and a real PostgreSQL does not. */

import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import {
  addDocument,
  announce,
  createFile,
  newFolder,
  postBytes,
  ticketOf,
  uploadFile,
} from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTests } from "#tests/support/upstream-test.ts";

describe.each(upstreamTests())("on the $name database", ({ test }) => {
  let owner: TestPerson;
  test.beforeEach(async ({ service }) => {
    owner = (await service.newWorkspace("free")).owner;
  });

  const add = (service: UpstreamService, attributes: object, upload: object = {}) =>
    addDocument(service, owner, attributes, upload);
  const change = (id: string, attributes: object) =>
    owner.send("PATCH", `/folders/${id}`, { type: "folder", attributes });
  const newPlace = async (name = "Placement") => (await newFolder(owner, { name })).record.id;
  async function posted(service: UpstreamService, content: string) {
    const ticket = ticketOf(await announce(owner, { content }));
    await postBytes(service, ticket, { content });
    return ticket;
  }

  test("of many who make the same folder at once, one does", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => newFolder(owner, { name: "At once" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test("two folders that are moved into each other at once do not vanish", async () => {
    const a = (await newFolder(owner, { name: "Left" })).record.id;
    const b = (await newFolder(owner, { name: "Right" })).record.id;
    const answers = await Promise.all([change(a, { parentId: b }), change(b, { parentId: a })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("of many who add the same name at once, one does; with keep_both each gets its own", async ({ service }) => {
    const folderId = await newPlace();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => add(service, { folderId }, { name: "Same.txt" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const kept = await Promise.all(
      Array.from({ length: 4 }, () => add(service, { folderId, onClash: "keep_both" }, { name: "Same.txt" })),
    );
    expect(kept.map(({ record }) => record.attributes.label).sort()).toEqual([
      "Same (2).txt",
      "Same (3).txt",
      "Same (4).txt",
      "Same (5).txt",
    ]);
  });

  test("two who replace at once both keep their version", async ({ service }) => {
    const { id } = (await add(service, { folderId: await newPlace() })).record;
    const files = await Promise.all([uploadFile(service, owner), uploadFile(service, owner)]);
    const answers = await Promise.all(
      files.map((file) =>
        owner.send("POST", `/documents/${id}/versions`, { type: "document", attributes: { fileId: file.id } }),
      ),
    );
    expect(answers.map(({ record }) => record.attributes.version_number).sort()).toEqual([2, 3]);
  });

  test("when a workspace is full only more is refused: of two files for the last room one is taken", async ({
    service,
  }) => {
    const kept = await uploadFile(service, owner);
    const tickets = await Promise.all([posted(service, "0123456789"), posted(service, "9876543210")]);
    await service.database.orm.execute(sql`
    update upstream.storage_usage set bytes = ${1024 ** 3 - 15} where workspace_id = ${owner.workspaceId}`);
    const answers = await Promise.all([
      createFile(owner, tickets[0], { content: "0123456789" }),
      createFile(owner, tickets[1], { content: "9876543210" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(answers.map(({ problem }) => problem)).toContain("400 plan_limit /data/attributes/size");
    expect((await announce(owner, { size: 6 })).problem).toBe("400 plan_limit /data/attributes/size");
    expect((await announce(owner, { size: 5 })).status).toBe(201);
    expect((await owner.get(`/files/${kept.id}`)).status).toBe(200);
  });

  test("what is added while its folder goes into the trash goes along, or is refused", async ({ service }) => {
    const folderId = await newPlace();
    const files = await Promise.all(
      Array.from({ length: 6 }, (_, n) => uploadFile(service, owner, { name: `${n}.txt` })),
    );
    const adding = files.map(({ id }) =>
      owner.send("POST", "/documents", { type: "document", attributes: { fileId: id, folderId } }),
    );
    const [trashing, ...added] = await Promise.all([owner.send("POST", `/folders/${folderId}/trashing`), ...adding]);
    expect(trashing.status).toBe(200);
    for (const { status } of added) expect([201, 403]).toContain(status);
    const left = await owner.get(`/documents?filter[folder_id]=${folderId}&filter[trashed]=false`);
    expect(left.records).toEqual([]);
  });

  test("a document that moves while its folder goes into the trash is in one place or the other", async ({
    service,
  }) => {
    const [from, to] = [await newPlace("From"), await newPlace("To")];
    const { id } = (await add(service, { folderId: from })).record;
    const moving = { type: "document", attributes: { folderId: to } };
    const [moved] = await Promise.all([
      owner.send("PATCH", `/documents/${id}`, moving),
      owner.send("POST", `/folders/${from}/trashing`),
    ]);
    const { attributes } = (await owner.get(`/documents/${id}`)).record;
    expect([attributes.folder_id, attributes.trashed_with]).toEqual(moved.status === 200 ? [to, null] : [from, from]);
  });
});
