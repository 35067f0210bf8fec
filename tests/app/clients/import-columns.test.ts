import { expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

async function lookOver(visitor: Visitor, content: string): Promise<Visit> {
  await visitor.open("/clients/imports/new");
  const files = [new File([content], "clients.csv", { type: "text/csv" })];
  return visitor.submit({}, { button: "Review import", files });
}

const confirm = { button: "Import these clients, send no emails" };
const exported = async (visitor: Visitor) => (await visitor.request("/clients/export.csv?sort=name")).text();
/** Lines without the day on which a client was created. */
const withoutDay = (file: string) => file.replaceAll(/,"[^"]*"(?=\r\n)/g, "");

/** Imports the file that was looked over, and waits for the job that does it where it is long. */
async function importAll(visitor: Visitor, count: number): Promise<void> {
  const { url } = await visitor.submit({}, confirm);
  await expect.poll(async () => (await visitor.open(url)).text).toContain(`${count} clients imported.`);
}

/** More than are written in one transaction. */
const many = 260;
const cells = (row: number) => [
  `Client ${String(row).padStart(4, "0")}`,
  row % 9 === 1 ? "" : `client${row}@client.example`,
  row % 3 === 0 ? "" : `206 555 ${1000 + row}, ask for "Bo"`,
  row % 2 === 0 ? "" : "Cash; Relocation",
  row % 4 === 0 ? "Ballard, upper\nQueen Anne; east\n" : "Ballard; Zürich Nord",
  row % 5 === 0 ? "" : "No stairs.\nA garden, if possible; =quiet",
  row % 3 === 0 ? "Condominium; Townhouse" : "",
  row % 7 === 0 ? "" : String(400_000 + row),
  row % 7 === 0 ? "" : "CAD",
  row % 2 === 0 ? "3" : "",
  row % 2 === 0 ? "2.5" : "",
  row % 3 === 0 ? "5000.25" : "",
  row % 3 === 0 ? "0" : "",
  row % 2 === 0 ? "2026-01-31" : "",
  row % 2 === 0 ? "2026-07-31" : "",
  row % 5 === 0 ? "Open house; May" : "",
  row % 4 === 0 ? "Ana and Bo" : "",
  row % 4 === 0
    ? `Ana <ana${row}@client.example> 206 555 0100\nBo; Lee <bo${row}@client.example>\nCy <> 206 555 0102`
    : "",
];

test("what an export writes is imported again, all but the day of creation", async ({ app, owner }) => {
  const head = (await exported(owner)).split("\r\n")[0]?.replace(/,"Created on"$/, "");
  const quote = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const rows = Array.from({ length: many }, (_, row) => quote(cells(row)));
  await lookOver(owner, [head, ...rows].join("\r\n"));
  await importAll(owner, many);
  const file = await exported(owner);
  expect(file.split("\r\n")).toHaveLength(1 + many + rows.join("").split("\r\n").length);
  const other = (await startAgency(app)).owner.visitor;
  const page = await lookOver(other, file);
  expect(page.text).toContain(`${many} clients can be imported.`);
  expect(page.text).toContain("These columns will be skipped: Created on.");
  await importAll(other, many);
  expect(withoutDay(await exported(other))).toBe(withoutDay(file));
});

test("the sample file has every column that an export has, and is imported as it is", async ({ owner }) => {
  const { document } = await owner.open("/clients/imports/new");
  const link = document.querySelector('a[href$="sample.csv"]')?.getAttribute("href") ?? "";
  const sample = await owner.request(link);
  expect(sample.headers.get("content-disposition")).toBe('attachment; filename="clients-sample.csv"');
  const content = await sample.text();
  const [head, created] = (await exported(owner)).split("\r\n")[0]?.split(/(?<=Household"),/) ?? [];
  expect([content.split("\r\n")[0], created]).toEqual([head, '"Created on"']);
  const page = await lookOver(owner, content);
  expect([page.text, page.text.includes("skipped")]).toEqual([
    expect.stringContaining("2 clients can be imported."),
    false,
  ]);
});

test("cells are read as people and spreadsheets in other countries write them", async ({ owner }) => {
  const file = [
    "\uFEFFName;Email;Budget;Bedrooms;Baths;Lot size;Agreement starts on;Agreement ends on;Source;Household",
    "Ana Müller;ana@client.example;$450,000;3+;2,5;5.000 sqft;11/28/2026;28.12.2026;Referral;Bo <bo@client.example>; Cy <cy@client.example>",
    "Di Óscar;di@client.example;450k;3-4;2;0,5;;;;",
    "Eve Lee;eve@client.example;€ 450.000,50;;;;;;;",
  ].join("\n");
  await lookOver(
    owner,
    file
      .replaceAll("Bo <bo@client.example>; Cy", '"Bo <bo@client.example>; Cy')
      .replaceAll("cy@client.example>", 'cy@client.example>"'),
  );
  await owner.submit({}, confirm);
  const [head = "", ...lines] = (await exported(owner)).trim().split(/\r\n/);
  const shown = head.split(",").slice(7, 18);
  expect(shown.at(0)).toBe('"Budget"');
  expect(lines.map((line) => line.split(",").slice(7, 18).join(","))).toEqual([
    '"450000","USD","3","2.5","5000","","2026-11-28","2026-12-28","Referral","","Bo <bo@client.example>\nCy <cy@client.example>"',
    '"450000","USD","3","2","0.5","","","","","",""',
    '"450000.50","EUR","","","","","","","","",""',
  ]);
});

test("each wrong cell is said by its row and column", async ({ owner }) => {
  const file = [
    "Name,Email,Phone,Budget,Budget in,Beds,Baths,Lot size,Garages,Agreement starts on,Agreement ends on,Household",
    "Ana,ana@client.example,n/a,cheap,,three,2.25,-5,1.5,soon,,Bo",
    'Bo,bo@client.example,2.06555E+09,"1,23,4",ABCD,100,,,,2026-05-01,2026-04-01,Cy <cy@c.example>; Cy <CY@c.example>',
  ].join("\n");
  expect(rowsOn(await lookOver(owner, file), "Cannot be imported")).toEqual([
    "Row 2 Ana Phone number must have at least 5 digits, or be blank. Budget must be an amount, such as 450,000. Min. beds must be a whole number. Min. baths must be in halves. Min. lot size must be a number. Min. garages must be a whole number. The agreement's start must be a date. Write dates as 2026-03-04. Household: Enter an email or a phone number.",
    "Row 3 Bo Phone number was rounded by a spreadsheet. Format the column as text, and enter it again. Budget: Use commas for thousands and a point for decimals, such as 1,250.50. Min. beds must be at most 99. An agreement ends on the day that it starts, or later. The household has the same email twice.",
  ]);
});

test("money is read as people write it, or refused with how to write it", async ({ owner }) => {
  const file = [
    "Name;Email;Budget;Budget in",
    "Ana;ana@client.example;$725,000;",
    "Ben;ben@client.example;725.000,50 €;",
    "Cy;cy@client.example;1.35m;cad",
    "Di;di@client.example;725 000;€",
    "Eva;eva@client.example;700k-725k;",
    "Fay;fay@client.example;(725,000);",
    "Gil;gil@client.example;$ 2.750;",
    "Hal;hal@client.example;about 725000;",
    "Ira;ira@client.example;$725,000;EUR",
  ].join("\n");
  expect(rowsOn(await lookOver(owner, file), "Cannot be imported")).toEqual([
    "Row 6 Eva Budget: Enter one amount, such as 450,000, instead of a range.",
    "Row 7 Fay Budget: Enter the amount without a minus sign or parentheses, such as 450,000.",
    "Row 8 Gil Budget: Use commas for thousands and a point for decimals, such as 1,250.50.",
    "Row 9 Hal Budget must be an amount, such as 450,000.",
    "Row 10 Ira Budget says USD, and the column of its currency EUR.",
  ]);
  await owner.submit({}, confirm);
  const [, ...lines] = (await exported(owner)).trim().split(/\r\n/);
  expect(lines.map((line) => line.split(",").slice(7, 9).join(","))).toEqual([
    ...['"725000","USD"', '"725000.50","EUR"', '"1350000","CAD"', '"725000","EUR"'],
  ]);
});

test("the other rows of a file say that its amounts have a comma before decimals", async ({ owner }) => {
  const file = "Name;Email;Budget\nAna;ana@client.example;725.000\nBen;ben@client.example;1.250.000,50";
  await lookOver(owner, file);
  await owner.submit({}, confirm);
  const [, ...lines] = (await exported(owner)).trim().split(/\r\n/);
  expect(lines.map((line) => line.split(",")[7])).toEqual(['"725000"', '"1250000.50"']);
});
