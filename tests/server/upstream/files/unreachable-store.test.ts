import { expect } from "vitest";
import { createS3Store } from "#server/upstream/storage/s3-store.ts";
import { readBytes } from "#tests/support/uploads.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const settings = { bucket: "b", region: "r", accessKeyId: "a", secretAccessKey: "s", pathStyle: true };
const test = upstreamTest({ store: createS3Store({ ...settings, endpoint: "http://127.0.0.1:1" }) });

test("a store that does not answer is a 503 that names no reason", async ({ service, owner }) => {
  await service.database.pool.query(`insert into upstream.objects values ('k', $1, $2, 3, now())`, [
    owner.workspaceId,
    owner.accountId,
  ]);
  const { rows } = await service.database.pool.query(
    `insert into upstream.files (workspace_id, storage_key, uri, name, mime, kind, size)
     values ($1, 'k', 's3://b/k', 'a', 'text/plain', 'text', 3) returning id`,
    [owner.workspaceId],
  );
  const answer = await readBytes(service, owner, `/files/${rows[0].id}/content`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1/);
});
