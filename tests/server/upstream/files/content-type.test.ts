import sharp from "sharp";
import { expect, test } from "vitest";
import { contentTypeOf, headBytes, isShown, servedType } from "#server/upstream/files/content-type.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function outcome(head: Uint8Array, announced = "application/octet-stream") {
  const { mime, kind } = await contentTypeOf(head, announced);
  return [mime, kind];
}

test("pictures and PDFs are recognized by their bytes, whatever type was announced", async () => {
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } });
  expect(await outcome(await picture.png().toBuffer(), "text/html")).toEqual(["image/png", "image"]);
  expect(await outcome(await picture.jpeg().toBuffer(), "application/pdf")).toEqual(["image/jpeg", "image"]);
  expect(await outcome(await picture.webp().toBuffer())).toEqual(["image/webp", "image"]);
  expect(await outcome(await picture.avif().toBuffer())).toEqual(["image/avif", "image"]);
  expect(await outcome(bytes("%PDF-1.7\n%âãÏÓ\n"), "image/png")).toEqual(["application/pdf", "pdf"]);
  expect(await outcome(bytes("PK\x03\x04 and so on"))).toEqual(["application/zip", "other"]);
});

test.for<[string, string, string, string]>([
  ["Dear Ada,\nthe roof leaks.\n", "text/plain", "text/plain", "text"],
  ["a,b\n1,2\n", "text/csv", "text/csv", "text"],
  ["# Roof", "text/markdown", "text/markdown", "text"],
  ["just text", "image/png", "text/plain", "text"],
  ["just text", "text/html", "text/plain", "text"],
  ["alert(1)", "text/javascript", "text/plain", "text"],
  ["<!DOCTYPE html><p>hi", "text/plain", "text/html", "other"],
  ["hello <script>alert(1)</script>", "text/plain", "text/html", "other"],
  ["hello <ScRiPt src=x>", "image/png", "text/html", "other"],
  ["From: Bob <b@client.example>\r\nThe keys are under the mat.\r\n", "text/plain", "text/plain", "text"],
  ["Ask Ann <a.b@x.example>, <p@x.example>, <table-of@x.example> or <head@x.example>", "", "text/plain", "text"],
  ["BMW in the garage stays.\nMove-in on Friday.", "", "text/plain", "text"],
  ["MZ Homes, 12 Elm Street", "", "text/plain", "text"],
  ["ID3 is the third key.", "", "text/plain", "text"],
  ["FORM for the seller: sign here.", "", "text/plain", "text"],
  ["<b>Bob</b>", "text/plain", "text/html", "other"],
  ["hello <svg/onload=alert(1)>", "text/plain", "image/svg+xml", "other"],
  ["hello <body\nonload=alert(1)>", "text/plain", "text/html", "other"],
  ["hello <iframe", "text/plain", "text/html", "other"],
  ["<img src=x onerror=alert(1)><a href=x>", "text/plain", "text/html", "other"],
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/png", "image/svg+xml", "other"],
])("%j, announced as %s, is %s", async ([text, announced, mime, kind]) => {
  expect(await outcome(bytes(text), announced)).toEqual([mime, kind]);
});

test("what begins like a sentence and goes on with other bytes is no text", async () => {
  const bitmap = Uint8Array.from([0x42, 0x4d, 0x3a, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 0x28, 0, 0, 0, 1, 0, 0, 0]);
  expect(await outcome(bitmap)).toEqual(["image/bmp", "image"]);
  const program = Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]);
  expect((await outcome(program))[1]).toBe("other");
});

test("an SVG behind an XML declaration is none that could be shown either", async () => {
  const [mime = ""] = await outcome(bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect([isShown(mime), servedType(mime, null)]).toEqual([false, "application/octet-stream"]);
});

test.each([
  [new Uint8Array([0, 1, 2, 3])],
  [bytes("text with a \0 in it")],
  [new Uint8Array([0xc3, 0x28, 0x01])],
  [new Uint8Array([0xff, 0xfe, 0x00])],
])("%j is nothing in particular", async (head) => {
  expect(await outcome(head, "text/plain")).toEqual(["application/octet-stream", "other"]);
});

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));

