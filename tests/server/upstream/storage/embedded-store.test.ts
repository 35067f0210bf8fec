import { expect, test } from "vitest";
import { ObjectMissing } from "#server/upstream/storage/object-store.ts";
import { type Part, postParts, presign, sendPost, startStore, storedText } from "#tests/support/storing.ts";

test("a post made by Amazon's client is stored: 204, and the bytes are there", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "w/1", Conditions: [["content-length-range", 5, 5]] });
  expect(post.url).toBe(service.url);
  const answer = await sendPost(post, "hello");
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(await storedText(service.store, "w/1")).toBe("hello");
});

test("a post that the store signs itself is taken as well, with exactly the size that was announced", async () => {
  const service = await startStore();
  const ticket = await service.store.presignPost({ key: "w/2", size: 3, mime: "text/plain" }, service.origin);
  expect([ticket.uploadUri, ticket.storageUri]).toEqual([service.url, "s3://latchkey/w/2"]);
  const post = { url: ticket.uploadUri, fields: ticket.fields };
  expect((await sendPost(post, "four")).code).toBe("EntityTooLarge");
  expect((await sendPost(post, "2!")).code).toBe("EntityTooSmall");
  expect((await sendPost(post, "yes")).status).toBe(204);
  expect(await storedText(service.store, "w/2")).toBe("yes");
});

test("its own posts carry the same fields as those of Amazon's client", async () => {
  const service = await startStore();
  const theirs = await presign(service, { Key: "k", Fields: { "Content-Type": "image/png" } });
  const ours = await service.store.presignPost({ key: "k", size: 1, mime: "image/png" }, service.origin);
  expect(Object.keys(ours.fields).sort()).toEqual(Object.keys(theirs.fields).sort());
});

test.each([
  ["200", 200],
  ["201", 201],
  ["204", 204],
  ["302", 204],
])("success_action_status %s is answered with %i", async (wanted, status) => {
  const service = await startStore();
  const post = await presign(service, { Key: "a&<b>", Fields: { success_action_status: wanted } });
  const answer = await sendPost(post, "x");
  expect(answer.status).toBe(status);
  if (status === 201) expect(answer.text).toContain("<Bucket>latchkey</Bucket><Key>a&#38;&#60;b&#62;</Key>");
});

test("field names are the same in any case", async () => {
  const service = await startStore();
  const { url, fields } = await presign(service, { Key: "case" });
  const shouted = Object.entries(fields).map(([name, value]): Part => [name.toUpperCase(), value]);
  expect((await postParts(url, [...shouted, ["FILE", new Blob(["x"])]])).status).toBe(204);
});

test("a repeated field is refused, in any case, even with the same value", async () => {
  const service = await startStore();
  const { url, fields } = await presign(service, { Key: "twice" });
  const answer = await postParts(url, [...Object.entries(fields), ["KEY", "twice"], ["file", new Blob(["x"])]]);
  expect([answer.status, answer.code]).toEqual([400, "MalformedPOSTRequest"]);
});

test("fields after the file are ignored, a second file too", async () => {
  const service = await startStore();
  const { url, fields } = await presign(service, { Key: "last" });
  const answer = await postParts(url, [
    ...Object.entries(fields),
    ["file", new Blob(["first"])],
    ["key", "elsewhere"],
    ["acl", "public-read"],
    ["file", new Blob(["second"])],
  ]);
  expect(answer.status).toBe(204);
  expect(await storedText(service.store, "last")).toBe("first");
  expect(service.files()).toEqual([5]);
});

test("a required field after the file counts as missing", async () => {
  const service = await startStore();
  const { url, fields } = await presign(service, { Key: "late" });
  const { "X-Amz-Signature": signature = "", ...others } = fields;
  const parts: Part[] = [...Object.entries(others), ["file", new Blob(["x"])], ["X-Amz-Signature", signature]];
  expect((await postParts(url, parts)).code).toBe("AccessDenied");
});

