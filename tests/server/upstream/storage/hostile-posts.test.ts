/** Posts that are too long, too short, cut off, many, or strangely named: a refusal, nothing left behind, and on it goes. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type Part,
  postParts,
  presign,
  type SignedPost,
  type StoreService,
  sendPost,
  startStore,
  storedText,
} from "#tests/support/storing.ts";

const kilobyte = "k".repeat(1024);

/** A post as it stands on the wire, up to the file's bytes, and what follows them. */
function written({ fields }: SignedPost, fileName = "file.bin"): { type: string; head: string; tail: string } {
  const boundary = `boundary-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    head: parts.join("") + file,
    tail: `\r\n--${boundary}--\r\n`,
  };
}

/** Opens a connection and sends the head of a request and a beginning of its body. */
async function begin({ url }: SignedPost, type: string, length: number, body: string) {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  await once(socket, "connect");
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`,
  );
  return socket;
}

async function untilNothingIsLeft(service: StoreService): Promise<void> {
  const end = Date.now() + 5_000;
  while (service.files().length > 0 && Date.now() < end) await wait(20);
  expect(service.files()).toEqual([]);
}

async function untilSomethingArrived(service: StoreService): Promise<void> {
  const end = Date.now() + 5_000;
  while (service.files().every((size) => size === 0) && Date.now() < end) await wait(20);
  expect(service.files()).toHaveLength(1);
}

async function stillWorks(service: StoreService): Promise<void> {
  const key = randomUUID();
  expect((await sendPost(await presign(service, { Key: key }), "still here")).status).toBe(204);
  expect(await storedText(service.store, key)).toBe("still here");
  await service.store.remove(key);
}

test("one byte more than the policy allows is refused while it streams, and one less than it asks at the end", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k", Conditions: [["content-length-range", 10, 20]] });
  const outcomes = [];
  for (const size of [9, 10, 20, 21, 0]) {
    const { status, code } = await sendPost(post, "x".repeat(size));
    outcomes.push([size, status, code]);
    await service.store.remove("k");
  }
  expect(outcomes).toEqual([
    [9, 400, "EntityTooSmall"],
    [10, 204, ""],
    [20, 204, ""],
    [21, 400, "EntityTooLarge"],
    [0, 400, "EntityTooSmall"],
  ]);
  expect(service.files()).toEqual([]);
});

test("a file far beyond the limit is given up early: most of it is never asked for", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k", Conditions: [["content-length-range", 1, 1024]] });
  const { type, head } = written(post);
  let sent = 0;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull(controller) {
      sent += 1;
      if (sent > 10_000) controller.close();
      else controller.enqueue(new TextEncoder().encode(kilobyte));
    },
  });
  const request = new Request(post.url, {
    method: "POST",
    headers: { "content-type": type },
    body,
    ...{ duplex: "half" },
  });
  const answer = await service.store.receiver?.fetch(request);
  expect([answer?.status, await answer?.text()]).toEqual([400, expect.stringContaining("EntityTooLarge")]);
  expect(sent).toBeLessThan(500);
  expect(service.files()).toEqual([]);
});

test("no bytes are a file where the policy does not mind", async () => {
  const service = await startStore();
  expect((await sendPost(await presign(service, { Key: "k" }), "")).status).toBe(204);
  expect(await service.store.size("k")).toBe(0);
});

test("a Content-Length shorter than the form cuts the form off", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  const { type, head, tail } = written(post);
  const body = head + kilobyte + tail;
  const socket = await begin(post, type, body.length - 600, body);
  const [answer] = await once(socket, "data");
  expect(answer).toContain("HTTP/1.1 400");
  socket.destroy();
  await untilNothingIsLeft(service);
  await stillWorks(service);
});

test("a Content-Length longer than the form: when the rest does not come, nothing is stored", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  const { type, head } = written(post);
  const socket = await begin(post, type, 10_000_000, head + kilobyte.repeat(100));
  await untilSomethingArrived(service);
  socket.destroy();
  await untilNothingIsLeft(service);
  expect(await service.store.size("k")).toBeNull();
  await stillWorks(service);
});

test("cut off in every part of the form, it leaves nothing behind", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  const { type, head, tail } = written(post);
  const whole = head + kilobyte + tail;
  for (let cut = 0; cut < whole.length; cut += Math.ceil(whole.length / 40)) {
    const request = new Request(post.url, {
      method: "POST",
      headers: { "content-type": type },
      body: whole.slice(0, cut),
    });
    const answer = await service.store.receiver?.fetch(request);
    expect([cut, answer?.status]).toEqual([cut, 400]);
  }
  expect(service.files()).toEqual([]);
});