test("a PDF with other bytes before its header is a PDF; what only speaks of one is a text", async () => {
  const pdf = "%PDF-1.4\n%\xe2\xe3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n";
  for (const before of ["TEXTmdos \r\n", "\r\n\r\n", "\x1b%-12345X@PJL JOB\r\n", "\0".repeat(128), "x".repeat(1000)])
    expect([before, ...(await outcome(latin1(before + pdf)))]).toEqual([before, "application/pdf", "pdf"]);
  expect((await outcome(latin1("x".repeat(1030) + pdf)))[0]).not.toBe("application/pdf");
  expect(await outcome(latin1(`<script>alert(1)</script>\n${pdf}`))).toEqual(["text/html", "other"]);
  expect(await outcome(bytes("A PDF begins with %PDF-1.7, and then come its objects."))).toEqual([
    "text/plain",
    "text",
  ]);
});

test.for<[string, Uint8Array, string, string]>([
  [
    "Windows-1252",
    latin1("Se\xf1ora Pe\xf1a wants a garage.\r\nBudget: 450.000 \x80\r\n"),
    "windows-1252",
    "Señora Peña",
  ],
  ["Windows-1252, short", latin1("caf\xe9"), "windows-1252", "café"],
  [
    "Windows-1251",
    latin1("\xca\xeb\xfe\xf7 \xef\xee\xe4 \xea\xee\xe2\xf0\xe8\xea\xee\xec"),
    "windows-1251",
    "Ключ под ковриком",
  ],
  [
    "Shift-JIS",
    latin1("\x8c\xae\x82\xcd\x83\x7d\x83\x62\x83\x67\x82\xcc\x89\xba\x82\xc5\x82\xb7\x81\x42"),
    "shift_jis",
    "鍵はマットの下です。",
  ],
  ["UTF-16 with its mark", utf16("\ufeffDie Schlüssel"), "utf-16le", "Die Schlüssel"],
  ["UTF-16 without", utf16("Die Schlüssel"), "utf-16le", "Die Schlüssel"],
  [
    "UTF-16, the other order",
    new Uint8Array(Buffer.from("\ufeffDie Schlüssel", "utf16le").swap16()),
    "utf-16be",
    "Die Schlüssel",
  ],
])("a text in %s is one, found by its words and sent with its encoding", async ([, head, charset, words]) => {
  const { mime, kind, excerpt, charset: found } = await contentTypeOf(head, "text/plain");
  expect([mime, kind, found]).toEqual(["text/plain", "text", charset]);
  expect(excerpt).toContain(words);
  expect(servedType("text/plain", found)).toBe(`text/plain; charset=${charset}`);
});

test("what could run is no text in any encoding", async () => {
  const page = "<script>alert('\xe9')</script>";
  for (const head of [latin1(page), utf16(page), utf16(`\ufeff${page}`)])
    expect(await outcome(head, "text/plain")).toEqual(["text/html", "other"]);
});

test("a text is searched by its beginning; a character that is cut off at the end of the sample does no harm", async () => {
  const { kind, excerpt } = await contentTypeOf(
    bytes(`${"x".repeat(headBytes - 1)}é`).subarray(0, headBytes),
    "text/plain",
  );
  expect([kind, excerpt?.length]).toEqual(["text", 20_000]);
  expect((await contentTypeOf(bytes("%PDF-1.7 secret"), "text/plain")).excerpt).toBeNull();
});

test.each([
  ["text/html", false, "application/octet-stream"],
  ["image/svg+xml", false, "application/octet-stream"],
  ["application/xhtml+xml", false, "application/octet-stream"],
  ["application/xml", false, "application/octet-stream"],
  ["application/rss+xml", false, "application/octet-stream"],
  ["text/javascript", false, "application/octet-stream"],
  ["application/javascript", false, "application/octet-stream"],
  ["text/plain", true, "text/plain; charset=utf-8"],
  ["text/csv", false, "text/csv; charset=utf-8"],
  ["image/png", true, "image/png"],
  ["application/pdf", true, "application/pdf"],
  ["application/zip", false, "application/zip"],
  ["image/heic", false, "image/heic"],
])("%s: shown %s, sent as %s", (mime, shown, served) => {
  expect([isShown(mime), servedType(mime, null)]).toEqual([shown, served]);
});
