import { globSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSheet } from "#app/spreadsheets/read-sheet.server.ts";
import { headLine, linesOf, type SheetColumn } from "#app/spreadsheets/write-sheet.server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
/** As many rows as no file of these tests has. */
const enough = 2000;
const read = (text: string) => readSheet(bytes(text), { mostRows: enough });
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
  ])("%s", async (_, given) => {
    expect(await readSheet(given, { mostRows: enough })).toMatchObject({ rows });
  });
});

describe("a sheet of several programs", () => {
  const isHeading = (cell: string) =>
    ["full name", "name", "email", "phone"].includes(cell.toLowerCase().replaceAll(/\s+/g, " "));
  const cells = async (text: string) => {
    const sheet = await readSheet(bytes(text), { mostRows: enough, isHeading });
    return "rows" in sheet ? sheet.rows.map((row) => row.cells) : sheet;
  };
  test.each([
    [
      "its first line names the separator",
      "\uFEFFsep=;\r\nName;Email, or none\r\nAna;a@b.example\r\n",
      "Name|Email, or none",
    ],
    ["its first line names a rare separator", "sep=^\nName^Email\nAna^a@b.example\n", "Name|Email"],
    [
      "a heading has more commas than there are separators",
      "Name;Email;Wishes (a, b, c, d)\nAna;a@b.example;x\n",
      "Name|Email|Wishes (a, b, c, d)",
    ],
    [
      "a quoted heading has commas",
      '"Wishes, if any; or none; or more";"Other"\na;b\n',
      "Wishes, if any; or none; or more|Other",
    ],
    ["a heading has a line break", '"Full\nname";Email\r\nAna;a@b.example\r\n', "Full\nname|Email"],
    [
      "lines above its headings have other signs",
      "\n\n \nMy list, as of May, by Bo\nName\tEmail\nAna\ta@b.example\n",
      "My list, as of May, by Bo",
    ],
    ["lines end in different ways", "Name,Email\r\nAna,a@b.example\nBo,b@b.example\rCy,c@b.example\r\n", "Name|Email"],
  ])("%s", async (_, text, head) => {
    const rows = await cells(text);
    expect(Array.isArray(rows) && rows[0]?.join("|")).toBe(head);
    expect(Array.isArray(rows) && rows.every((row) => !row.join("").includes("\r"))).toBe(true);
  });

  test("each line is a row however it ends", async () => {
    expect(await cells("Name,Email\r\nAna,1\nBo,2\rCy,3\r\n")).toEqual([
      ["Name", "Email"],
      ["Ana", "1"],
      ["Bo", "2"],
      ["Cy", "3"],
    ]);
  });

  test("text that a spreadsheet was forced to keep is that text", async () => {
    expect(await cells('"=""Finn Force""",="0123","=""a;b"""\n')).toEqual([["Finn Force", "0123", "a;b"]]);
  });
});

