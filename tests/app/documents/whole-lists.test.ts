import { expect, onTestFinished, test } from "vitest";
import { allFolders } from "#app/documents/folders.server.ts";
import { createApiConnection } from "#app/json-api/connection.ts";

const nothing = { package_id: null, client_id: null, parent_id: null, kind: null, ancestors: null, size: null };
const attributes = { ...nothing, name: "Roof", documents_count: null, folders_count: null, trashed_at: null };

/** A service with so many pages of one folder each. */
function pagesOf(pages: number) {
  return async ({ url }: Request): Promise<Response> => {
    const { searchParams } = new URL(url);
    const number = Number(searchParams.get("page[after]") ?? 1);
    const next = number < pages ? `/api/folders?page[after]=${number + 1}` : null;
    const folder = { type: "folder", id: `f${number}`, attributes };
    return Response.json({ data: [folder], links: { next } });
  };
}

test("all folders are read, however many pages they fill", async () => {
  const log = { info() {}, warn() {} };
  const connection = createApiConnection({ baseUrl: "http://service.test/api", fetch: pagesOf(45), log });
  onTestFinished(connection.close);
  const api = connection.as({ requestId: "r1" });
  const folders = await allFolders(() => api, { packageId: null, clientId: null });
  expect(folders.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, index) => `f${index + 1}`));
});
