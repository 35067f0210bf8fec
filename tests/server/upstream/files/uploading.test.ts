/** From an announcement to a file: the three steps, and whatever can be wrong with each. */

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { announce, createFile, postBytes, ticketOf, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({ clock: () => now });

let now = new Date();

async function posted(service: UpstreamService, person: TestPerson, content = "A short note.") {
  const ticket = ticketOf(await announce(person, { content }));
  expect((await postBytes(service, ticket, { content })).status).toBe(204);
  return ticket;
}

test("an announcement is answered with a signed post for exactly that file", async ({ owner }) => {
  const answer = await announce(owner, { name: "plan.pdf", mime: "application/pdf", size: 1234 });
  expect(answer.status).toBe(201);
  const { upload_uri, storage_uri, upload_fields, expiration_date } = ticketOf(answer);
  expect(upload_uri).toBe("http://upstream.test/api/storage/latchkey");
  expect(storage_uri).toBe(`s3://latchkey/${upload_fields.key}`);
  expect(upload_fields.key).toMatch(new RegExp(`^${owner.workspaceId}/[0-9a-f-]{36}$`));
  expect(upload_fields).toMatchObject({ "Content-Type": "application/pdf", "X-Amz-Algorithm": "AWS4-HMAC-SHA256" });
  expect(new Date(expiration_date).getTime() - now.getTime()).toBe(3_600_000);
  expect(JSON.stringify(upload_fields)).not.toContain("plan.pdf");
});

test("what was posted becomes a file, with what its bytes say it is", async ({ service, owner }) => {
  const record = await uploadFile(service, owner, { name: "../notes/roof.txt", content: "Roof", mime: "image/png" });
  expect(record.attributes).toEqual({
    name: "roof.txt",
    mime: "text/plain",
    media_type: "text",
    size: 4,
    inserted_at: expect.stringMatching(/Z$/),
    storage_key: expect.stringContaining(owner.workspaceId),
    uri: `s3://latchkey/${record.attributes.storage_key}`,
    metadata: { announced_mime: "image/png" },
  });
  expect((await owner.get(`/files/${record.id}`)).record).toEqual(record);
});

test("arguments may be given directly under data, in either spelling", async ({ service, owner }) => {
  const body = JSON.stringify({ data: { name: "a.txt", size: 1, mime: "text/plain" } });
  const answer = await owner.send("POST", "/files/presigned_posts", { body });
  const ticket = ticketOf(answer);
  await postBytes(service, ticket, { content: "x" });
  const bare = {
    name: "a.txt",
    size: 1,
    mime: "text/plain",
    uri: ticket.storage_uri,
    storage_key: ticket.upload_fields.key,
  };
  expect((await owner.send("POST", "/files", { body: JSON.stringify({ data: bare }) })).status).toBe(201);
});

test.for<[object, string]>([
  [{ size: 0 }, "size"],
  [{ size: -1 }, "size"],
  [{ size: 1.5 }, "size"],
  [{ size: "10" }, "size"],
  [{ name: "" }, "name"],
  [{ name: "../" }, "name"],
  [{ name: "n".repeat(4096) }, "name"],
  [{ name: "a\0b" }, "name"],
  [{ name: "a\r\nb" }, "name"],
  [{ mime: "" }, "mime"],
  [{ mime: "image" }, "mime"],
  [{ mime: "image/png\r\nx: y" }, "mime"],
])("an announcement with %j is refused where it is wrong", async ([wrong, place], { owner }) => {
  const attributes = { name: "a.txt", size: 1, mime: "text/plain", ...wrong };
  const answer = await owner.send("POST", "/files/presigned_posts", { type: "presigned_post", attributes });
  expect(answer.problem).toBe(`400 invalid_attribute /data/attributes/${place}`);
});

test("nothing that is missing, or not there, becomes a file", async ({ service, owner }) => {
  const ticket = ticketOf(await announce(owner));
  expect((await createFile(owner, ticket)).problem).toBe("400 invalid_attribute /data/attributes/storage_key");
  const there = await posted(service, owner);
  for (const [given, place] of [
    [{ storageKey: `${owner.workspaceId}/${randomUUID()}` }, "storage_key"],
    [{ storageKey: "../../objects" }, "storage_key"],
    [{ size: 12 }, "size"],
    [{ uri: "https://elsewhere.example/file" }, "uri"],
    [{ uri: there.storage_uri.replace("latchkey", "other") }, "uri"],
  ] as const) {
    const answer = await createFile(owner, there, {}, given);
    expect([given, answer.problem]).toEqual([given, `400 invalid_attribute /data/attributes/${place}`]);
  }
  expect((await createFile(owner, there)).status).toBe(201);
});

test("the bytes are looked at again: another size than was announced and posted is refused", async ({
  service,
  owner,
}) => {
  const ticket = ticketOf(await announce(owner, { content: "four" }));
  await service.objects.put(String(ticket.upload_fields.key), "text/plain", new TextEncoder().encode("five!"));
  const answer = await createFile(owner, ticket, { content: "four" });
  expect(answer.problem).toBe("400 invalid_attribute /data/attributes/size");
});

test("the same bytes asked for again are the same file; as another file they are refused", async ({
  service,
  owner,
}) => {
  const ticket = await posted(service, owner);
  const answers = await Promise.all([createFile(owner, ticket), createFile(owner, ticket), createFile(owner, ticket)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ record }) => record.id)).size).toBe(1);
  expect((await createFile(owner, ticket, {}, { size: 5 })).problem).toBe(
    "409 already_stored /data/attributes/storage_key",
  );
});

