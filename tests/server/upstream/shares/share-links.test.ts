import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { fetchShared, newShare, share, viewerOf } from "#tests/support/sharing.ts";
import { newFolder, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("links", () => {
  const newOwner = async (service: UpstreamService) => (await service.newWorkspace()).owner;

  const change = (person: TestPerson, id: string, attributes: object, etag?: string) =>
    person.send("PATCH", `/share_links/${id}`, {
      type: "share_link",
      id,
      attributes,
      ...(etag !== undefined && { headers: { "if-match": etag } }),
    });

  test("a link tells its address once, and keeps only digests of what opens it", async ({ service }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const folder = await newFolder(owner, { name: "Offers", packageId });
    const folderIds = [folder.record.id];
    const expiresAt = "2030-01-01T12:00:00.000Z";
    const { status, record } = await share(owner, packageId, { folderIds, expiresAt, passcode: " maple-7 " });
    expect(status).toBe(201);
    expect(record.attributes).toMatchObject({
      label: "For the Lindqvists",
      package_id: packageId,
      client_id: null,
      folder_ids: folderIds,
      includes_unfiled: false,
      allows_download: true,
      has_passcode: true,
      expires_at: "2030-01-01T12:00:00.000000Z",
      revoked_at: null,
      fetched_count: 0,
      opened_count: 0,
      last_opened_at: null,
      actor_name: "Ada Marsh",
      url_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(record.meta.can).toEqual(["update", "revoke"]);
    const again = await owner.get(`/share_links/${record.id}`);
    expect(again.record).toEqual({ ...record, attributes: { ...record.attributes, url_token: null } });
    expect((await owner.get(`/share_links?filter[package_id]=${packageId}`)).records).toEqual([again.record]);
    const { rows } = await service.database.orm.execute(sql`
      select (select json_agg(l) from upstream.share_links l)::text as links,
        (select json_agg(t) from upstream.share_tokens t)::text as tokens,
        (select json_agg(k) from upstream.idempotency_keys k)::text as keys`);
    const kept = JSON.stringify(rows);
    expect(kept).toContain("$argon2id$");
    expect(kept).not.toContain(String(record.attributes.url_token));
    expect(kept).not.toContain("maple-7");
  });

  test("sent again under its key, a link is created and changed once, with its address in both answers; nothing is stored in the open", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const twice = async (method: string, path: string, attributes: object, etag = "*") => {
      const headers = { "idempotency-key": `"${randomUUID()}"`, "if-match": etag };
      const id = method === "PATCH" ? path.split("/").at(-1) : undefined;
      const write = { type: "share_link", ...(id !== undefined && { id }), attributes, headers };
      const first = await owner.send(method, path, write);
      const again = await owner.send(method, path, write);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      return first;
    };
    const given = { packageId, label: "For the Lindqvists", folderIds: [], passcode: "maple-7" };
    const made = await twice("POST", "/share_links", given);
    expect(made.status).toBe(201);
    expect((await owner.get(`/share_links?filter[package_id]=${packageId}`)).records).toHaveLength(1);
    const change = { label: "For Maya", passcode: "maple-8" };
    const changed = await twice("PATCH", `/share_links/${made.record.id}`, change, made.record.meta.etag);
    expect([changed.status, changed.record.attributes.label]).toEqual([200, "For Maya"]);
    const { rows } = await service.database.orm.execute(sql`
      select count(*)::integer as answers, string_agg(encode(sealed, 'escape'), ' ') as sealed
      from upstream.idempotency_keys where owner_id = ${owner.accountId}`);
    expect(rows).toEqual([
      { answers: 2, sealed: expect.not.stringContaining(String(made.record.attributes.url_token)) },
    ]);
  });

  test("what it shows can be changed with its current version; the history lists the change", async ({ service }) => {
    const owner = await newOwner(service);
    const { id, packageId } = await newShare(owner);
    const folders = (await owner.get(`/folders?filter[package_id]=${packageId}`)).records.map((folder) => folder.id);
    const { record } = await owner.get(`/share_links/${id}`);
    const changed = await change(
      owner,
      id,
      { label: "For Maya", folderIds: folders, includesUnfiled: true },
      record.meta.etag,
    );
    expect(changed.record.attributes).toMatchObject({
      label: "For Maya",
      folder_ids: folders.toSorted(),
      includes_unfiled: true,
    });
    expect((await change(owner, id, { label: "Late" }, record.meta.etag)).status).toBe(412);
    const same = await change(owner, id, { label: "For Maya" });
    expect(same.record.meta.etag).toBe(changed.record.meta.etag);
    const events = (await owner.get(`/activities?filter[package_id]=${packageId}`)).records;
    expect(events.slice(0, 2).map(({ attributes }) => [attributes.label, attributes.changes])).toEqual([
      ["Link changed", expect.arrayContaining([{ field: "label", before: "For the Lindqvists", after: "For Maya" }])],
      ["Link created", [{ field: "label", before: null, after: "For the Lindqvists" }]],
    ]);
  });

  test.for([
    [{ label: " " }, "label", "Label must be at least 1 character."],
    [{ passcode: "maple" }, "passcode", "Passcode must be at least 6 characters."],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expires_at", "Expiry must be in the future."],
    [{ expiresAt: "soon" }, "expires_at", "Expiry must be a date and a time."],
    [{ folderIds: ["9b2f8c1e-0000-4000-8000-000000000000"] }, "folder_ids", "Choose folders of this property."],
  ] as const)("%j is refused with a sentence", async ([attributes, name, detail], { service }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const { document, status } = await share(owner, packageId, attributes);
    expect(status).toBe(400);
    expect(document.errors?.[0]).toMatchObject({ detail, source: { pointer: `/data/attributes/${name}` } });
    expect((await owner.get("/share_links")).records).toEqual([]);
  });

  test("folders of another package, or in the trash, cannot be chosen", async ({ service }) => {
    const owner = await newOwner(service);
    const { id, packageId } = await newShare(owner);
    const other = (await newPackage(owner)).id;
    const [theirs] = (await owner.get(`/folders?filter[package_id]=${other}`)).records;
    const refused = "400 invalid_attribute /data/attributes/folder_ids";
    expect((await change(owner, id, { folderIds: [theirs?.id] })).problem).toBe(refused);
    const folder = (await newFolder(owner, { name: "Old", packageId })).record.id;
    await owner.send("POST", `/folders/${folder}/trashing`);
    expect((await change(owner, id, { folderIds: [folder] })).problem).toBe(refused);
  });

  test("the Free plan has room for ten that are active, even when they are asked for at once", async ({ service }) => {
    const { owner } = await service.newWorkspace("free");
    const { id: packageId } = await newPackage(owner);
    const answers = await Promise.all(Array.from({ length: 12 }, () => share(owner, packageId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.document.errors?.[0]).toMatchObject({
      code: "plan_limit",
      detail: "The Free plan includes 10 active links. Revoke one or upgrade to Standard.",
    });
    const first = answers.find(({ status }) => status === 201);
    await owner.send("POST", `/share_links/${first?.record.id}/revocation`);
    expect((await share(owner, packageId)).status).toBe(201);
    expect((await share(owner, packageId)).status).toBe(400);
    // Standard has no limit.
    const standard = await newOwner(service);
    const { id } = await newPackage(standard);
    for (let link = 0; link < 11; link += 1) expect((await share(standard, id)).status).toBe(201);
  });

  test("a revoked link shows nothing from the next request on, and stays in the list", async ({ service }) => {
    const owner = await newOwner(service);
    const { id, packageId, token } = await newShare(owner);
    const viewer = await viewerOf(service, token);
    expect((await viewer.get("/view")).status).toBe(200);
    const revoked = await owner.send("POST", `/share_links/${id}/revocation`);
    expect(revoked.record.attributes.revoked_at).toEqual(expect.any(String));
    expect(revoked.record.meta.can).toEqual(["revoke"]);
    for (const answer of [await viewer.get("/view"), await fetchShared(service, token)]) {
      expect(answer.problem).toBe("410 link_revoked");
    }
    const again = await owner.send("POST", `/share_links/${id}/revocation`);
    expect(again.record).toEqual(revoked.record);
    expect((await change(owner, id, { label: "Back?" })).status).toBe(403);
    const [event] = (await owner.get(`/activities?filter[package_id]=${packageId}`)).records;
    expect(event?.attributes).toMatchObject({ label: "Link revoked", actor_name: "Ada Marsh" });
  });

  test("who may share is as the product says, and to others there are no links", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { id, packageId } = await newShare(workspace.owner);
    const manager = await workspace.join("manager");
    expect((await change(manager, id, { label: "Managed" })).status).toBe(200);
    const instructor = await workspace.join("instructor");
    expect((await instructor.get(`/share_links/${id}`)).record.meta.can).toEqual([]);
    expect((await share(instructor, packageId)).status).toBe(403);
    expect((await change(instructor, id, { label: "No" })).status).toBe(403);
    expect((await instructor.send("POST", `/share_links/${id}/revocation`)).status).toBe(403);
    for (const person of [await workspace.join("member"), await newOwner(service)]) {
      expect((await share(person, packageId)).status).toBe(404);
      expect((await change(person, id, { label: "No" })).status).toBe(404);
      expect((await person.get("/share_links")).records).toEqual([]);
    }
    const member = await workspace.join("member");
    expect((await newShare(member)).token).not.toBe("null");
  });

  test("the database itself refuses a folder of another package", async ({ service }) => {
    const owner = await newOwner(service);
    const { id } = await newShare(owner);
    const other = (await newPackage(owner)).id;
    const [folder] = (await owner.get(`/folders?filter[package_id]=${other}`)).records;
    const write = service.database.orm.execute(sql`
      insert into upstream.share_link_folders (share_link_id, folder_id, workspace_id)
      values (${id}, ${folder?.id}, ${owner.workspaceId})`);
    await expect(write).rejects.toThrow();
  });
});