test.for<[string, (fields: Record<string, string>) => Record<string, string>, string]>([
  ["another key", (fields) => ({ ...fields, key: "others/1" }), "AccessDenied"],
  ["another media type", (fields) => ({ ...fields, "Content-Type": "text/html" }), "AccessDenied"],
  ["one more field", (fields) => ({ ...fields, acl: "public-read" }), "AccessDenied"],
  ["another bucket", (fields) => ({ ...fields, bucket: "other" }), "AccessDenied"],
  ["a later date", (fields) => ({ ...fields, "X-Amz-Date": "29991231T000000Z" }), "AccessDenied"],
  ["no signature", ({ "X-Amz-Signature": _, ...fields }) => fields, "AccessDenied"],
  ["no policy", ({ Policy: _, ...fields }) => fields, "AccessDenied"],
  [
    "a widened policy",
    (fields) => ({ ...fields, Policy: widen(fields.Policy ?? ""), key: "others/1" }),
    "SignatureDoesNotMatch",
  ],
  ["a policy with a space", (fields) => ({ ...fields, Policy: `${fields.Policy} ` }), "SignatureDoesNotMatch"],
  ["a made-up signature", (fields) => ({ ...fields, "X-Amz-Signature": "f".repeat(64) }), "SignatureDoesNotMatch"],
])("with %s it is refused and nothing is stored", async ([, tamper, code]) => {
  const service = await startStore();
  const { url, fields } = await presign(service, {
    Key: "own/1",
    Conditions: [["starts-with", "$key", "own/"]],
    Fields: { "Content-Type": "image/png" },
  });
  const answer = await sendPost({ url, fields: tamper({ ...fields }) }, "x");
  expect([answer.status, answer.code]).toEqual([403, code]);
  expect(service.files()).toEqual([]);
});

function widen(policy: string): string {
  const text = Buffer.from(policy, "base64").toString();
  return Buffer.from(text.replaceAll("own/", "")).toString("base64");
}

test("another service's key signs nothing here", async () => {
  const service = await startStore();
  const stranger = await presign(service, { Key: "k" }, { accessKeyId: "stranger", secretAccessKey: "own" });
  expect((await sendPost(stranger, "x")).code).toBe("AccessDenied");
  const guesser = await presign(service, { Key: "k" }, { accessKeyId: "latchkey", secretAccessKey: "guess" });
  expect((await sendPost(guesser, "x")).code).toBe("SignatureDoesNotMatch");
});

test("a post is good until it expires", async () => {
  let now = new Date();
  const service = await startStore(() => now);
  const post = await presign(service, { Key: "k", Expires: 600 });
  now = new Date(Date.now() + 601_000);
  expect((await sendPost(post, "x")).code).toBe("AccessDenied");
  now = new Date(Date.now() + 590_000);
  expect((await sendPost(post, "x")).status).toBe(204);
});

test("there are no other buckets, no other methods, and nothing can be read by URL", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  await sendPost(post, "secret");
  expect((await sendPost({ ...post, url: `${service.origin}/api/storage/other` }, "x")).code).toBe("NoSuchBucket");
  for (const url of [service.url, `${service.url}/k`, `${service.origin}/api/storage/`]) {
    const answer = await fetch(url);
    expect([404, 405]).toContain(answer.status);
    expect(await answer.text()).not.toContain("secret");
  }
});

test("a key keeps the bytes that it got first; the same bytes may come again", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  expect((await sendPost(post, "first")).status).toBe(204);
  expect((await sendPost(post, "first")).status).toBe(204);
  const other = await sendPost(post, "other");
  expect([other.status, other.code]).toEqual([412, "PreconditionFailed"]);
  expect(await storedText(service.store, "k")).toBe("first");
  expect(service.files()).toEqual([5]);
});

test("an object is read whole or in part, and is missing once it is removed", async () => {
  const { store } = await startStore();
  await store.put("k", "text/plain", new TextEncoder().encode("0123456789"));
  expect(await store.size("k")).toBe(10);
  expect(await new Response(await store.read("k", { first: 2, last: 4 })).text()).toBe("234");
  expect(await new Response(await store.read("k", { first: 9, last: 9 })).text()).toBe("9");
  await store.remove("k");
  await store.remove("k");
  expect(await store.size("k")).toBeNull();
  await expect(store.read("k")).rejects.toBeInstanceOf(ObjectMissing);
});
