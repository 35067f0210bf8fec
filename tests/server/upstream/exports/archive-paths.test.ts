import { expect, test } from "vitest";
import { ArchivePaths, safeName } from "#server/upstream/exports/archive-files.ts";

test("a name is safe to unpack on every system", () => {
  const names = [
    "",
    ".",
    "..",
    "../../etc/passwd",
    "/abs",
    "C:\\x",
    "a\u0000b\nc",
    "CON",
    "nul.txt",
    "LPT1 .log",
    "x. ",
    ".env",
  ];
  expect(names.map(safeName)).toEqual(
    ["_", "_", "_.", "_._.._etc_passwd", "_abs", "C__x", "a_b_c", "_CON", "_nul.txt", "_LPT1 .log", "x_", "_env"].map(
      (name) => (name === "_." ? "__" : name),
    ),
  );
  expect(safeName("invoice\u202efdp.exe")).toBe("invoice_fdp.exe");
  expect(safeName(`${"long ".repeat(60)}end.pdf`)).toMatch(/^.{95}….pdf$/);
  expect(safeName("half \ud800 pair")).toBe("half \ufffd pair");
});

test("a name has 255 bytes at most, also with a number", () => {
  const paths = new ArchivePaths();
  const added = Array.from({ length: 3 }, () => paths.add("", `${"門".repeat(90)}.pdf`));
  expect(added.map((name) => Buffer.byteLength(name)).every((bytes) => bytes <= 255)).toBe(true);
  expect(added.at(-1)).toMatch(/^門+… \(3\)\.pdf$/);
});

test("no two paths are the same, whatever their case", () => {
  const paths = new ArchivePaths();
  const added = ["Plan.pdf", "plan.PDF", "Plan (2).pdf", "Plan.pdf"].map((name) => paths.add("files/", name));
  expect(added).toEqual(["files/Plan.pdf", "files/plan (2).PDF", "files/Plan (2) (2).pdf", "files/Plan (3).pdf"]);
  expect(paths.add("other/", "Plan.pdf")).toBe("other/Plan.pdf");
});

test("ten thousand files of one name are named without going through all numbers each time", () => {
  const paths = new ArchivePaths();
  const names = new Set(Array.from({ length: 10_000 }, () => paths.add("files/", "Scan.pdf")));
  expect(names.size).toBe(10_000);
  expect(paths.add("files/", "Scan.pdf")).toBe("files/Scan (10001).pdf");
});
