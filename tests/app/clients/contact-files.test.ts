import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

const given = (name: string) => readFileSync(new URL(`../imports/files/${name}`, import.meta.url), "utf8");

async function lookOver(visitor: Visitor, content: string, name = "contacts.csv"): Promise<Visit> {
  await visitor.open("/clients/imports/new");
  return visitor.submit({}, { button: "Review import", files: [new File([content], name)] });
}

const incoming = (page: Visit) => [
  rowsOn(page, "Will be imported"),
  rowsOn(page, "Cannot be imported"),
  rowsOn(page, "Kept elsewhere or left out"),
];

test("contacts of a phone are imported", async ({ owner }) => {
  const page = await lookOver(owner, given("14-iphone-contacts.vcf"), "contacts.vcf");
  expect(incoming(page)).toEqual([
    ["Vera Apple vera.apple@client.example · +1 (253) 555-0161", "Vito Apple 2535550162"],
    [],
    [],
  ]);
});

test("contacts of other kinds are imported", async ({ owner }) => {
  const old = [
    "BEGIN:VCARD",
    "VERSION:2.1",
    "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;",
    "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=C3=",
    "=BCller",
    "TEL;WORK:2535550199",
    "TEL;CELL;PREF:2535550198",
    "EMAIL;INTERNET:joerg@client.example",
    "NOTE;ENCODING=QUOTED-PRINTABLE:First line=0D=0Asecond line",
    "END:VCARD",
  ];
  const recent = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    "FN:Zoë\\, the Baker",
    'TEL;VALUE=uri;TYPE="cell,voice":tel:+1-253-555-0162',
    "item1.EMAIL;PREF=1:zoe@client.example",
    "ADR;TYPE=home:;;5 Oak St;Tacoma;WA;98401;USA",
    "a line that is none",
    "CATEGORIES:Buyer,Hot",
    "END:VCARD",
  ];
  const page = await lookOver(owner, [...old, ...recent].join("\r\n"), "contacts.vcf");
  expect(incoming(page)).toEqual([
    [
      "Jörg Müller joerg@client.example · 2535550198 Buyer notes: First line second line Other phone number: 2535550199",
      "Zoë, the Baker zoe@client.example · +1-253-555-0162 Tags: Buyer; Hot Buyer notes: Address: 5 Oak St, Tacoma, WA, 98401, USA",
    ],
    [],
    ["Row 2 Jörg Müller Phone: “2535550199” is kept in the notes."],
  ]);
});

test("what Follow Up Boss exports are people, whose property is no wish", async ({ owner }) => {
  const page = await lookOver(owner, given("09-follow-up-boss.csv"));
  expect(incoming(page)).toEqual([
    [
      "Fay Follow fay.follow@client.example · (253) 555-0131 Tags: Buyer; Hot Buyer notes: Relocating in June Other email: fay.work@client.example Other phone number: (253) 555-0132 Address: 5 Oak St, Tacoma, WA, 98401 Relation: Flo, Follow, Spouse Lead source: Portal",
      "Ned Noemail 2535550133 Lead source: Open house",
      "only.mail@client.example only.mail@client.example Lead source: Portal",
    ],
    [],
    [
      "Row 2 Fay Follow Email 2: “fay.work@client.example” is kept in the notes. Phone 2: “(253) 555-0132” is kept in the notes.",
    ],
  ]);
});

test("what HubSpot, kvCORE and LionDesk export is read", async ({ owner }) => {
  const hubSpot = [
    "First Name,Last Name,Email,Phone Number,Mobile Phone Number,Additional email addresses",
    "Hal,Hub,hal@client.example,,2535550171,hal2@client.example; hal3@client.example",
    "Hia,Hub,,2535550172,2535550173,hia@client.example",
  ].join("\n");
  expect(incoming(await lookOver(owner, hubSpot))[0]).toEqual([
    "Hal Hub hal@client.example · 2535550171 Buyer notes: Other email: hal2@client.example Other email: hal3@client.example",
    "Hia Hub hia@client.example · 2535550172 Buyer notes: Other phone number: 2535550173",
  ]);
  const kvCore = [
    "first_name,last_name,email,cell_phone_1,hashtags,agent_notes",
    "Kay,Core,kay@client.example,2535550174,#buyer #hot,Wants a yard",
  ].join("\n");
  expect(incoming(await lookOver(owner, kvCore))[0]).toEqual([
    "Kay Core kay@client.example · 2535550174 Tags: buyer; hot Buyer notes: Wants a yard",
  ]);
  const lionDesk =
    'FirstName,LastName,Email,Mobile,Tags,Notes\nLi,Desk,li@client.example,2535550175,"Buyer, Warm",Calls at night\n';
  expect(incoming(await lookOver(owner, lionDesk))[0]).toEqual([
    "Li Desk li@client.example · 2535550175 Tags: Buyer; Warm Buyer notes: Calls at night",
  ]);
});