/** The bytes of a text in an encoding of one byte a letter. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Uint8Array.from([...text], (letter) => codes.get(letter) ?? 0x3f);
}

describe("the encoding is found by a few names", () => {
  test.each([
    ["windows-1251", "Ирина Белова"],
    ["windows-1251", "Олег"],
    ["windows-1251", "Їжак Ґалаґан"],
    ["windows-1250", "Łukasz Żółć"],
    ["windows-1250", "Jiří Dvořák"],
    ["windows-1250", "Nagy Erzsébet, Győr"],
    ["windows-1252", "José Müller"],
    ["windows-1252", "O’Neill – “Bob’s”"],
    ["windows-1252", "Bob’s house, the dogs’ “yard” for £450"],
    ["macintosh", "José Müller"],
    ["macintosh", "Zoë García"],
    ["macintosh", "François Élan"],
  ])("%s: %s", async (encoding, name) => {
    const sheet = await readSheet(encode(`Name;Email\n${name};a@b.example\n`, encoding), { mostRows: enough });
    expect(sheet).toMatchObject({ encoding, rows: [{}, { cells: [name, "a@b.example"] }] });
  });

  test("Shift-JIS and UTF-16 without a mark", async () => {
    const japanese = Buffer.from("4e616d652c456d61696c0a8e52936391be98592c7440632e6578616d706c650a", "hex");
    expect(await readSheet(japanese, { mostRows: enough })).toMatchObject({
      encoding: "shift_jis",
      rows: [{}, { cells: ["山田太郎", "t@c.example"] }],
    });
    const wide = Buffer.from("Name,Email\nZoë Белова,z@c.example\n", "utf16le");
    const known = { rows: [{}, { cells: ["Zoë Белова", "z@c.example"] }] };
    expect(await readSheet(wide, { mostRows: enough })).toMatchObject({ encoding: "utf-16le", ...known });
    expect(await readSheet(Buffer.from(wide).swap16(), { mostRows: enough })).toMatchObject({
      encoding: "utf-16be",
      ...known,
    });
  });

  test("another one can be asked for", async () => {
    const sheet = await readSheet(encode("Name\nOлег\nЯ", "windows-1251"), {
      mostRows: enough,
      encoding: "windows-1252",
    });
    expect(sheet).toMatchObject({ encoding: "windows-1252", rows: [{}, {}, { cells: ["ß"] }] });
  });
});

test("rows are numbered as in a spreadsheet: empty rows count, lines within a cell do not", async () => {
  expect(await read('Name,Email\n\n"Ana\nMaria",a@b.example\n,\nBo,b@c.example\n')).toEqual({
    encoding: "utf-8",
    rows: [
      { row: 1, cells: ["Name", "Email"] },
      { row: 3, cells: ["Ana\nMaria", "a@b.example"] },
      { row: 5, cells: ["Bo", "b@c.example"] },
    ],
  });
});

test("quotation marks within cells and rows of different lengths are read", async () => {
  expect(await read('Name,Email\nBob "Bo" Lee,b@c.example,more\nAna')).toEqual({
    encoding: "utf-8",
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
  ["half a megabyte of line breaks", bytes(`Name,Email\n${"\n".repeat(500_000)}`), /more than 10,000 empty rows/],
  ["half a megabyte of rows without text", bytes(`Name,Email\n${" ,\n".repeat(160_000)}`), /more than 10,000 empty/],
  ["a row of half a megabyte of cells", bytes("Name,".repeat(100_000)), /^Row 1 has more than 1,000 cells/],
])("%s is refused with a reason", async (_, given, reason) => {
  expect(await readSheet(given, { mostRows: enough })).toEqual({ reason: expect.stringMatching(reason) });
});

test("a file is read across the ends of its slices, and no further than the rows that are wanted", async () => {
  const text = Array.from({ length: 3000 }, (_, index) => `Zoë ${index} 👩‍👩‍👧,"z\r\n""${index}"""\r\n`).join("");
  const sheet = await readSheet(bytes(text), { mostRows: 2002 });
  const wanted = Array.from({ length: 2002 }, (_, index) => ({
    row: index + 1,
    cells: [`Zoë ${index} 👩‍👩‍👧`, `z\r\n"${index}"`],
  }));
  expect(sheet).toEqual({ rows: wanted, encoding: "utf-8" });
});

test.each([
  ["line breaks", "\n"],
  ["rows of spaces", " \n"],
  ["rows of separators", ";;;;\n"],
  ["separators", ","],
  ["words", "a,"],
  ["quotation marks", '"'],
  ["quotation marks within cells", 'a"'],
  ["formulas", ";=\"',"],
  ["short rows", "a,b\n"],
  ["lines of a cell", '"\n\n"'],
])(
  "half a megabyte of %s is read in slices, which take no more of the thread than others can wait",
  async (_, unit) => {
    const text = bytes(`Name,Email\n${unit.repeat(500_000 / unit.length)}`);
    const longest = await longestTurn(() => readSheet(text, { mostRows: enough }));
    expect(longest).toBeLessThan(200);
  },
);

/** Milliseconds that this thread computed at most before others had their turn. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isDone = true;
  return longest;
}

const columns: SheetColumn<readonly string[]>[] = [0, 1, 2].map((place) => [
  `Column ${place}`,
  (cells) => cells[place] ?? "",
]);
const written = (items: readonly (readonly string[])[]) => headLine(columns) + linesOf(columns, items);

/** What makes cells, formulas and the ends of both. */
const tricky = fc
  .array(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", ";", ",", '"', "'", " ", "1", "a", "＝", "＠"), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));
const anyText = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll(/[\0\p{Cs}]/gu, ""));
const line = fc.tuple(
  fc.oneof(anyText, tricky),
  tricky,
  fc.oneof(tricky, fc.constantFrom("x", "=1+1", "+1 206", "a;b,c\td")),
);
const lines = fc.array(line, { maxLength: 5 });

test("exported files are read back unchanged, formulas and apostrophes included", async () => {
  await fc.assert(
    fc.asyncProperty(lines, async (items) => {
      const sheet = await readSheet(bytes(written(items)), { mostRows: enough });
      const filled = items.filter((cells) => cells.some((cell) => cell.trim() !== ""));
      expect("rows" in sheet ? sheet.rows.slice(1).map(({ cells }) => cells) : sheet).toEqual(filled);
    }),
    { numRuns: 1000 },
  );
});

/**
 * Cells as a spreadsheet reads them whose separator may not be ours: a quotation mark counts at the start of a cell only, and
 * what follows the closing one belongs to the cell as it is.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== "\r" && text[at] !== "\n") cell += text[at++];
    at += 1;
    cells.push(cell);
  }
  return cells;
}

test.each([",", ";", "\t"])("no cell of an exported file is a formula where cells end with %j", (separator) => {
  fc.assert(
    fc.property(lines, (items) => {
      const cells = cellsOf(written(items).replace("\uFEFF", ""), separator);
      expect(cells.filter((cell) => /^ *[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("every field is quoted, empty ones and numbers too, and a number below zero stays one", () => {
  const fields: SheetColumn<null>[] = [
    ["Name", () => "Maya"],
    ["Note", () => null],
    ["Change", () => -5],
    ["Text", () => "-5"],
  ];
  expect(headLine(fields) + linesOf(fields, [null])).toBe(
    '\uFEFF"Name","Note","Change","Text"\r\n"Maya","","-5","\'-5"\r\n',
  );
});

test("only one file writes CSV", () => {
  const writers = globSync("{app,server}/**/*.{ts,tsx}").filter((file) =>
    readFileSync(file, "utf8").includes("csv-stringify"),
  );
  expect(writers).toEqual(["app/spreadsheets/write-sheet.server.ts"]);
});
