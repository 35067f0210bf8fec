import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSheet } from "#app/spreadsheets/read-sheet.server.ts";
import { headLine, linesOf, type SheetColumn } from "#app/spreadsheets/write-sheet.server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readSheet(bytes(text));
const rows = [
  { row: 1, cells: ["Name", "Email"] },
  { row: 2, cells: ["Zoë", "zoe@client.example"] },
];

describe("one sheet, as common programs save it", () => {
  const lines = ["Name,Email", "Zoë,zoe@client.example"];
  const old = Uint8Array.from([...lines.join("\r\n")].map((character) => character.charCodeAt(0)));
  const wide = (text: string, isLittle: boolean) => {
    const buffer = Buffer.from(`\uFEFF${text}`, "utf16le");
    return isLittle ? buffer : buffer.swap16();
  };
  test.each([
    ["with line feeds", bytes(lines.join("\n"))],
    ["with a byte order mark", bytes(`\uFEFF${lines.join("\r\n")}\r\n`)],
    ["with semicolons", bytes(lines.join("\r\n").replaceAll(",", ";"))],
    ["with tabs", bytes(lines.join("\n").replaceAll(",", "\t"))],
    ["in the old code page of Windows", old],
    ["in UTF-16, as Excel's Unicode text", wide(lines.join("\r\n").replaceAll(",", "\t"), true)],
    ["in UTF-16, the other end first", wide(lines.join("\r\n"), false)],
  ])("%s", (_, given) => {
    expect(readSheet(given)).toEqual({ rows });
  });
});

test("rows are numbered as in a spreadsheet: empty rows count, lines within a cell do not", () => {
  expect(read('Name,Email\n\n"Ana\nMaria",a@b.example\n,\nBo,b@c.example\n')).toEqual({
    rows: [
      { row: 1, cells: ["Name", "Email"] },
      { row: 3, cells: ["Ana\nMaria", "a@b.example"] },
      { row: 5, cells: ["Bo", "b@c.example"] },
    ],
  });
});

test("quotation marks within cells and rows of different lengths are read", () => {
  expect(read('Name,Email\nBob "Bo" Lee,b@c.example,more\nAna')).toEqual({
    rows: [
      { row: 1, cells: ["Name", "Email"] },
      { row: 2, cells: ['Bob "Bo" Lee', "b@c.example", "more"] },
      { row: 3, cells: ["Ana"] },
    ],
  });
});

test.each([
  ["a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook/],
  ["a workbook of old", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /workbook/],
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), /isn't a text file/],
  ["a quotation that never ends", bytes('Name,Email\n"Ana,a@b.example\n'), /never closed/],
])("%s is refused with a reason", (_, given, reason) => {
  expect(readSheet(given)).toEqual({ reason: expect.stringMatching(reason) });
});

test("exported files are read back unchanged, formulas included", () => {
  const columns: SheetColumn<readonly string[]>[] = [0, 1, 2].map((place) => [
    `Column ${place}`,
    (cells) => cells[place] ?? "",
  ]);
  const cell = fc
    .string({ unit: "grapheme", maxLength: 20 })
    .map((text) => text.replaceAll(/[\0\p{Cs}]/gu, ""))
    // Nobody can tell a formula that we have marked from one that was typed with the mark.
    .filter((text) => !/^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text));
  const line = fc.tuple(cell, cell, fc.constantFrom("x", "=1+1", "+1 206", "@home", "-", "a;b,c\td"));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (items) => {
      const text = headLine(columns) + linesOf(columns, items);
      const sheet = readSheet(bytes(text));
      expect("rows" in sheet ? sheet.rows.slice(1).map(({ cells }) => cells) : sheet).toEqual(items);
    }),
  );
});