describe("files that are called spreadsheets say what they are", () => {
  test.for([
    ["PK\u0003\u0004", "contacts.xlsx", "This is a workbook. Open it in Excel, Numbers or Google Sheets"],
    [
      "<html><body><table><tr><td>Name</td></tr></table>",
      "contacts.xls",
      "This is a web page (HTML), whatever its name says.",
    ],
    ['<?xml version="1.0"?><Workbook></Workbook>', "contacts.xls", "This is an XML file, whatever its name says."],
  ] as const)("%#: %2$s", async ([content, name, reason], { owner }) => {
    const page = await lookOver(owner, content, name);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(reason)]);
  });
});

test("contacts are not taken for properties", async ({ owner }) => {
  await owner.open("/packages/imports/new");
  const files = [new File([given("14-iphone-contacts.vcf")], "contacts.vcf")];
  const page = await owner.submit({}, { button: "Review import", files });
  expect(page.text).toContain("This is a file of contacts (vCard). Import it under Clients.");
});

describe("dates", () => {
  const agreement = "Agreement: 2026-03-04 to 2026-09-04";
  const file = (rows: readonly string[]) =>
    [
      "Name,Email,Agreement starts on,Agreement ends on",
      ...rows.map((row, place) => `P${place},p${place}@client.example,${row}`),
    ].join("\n");

  test("are read in all the ways that programs write", async ({ owner }) => {
    const page = await lookOver(owner, given("13-agreement-dates.csv"));
    const [rows = [], problems] = incoming(page);
    expect(problems).toEqual([]);
    expect(rows.map((row) => row.split(" Agreement: ")[1])).toEqual([
      ...Array.from({ length: 7 }, () => "2026-03-04 to 2026-09-04"),
      "2026-03-25 to 2026-09-25",
    ]);
  });

  test("have the day first where another row says so, and never refuse a person", async ({ owner }) => {
    const page = await lookOver(owner, file(["3/4/2026,9/4/2026", "25/3/2026,25/9/2026", "soon,later"]));
    const [rows, problems, remarks] = incoming(page);
    expect([rows, problems]).toEqual([
      [
        "P0 p0@client.example Agreement: 2026-04-03 to 2026-04-09",
        "P1 p1@client.example Agreement: 2026-03-25 to 2026-09-25",
        "P2 p2@client.example",
      ],
      [],
    ]);
    expect(remarks).toEqual(["Row 4 P2 Left out: The agreement's start must be a date. Write dates as 2026-03-04."]);
  });

  test("that may be either are said, and the agent chooses", async ({ owner }) => {
    const page = await lookOver(owner, file(["3/4/26,9/4/26"]));
    expect(incoming(page)).toEqual([
      [`P0 p0@client.example ${agreement}`],
      [],
      [
        "Row 2 P0 “3/4/26” is read as March 4, 2026. If it is April 3, 2026, choose “day first” for its column. “9/4/26” is read as September 4, 2026. If it is April 9, 2026, choose “day first” for its column.",
      ],
    ]);
    await owner.follow("Change columns or encoding");
    const column = ["name", "email", "agreementStartsOnDayFirst", "agreementEndsOnDayFirst"];
    const chosen = await owner.submit({ column }, { form: "main form", button: "Review import" });
    expect(incoming(chosen)).toEqual([["P0 p0@client.example Agreement: 2026-04-03 to 2026-04-09"], [], []]);
  });
});

test("what differs from a known client is offered, and taken back with the import", async ({ owner }) => {
  const confirm = { button: "Import these clients, send no emails" };
  await lookOver(
    owner,
    "Name,Email,Phone,Source\nAnn Old,ann@client.example,2535550101,Open house\nBob Old,bob@client.example,2535550102,\n",
  );
  await owner.submit({}, confirm);
  const again =
    "Name,Email,Phone,Source\nAnn New,ann@client.example,(253) 555-0101,Referral\nBob Old,bob@client.example,2535550109,\nCy New,cy@client.example,,\n";
  const page = await lookOver(owner, again);
  expect(rowsOn(page, "Already in Latchkey, and different")).toEqual(
    [
      "Row 2 Ann Old Name Ann Old → Ann New Lead source Open house → Referral",
      "Row 3 Bob Old Phone number 2535550102 → 2535550109",
      "Change all of these",
    ].map((row) => row.replace("Row 2 Ann Old", "Row 2 Ann New")),
  );
  const done = await owner.submit({ allChanges: "on" }, confirm);
  expect(rowsOn(done, "Changed in Latchkey")).toHaveLength(2);
  const address = done.url.pathname;
  const { document } = await owner.open("/clients/?q=bob@client.example");
  const bob = document.querySelector("a.row-link")?.getAttribute("href") ?? "";
  await owner.open(`${bob}/edit`);
  await owner.submit({ phoneNumber: "2535550777" }, { button: "Save changes" });
  await owner.open(`${address}/undoing`);
  const undone = await owner.submit({}, { button: "Undo import" });
  expect(undone.text).toContain("1 client deleted.");
  expect(rowsOn(undone, "Changed in Latchkey")).toEqual([
    "Row 2 Ann New Name Ann Old → Ann New. Lead source Open house → Referral. Changed back.",
    "Row 3 Bob Old Phone number 2535550102 → 2535550109. Not all changed back: somebody changed it since.",
  ]);
  expect((await owner.open("/clients/?q=ann@client.example")).text).toContain("Ann Old");
});