test("a post only becomes a file of the user who announced it", async ({ service, workspace, owner }) => {
  const ticket = await posted(service, owner);
  const colleague = await workspace.join("admin");
  const stranger = (await service.newWorkspace()).owner;
  for (const person of [colleague, stranger]) {
    expect((await createFile(person, ticket)).problem).toBe("400 invalid_attribute /data/attributes/storage_key");
  }
  const { id } = (await createFile(owner, ticket)).record;
  expect((await createFile(stranger, ticket)).problem).toBe("400 invalid_attribute /data/attributes/storage_key");
  expect((await stranger.get(`/files/${id}`)).problem).toBe("404 not_found");
});

test("a post that ended half a day ago is too late to become a file", async ({ service, owner }) => {
  const ticket = await posted(service, owner);
  now = new Date(Date.now() + 12.5 * 3_600_000);
  expect((await createFile(owner, ticket)).status).toBe(201);
  const late = await posted(service, owner);
  now = new Date(Date.now() + 26 * 3_600_000);
  expect((await createFile(owner, late)).problem).toBe("400 invalid_attribute /data/attributes/storage_key");
  now = new Date();
});

test("an instructor uploads nothing", async ({ service, workspace, owner }) => {
  const instructor = await workspace.join("instructor");
  expect((await announce(instructor)).problem).toBe("403 forbidden");
  const ticket = await posted(service, owner);
  expect((await createFile(instructor, ticket)).problem).toBe("403 forbidden");
});

const megabyte = 1024 ** 2;

test.for<["free" | "standard", number]>([
  ["free", 25],
  ["standard", 100],
])("on %s a file may have %i MB and not a byte more", async ([plan, most], { service }) => {
  const { owner } = await service.newWorkspace(plan);
  expect((await announce(owner, { size: most * megabyte })).status).toBe(201);
  const answer = await announce(owner, { size: most * megabyte + 1 });
  expect(answer.problem).toBe("400 plan_limit /data/attributes/size");
  expect(answer.document.errors?.[0]?.detail).toMatch(
    new RegExp(`^Files can be up to ${most} MB on the \\w+ plan\\.$`),
  );
});

test("a workspace can see how much it has stored and may store", async ({ service }) => {
  const { owner } = await service.newWorkspace("free");
  await uploadFile(service, owner, { content: "12345" });
  await uploadFile(service, owner, { content: "123" });
  const { attributes, id } = (await owner.get("/storage_allowance")).record;
  expect(id).toBe(owner.workspaceId);
  expect(attributes).toEqual({ plan: "free", used: 8, storage_limit: 1024 ** 3, file_limit: 25 * megabyte });
});
