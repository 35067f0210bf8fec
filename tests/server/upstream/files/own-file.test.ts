import { afterAll, beforeAll, expect, test } from "vitest";
import { insertDocument } from "#server/upstream/documents/writing.ts";
import { keepOwnFile } from "#server/upstream/files/own-file.ts";
import { sweepObjects } from "#server/upstream/files/sweep.ts";
import { readBytes } from "#tests/support/uploads.ts";
import { startUpstreamService, type UpstreamService } from "#tests/support/upstream-service.ts";

let service: UpstreamService;
beforeAll(async () => {
  service = await startUpstreamService();
});
afterAll(() => service.close());

test("what the service made itself is a file like any other, and stays", async () => {
  const { owner } = await service.newWorkspace();
  const { orm } = service.database;
  const bytes = new TextEncoder().encode("Made here");
  const own = {
    workspaceId: owner.workspaceId,
    accountId: owner.accountId,
    name: "made.txt",
    mime: "text/plain",
    bytes,
  };
  const file = await keepOwnFile(orm, service.objects, own);
  const place = { folderId: null, packageId: null, clientId: null };
  const id = await orm.transaction((transaction) =>
    insertDocument(
      { database: transaction, asker: owner, later: async () => {} },
      { place, file, label: "Made", isClientVisible: true },
    ),
  );
  await sweepObjects(orm, service.objects, new Date(Date.now() + 48 * 3_600_000));
  const { attributes } = (await owner.get(`/documents/${id}`)).record;
  expect(attributes).toMatchObject({ label: "Made", kind: "text", is_client_visible: true });
  expect((await readBytes(service, owner, `/files/${file.id}/content`)).text).toBe("Made here");
  expect((await owner.get("/storage_allowance")).record.attributes.used).toBe(9);
});
