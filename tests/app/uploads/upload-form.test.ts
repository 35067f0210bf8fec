import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesField } from "#app/session/hidden-fields.ts";
import { readUploadForm } from "#app/uploads/upload-form.server.ts";
import type { UploadLimits } from "#app/uploads/upload-limits.ts";
import { filesOf } from "#tests/support/storing.ts";

// Forms with files, good and bad: what is kept is on disk, and of what is not nothing is.

const roomy: UploadLimits = { file: 1000, total: 10_000 };
const boundary = "----latchkey";
const type = `multipart/form-data; boundary=${boundary}`;

function openSpool(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function part(name: string, content: string, file?: string): string {
  const filename = file === undefined ? "" : `; filename="${file}"\r\nContent-Type: text/plain`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${content}\r\n`;
}

const end = `--${boundary}--\r\n`;

function formOf(body: BodyInit, contentType = type): Request {
  return new Request("http://latchkey.test/documents/uploads/new", {
    method: "POST",
    body,
    headers: { "content-type": contentType },
  });
}

const read = (body: string, spool = openSpool(), limits = roomy) => readUploadForm(formOf(body), spool, limits);

/** What a form is refused with. */
async function refusalOf(reading: Promise<unknown>): Promise<{ status: number; sentence: string }> {
  const thrown = await reading.then(
    () => null,
    (error: unknown) => Object(error),
  );
  return { status: thrown?.init?.status, sentence: thrown?.data };
}

test("fields and files are separated in their order, whatever their names", async () => {
  const spool = openSpool();
  const body = new FormData();
  body.append("label", "Für später");
  body.append("file", new File(["one"], "Gutachten – Ü.pdf", { type: "application/pdf" }));
  body.append("file", new File(["two"], "b.txt", { type: "text/plain" }));
  body.append("empty", new File([], ""));
  const request = new Request("http://latchkey.test/", { method: "POST", body });
  const { fields, files, refused, discard } = await readUploadForm(request, spool, roomy);
  expect([...fields]).toEqual([
    ["label", "Für später"],
    [filesField, "Gutachten – Ü.pdf"],
    [filesField, "b.txt"],
  ]);
  expect(refused).toEqual([]);
  expect(files.map(({ name, mime, size, path }) => [name, mime, size, readFileSync(path, "utf8")])).toEqual([
    ["Gutachten – Ü.pdf", "application/pdf", 3, "one"],
    ["b.txt", "text/plain", 3, "two"],
  ]);
  expect(files[0]?.digest).not.toBe(files[1]?.digest);
  await discard();
  expect(filesOf(spool)).toEqual([]);
});

test("names lose folders, direction changes and invisible characters, and are shortened", async () => {
  const names = [
    "../../etc/passwd",
    "C:\\fakepath\\plan.txt",
    "a\u0000b.txt",
    "invoice\u202efdp.exe",
    "..",
    " ",
    "a %22b%22%0D%0A.txt",
  ];
  const long = `${"n".repeat(4096)}.pdf`;
  const body = [...names, long].map((name) => part("file", "x", name)).join("") + end;
  const { files } = await read(body);
  expect(files.map(({ name }) => name)).toEqual([
    "passwd",
    "plan.txt",
    "ab.txt",
    "invoicefdp.exe",
    "file",
    "file",
    'a "b".txt',
    expect.stringMatching(/^n{195}….pdf$/),
  ]);
});

test("empty files, and files beyond the limits, are refused; the others are kept", async () => {
  const spool = openSpool();
  const full = "x".repeat(1000);
  const parts = [
    part("file", "", "nothing.txt"),
    part("file", `${full}x`, "large.txt"),
    part("file", full, "as large as may be.txt"),
    part("file", full, "too much.txt"),
    part("file", "x".repeat(500), "last.txt"),
    part("label", "kept"),
  ];
  const { files, refused, fields } = await read(parts.join("") + end, spool, { file: 1000, total: 1500 });
  expect(files.map(({ name }) => name)).toEqual(["as large as may be.txt", "last.txt"]);
  expect(refused).toEqual([
    { name: "nothing.txt", code: "empty", reason: "This file is empty." },
    { name: "large.txt", code: "too_large", reason: "It is larger than the limit of 1.0 kB per file." },
    { name: "too much.txt", code: "no_room", reason: "There isn't enough storage left in this workspace." },
  ]);
  expect(fields.get("label")).toBe("kept");
  expect(filesOf(spool).reduce((total, size) => total + size, 0)).toBe(1500);
});

test.each([
  ["cut off in a file", part("file", "x".repeat(500), "a.txt").slice(0, 300)],
  ["cut off between parts", part("file", "whole", "a.txt")],
  ["cut off in a header", `${part("file", "whole", "a.txt")}--${boundary}\r\nContent-Dis`],
  ["without a beginning", "x".repeat(500)],
  ["empty", ""],
])("a form that is %s is refused whole, and leaves nothing", async (_, body) => {
  const spool = openSpool();
  const { status, sentence } = await refusalOf(read(body, spool));
  expect([status, sentence]).toEqual([400, expect.stringContaining("didn't arrive completely")]);
  expect(filesOf(spool)).toEqual([]);
});

test("a sender that disconnects leaves nothing", async () => {
  const spool = openSpool();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(part("file", "x".repeat(900), "a.txt").slice(0, 600)));
      setTimeout(() => controller.error(new Error("aborted")), 50);
    },
  });
  const request = new Request("http://x/", { method: "POST", body, headers: { "content-type": type }, ...half });
  expect(await refusalOf(readUploadForm(request, spool, roomy))).toMatchObject({ status: 400 });
  expect(filesOf(spool)).toEqual([]);
});

const half: object = { duplex: "half" };

test("a file that the disk does not take is refused for now; the rest of the form is read", async () => {
  const spool = openSpool();
  // The folder of all forms cannot be made.
  symlinkSync("/proc/none", join(spool, "forms"));
  const long = part("file", "x".repeat(900_000), "a.txt");
  const form = await read(part("note", "before") + long + part("more", "after") + end, spool, {
    ...roomy,
    file: 1e6,
    total: 1e6,
  });
  expect([...form.fields]).toEqual([
    ["note", "before"],
    [filesField, "a.txt"],
    ["more", "after"],
  ]);
  expect(form.refused).toEqual([{ name: "a.txt", reason: expect.stringContaining("no room"), isTemporary: true }]);
  expect(form.files).toEqual([]);
  expect(form.faults).toMatchObject([{ cause: { syscall: "mkdir" } }]);
});

test("too many parts, fields or files are refused and nothing is kept", async () => {
  const spool = openSpool();
  const many = (count: number, one: string) => part("file", "first", "a.txt") + one.repeat(count) + end;
  expect(await refusalOf(read(many(10_000, part("x", "")), spool))).toMatchObject({ status: 400 });
  expect((await refusalOf(read(many(101, part("x", "")), spool))).sentence).toContain("too many fields");
  expect((await refusalOf(read(many(50, part("file", "x", "b.txt")), spool))).sentence).toContain("up to 50 files");
  expect(filesOf(spool)).toEqual([]);
});

test.each(["application/x-www-form-urlencoded", "text/plain", "", "multipart/form-data"])(
  "a body of type '%s' is refused",
  async (contentType) => {
    expect(await refusalOf(readUploadForm(formOf("file=x", contentType), openSpool(), roomy))).toMatchObject({
      status: 400,
    });
  },
);
