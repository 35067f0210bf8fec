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
  ["<img src=x onerror=alert(1)><a href=x>", "text/plain", "text/html", "other"],
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/png", "image/svg+xml", "other"],
])("%j, announced as %s, is %s", async ([text, announced, mime, kind]) => {
  expect(await outcome(bytes(text), announced)).toEqual([mime, kind]);
});

test("an SVG behind an XML declaration is none that could be shown either", async () => {
  const [mime = ""] = await outcome(bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect([isShown(mime), servedType(mime)]).toEqual([false, "application/octet-stream"]);
});

test.each([
  [new Uint8Array([0, 1, 2, 3])],
  [bytes("text with a \0 in it")],
  [new Uint8Array([0xc3, 0x28, 0x41])],
  [new Uint8Array([0xff, 0xfe, 0x00])],
])("%j is nothing in particular", async (head) => {
  expect(await outcome(head, "text/plain")).toEqual(["application/octet-stream", "other"]);
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
  expect([isShown(mime), servedType(mime)]).toEqual([shown, served]);
});