test("a sender that breaks off in process leaves nothing behind either", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  const { type, head } = written(post);
  let pieces = 0;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull(controller) {
      pieces += 1;
      if (pieces > 200) controller.error(new Error("gone"));
      else controller.enqueue(new TextEncoder().encode(kilobyte));
    },
  });
  const request = new Request(post.url, {
    method: "POST",
    headers: { "content-type": type },
    body,
    ...{ duplex: "half" },
  });
  expect((await service.store.receiver?.fetch(request))?.status).toBe(400);
  expect(service.files()).toEqual([]);
});

test("10,000 fields before the file are refused; 10,000 after it are passed over", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  const many = Array.from({ length: 10_000 }, (_, index): Part => [`x-ignore-${index}`, "x"]);
  const file: Part = ["file", new Blob(["x"])];
  const before = await postParts(post.url, [...many, ...Object.entries(post.fields), file]);
  expect([before.status, before.code]).toEqual([400, "MalformedPOSTRequest"]);
  expect(service.files()).toEqual([]);
  expect((await postParts(post.url, [...Object.entries(post.fields), file, ...many])).status).toBe(204);
});

test.each([
  ["a policy of 30 kB", "policy", "p".repeat(30_000)],
  ["a name of 4 kB", "n".repeat(4_096), "x"],
  ["many long values", "x-ignore-a", "v".repeat(20_000)],
])("%s before the file is refused", async (_, name, value) => {
  const service = await startStore();
  const { url, fields } = await presign(service, { Key: "k" });
  const long = Array.from({ length: name === "x-ignore-a" ? 5 : 1 }, (_, n): Part => [name + (n || ""), value]);
  const answer = await postParts(url, [...long, ...Object.entries(fields), ["file", new Blob(["x"])]]);
  expect([answer.status, answer.code]).toEqual([400, "MalformedPOSTRequest"]);
  expect(service.files()).toEqual([]);
});

test.each(["../../../etc/passwd", "..\\..\\windows", "a\0b", "n".repeat(4_096), "%00%2e%2e%2f", "\u202egnp.exe", ""])(
  "a file named %j is bytes like any other, in the folder of the store",
  async (name) => {
    const service = await startStore();
    const post = await presign(service, { Key: "k" });
    expect((await sendPost(post, new File(["x"], name))).status).toBe(204);
    expect([await storedText(service.store, "k"), service.files()]).toEqual(["x", [1]]);
  },
);

test.each(["../../../escaped", "/etc/passwd", "a\0b", ".", "..", "é/ü \u{1f3e0}", "k".repeat(1024)])(
  "a key %j is a name like any other",
  async (key) => {
    const service = await startStore();
    expect((await sendPost(await presign(service, { Key: key }), "x")).status).toBe(204);
    expect([await storedText(service.store, key), service.files()]).toEqual(["x", [1]]);
  },
);

test("a key of 1025 bytes, and none, are refused", async () => {
  const service = await startStore();
  for (const key of ["k".repeat(1025), "ü".repeat(513), ""]) {
    expect((await sendPost(await presign(service, { Key: key }), "x")).code).toBe("MalformedPOSTRequest");
  }
});

test.each([
  ["no form", "application/json", "{}"],
  ["no boundary", "multipart/form-data", "x"],
  ["an empty form", "multipart/form-data; boundary=b", "--b--\r\n"],
  ["no body", "multipart/form-data; boundary=b", ""],
  ["noise", "multipart/form-data; boundary=b", "\0\r\n--b\r\n\r\n--b\r\n\xff"],
  [
    "a part without a name",
    "multipart/form-data; boundary=b",
    "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
  ],
  [
    "a part without an end",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
  ],
  ["fields that are not one's own", "multipart/form-data; boundary=b", form("__proto__")],
])("%s is refused", async (_, type, body) => {
  const service = await startStore();
  const answer = await fetch(service.url, { method: "POST", headers: { "content-type": type }, body });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("MalformedPOSTRequest");
  await stillWorks(service);
});

function form(name: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n--b--\r\n`;
}

test("of two posts to one key at once one is stored whole, the other is refused", async () => {
  const service = await startStore();
  const post = await presign(service, { Key: "k" });
  const contents = Array.from({ length: 8 }, (_, index) => String(index).repeat(300_000));
  const answers = await Promise.all(contents.map((content) => sendPost(post, content)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 7 }, () => 412)]);
  const winner = answers.findIndex(({ status }) => status === 204);
  expect(await storedText(service.store, "k")).toBe(contents[winner]);
  expect(service.files()).toEqual([300_000]);
});

test("many posts at once are all stored, each under its own key", async () => {
  const service = await startStore();
  const posts = await Promise.all(Array.from({ length: 30 }, (_, index) => presign(service, { Key: `many/${index}` })));
  const answers = await Promise.all(posts.map((post, index) => sendPost(post, `${index} `.repeat(20_000))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  const texts = await Promise.all(posts.map((_, index) => storedText(service.store, `many/${index}`)));
  expect(texts).toEqual(posts.map((_, index) => `${index} `.repeat(20_000)));
});
