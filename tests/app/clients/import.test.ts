import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { maya } from "#tests/support/records.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { namesOn, rowsOn } from "../page-reading.ts";

const test = newAgencyTest();

/** Has a file looked over. */
async function lookOver(visitor: Visitor, content: string, name = "clients.csv"): Promise<Visit> {
  await visitor.open("/clients/imports/new");
  return visitor.submit({}, { button: "Review import", files: [new File([content], name, { type: "text/csv" })] });
}

const two = "Name,Email,Phone number\nAna Mayan,ana@client.example,206 555 0144\nBo Lee,bo@client.example,\n";
const clientsOf = async (visitor: Visitor) => namesOn(await visitor.open("/clients/"));
const confirm = { button: "Import these clients, send no emails" };

test("a file is reviewed, imported and undone as a whole", async ({ owner }) => {
  const checked = await lookOver(owner, two);
  expect(checked.text).toContain("2 clients can be imported.");
  expect(checked.text).toContain("Nothing has been saved yet.");
  const address = checked.url.pathname;
  expect(await clientsOf(owner)).toEqual([]);
  await owner.open(address);
  const imported = await owner.submit({}, confirm);
  expect([imported.url.pathname, imported.text]).toEqual([address, expect.stringContaining("2 clients imported.")]);
  expect((await clientsOf(owner)).toSorted()).toEqual(["Ana Mayan", "Bo Lee"]);
  expect(rowsOn(await owner.open("/clients/imports/new"), "Earlier imports")[0]).toMatch(
    /^clients\.csv 2 clients imported/,
  );
  await owner.open(`${address}/undoing`);
  expect(owner.page.text).toContain("Delete 2 imported clients?");
  const undone = await owner.submit({}, { button: "Undo import" });
  expect(undone.text).toContain("2 clients deleted.");
  expect(await clientsOf(owner)).toEqual([]);
  expect((await owner.open(`${address}/undoing`)).url.pathname).toBe(address);
});

test("problems are listed by row number, and the other rows are imported", async ({ agency, owner }) => {
  await agency.addClient(maya);
  const page = await lookOver(
    owner,
    "E-mail;First name;Last name\nmaya@client.example;Maya;Okafor\n\nnowhere;Ana;Mayan\nbo@client.example;Bo;Lee\nBO@client.example;Bo;Lee\n;;Nobody\n",
  );
  expect(rowsOn(page, "Cannot be imported")).toEqual([
    "Row 4 Ana Mayan Invalid email.",
    "Row 7 Nobody Enter an email or a phone number.",
  ]);
  expect(rowsOn(page, "Already in Latchkey")).toEqual(["Row 2 Maya Okafor Same email, or same name and phone number."]);
  expect(page.document.querySelectorAll('a.link[href^="/clients/"]').at(-1)?.text).toBe("Maya Okafor");
  expect(rowsOn(page, "In this file twice")).toEqual(["Row 6 Bo Lee Same as row 5."]);
  expect((await owner.submit({}, confirm)).text).toContain("1 client imported.");
});

test("rows and people of a household with a phone number alone are imported", async ({ agency, owner }) => {
  const page = await lookOver(
    owner,
    'Name,Phone number,Household\nAna Mayan,206 555 0144,"Ben Mayan <> 206 555 0145; Cy Mayan <> 206 555 0146"\nana mayan,(206) 555-0144,\nBo Lee,206 555 0144,\nNobody,,\n',
  );
  expect(rowsOn(page, "Will be imported")).toEqual([
    "Ana Mayan 206 555 0144 Household: Ben Mayan 206 555 0145; Cy Mayan 206 555 0146",
    "Bo Lee 206 555 0144",
  ]);
  expect(rowsOn(page, "In this file twice")).toEqual(["Row 3 ana mayan Same as row 2."]);
  expect(rowsOn(page, "Cannot be imported")).toEqual(["Row 5 Nobody Enter an email or a phone number."]);
  const imported = await owner.submit({}, confirm);
  expect(imported.text).toContain("2 clients imported.");
  const ana = imported.document.querySelector('a.link[href^="/clients/"]')?.getAttribute("href") ?? "";
  const { client, included } = await agency.readClient(ana.split("/").at(-1) ?? "");
  expect(client.attributes).toMatchObject({ name: "Ana Mayan", email: null, phone_number: "206 555 0144" });
  const people = included.filter(({ type }) => type === "client_person").map(({ attributes }) => attributes);
  expect(people).toMatchObject([
    { name: "Ben Mayan", email: null, phone_number: "206 555 0145" },
    { name: "Cy Mayan", email: null, phone_number: "206 555 0146" },
  ]);
});

test("an import sent twice is done once, and the same file again finds duplicates only", async ({ owner }) => {
  const { path, fields } = fillForm(await lookOver(owner, two), confirm.button, {});
  const answers = await Promise.all([owner.send(path, fields), owner.send(path, fields)]);
  for (const { text } of answers) expect(text).toContain("2 clients imported.");
  expect((await owner.send(path, fields)).text).toContain("2 clients imported.");
  expect(await clientsOf(owner)).toHaveLength(2);
  const again = await lookOver(owner, two);
  expect(again.text).toContain("None of these rows can be imported.");
  expect(again.document.querySelectorAll("main form")).toEqual([]);
});

test("an import whose clients have changed cannot be undone, and names them", async ({ owner }) => {
  await lookOver(owner, two);
  const { url } = await owner.submit({}, confirm);
  const undoing = fillForm(await owner.open(`${url.pathname}/undoing`), "Undo import", {});
  const { document } = await owner.open("/clients/?q=bo@client.example");
  const client = document.querySelector("a.row-link")?.getAttribute("href") ?? "";
  await owner.open(`${client}/edit`);
  await owner.submit({ name: "Bo Leeland" }, { button: "Save changes" });
  const kept = await owner.send(undoing.path, undoing.fields);
  expect(kept.text).toContain("This import can't be undone: someone works with its clients.");
  expect(kept.text).toContain("these clients have changed since: Bo Leeland.");
  expect(await clientsOf(owner)).toHaveLength(2);
});

describe("files that cannot be read", () => {
  test.for([
    ["", "This file is empty."],
    ["\n\n", "This file is empty."],
    ["Name,Email\n", "This file has headings but no rows below them."],
    [`Name,Email\n${"a,b\n".repeat(5001)}`, "It has more than 5,000 rows."],
    [`Name,Email\n${"a".repeat(2_100_000)}`, "It is larger than 2 MB."],
    ["PK\u0003\u0004", "This is a workbook."],
    ["\n".repeat(512 * 1024), "It has more than 10,000 empty rows. Delete them, and save your list as CSV again."],
  ] as const)("%#: %2$s", async ([content, reason], { owner }) => {
    const page = await lookOver(owner, content);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(reason)]);
  });
});

test("without permission there is no import, and other people's imports are Not Found", async ({ agency, owner }) => {
  const { url } = await lookOver(owner, two);
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open("/clients/")).text).not.toContain("Import CSV");
  expect((await instructor.open("/clients/imports/new")).status).toBe(403);
  const { visitor: member } = await agency.join("member");
  expect((await member.open("/clients/imports/new")).status).toBe(200);
  for (const visitor of [instructor, member]) expect((await visitor.open(url.pathname)).status).toBe(404);
});

test("an exported file can be imported", async ({ app, agency, owner }) => {
  await agency.addClient({ name: '=Ana "A", B', email: "ana@client.example", phoneNumber: "+44 20 7946 0000" });
  await agency.addClient({ name: "Zoë Ōkafor", email: "zoe@client.example" });
  const file = await owner.request("/clients/export.csv?q=client.example");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="clients-\d{4}-\d\d-\d\d\.csv"$/);
  const content = await file.text();
  expect(content.split("\r\n")[0]).toMatch(/^"Name","Email","Phone number","Tags","Preferred areas","Buyer notes",/);
  const other = (await startAgency(app)).owner.visitor;
  await lookOver(other, content);
  await other.submit({}, confirm);
  expect((await clientsOf(other)).toSorted()).toEqual(['=Ana "A", B', "Zoë Ōkafor"]);
});

test("the export has the clients of the list, for owners and admins only", async ({ agency, owner }) => {
  for (const name of ["Ana Mayan", "Bo Lee"]) await agency.addClient({ name });
  const text = await (await owner.request("/clients/export.csv?q=bo")).text();
  expect(text.trim().split("\r\n").slice(1)).toEqual([expect.stringMatching(/^"Bo Lee",/)]);
  for (const role of ["manager", "member", "instructor"] as const) {
    const { visitor } = await agency.join(role);
    expect((await visitor.request("/clients/export.csv")).status).toBe(403);
    expect((await visitor.open("/clients/")).text).not.toContain("Export CSV");
  }
});

test("the review lists clients and skipped columns, and the result links to the clients", async ({ owner }) => {
  const page = await lookOver(owner, "Name,Email,Company,Birthday\nAna Mayan,ana@client.example,Acme,May\n");
  expect(rowsOn(page, "Will be imported")).toEqual(["Ana Mayan ana@client.example"]);
  expect(page.text).toContain("Company, Birthday.");
  const imported = await owner.submit({}, confirm);
  expect(rowsOn(imported, "Imported")).toEqual(["Ana Mayan ana@client.example"]);
  expect((await owner.follow("Ana Mayan")).url.pathname).toMatch(/^\/clients\/[\w-]{36}$/);
});

test.for([
  [
    "Name,Email\nAna,ana@client.example\nMayan, Bo,bo@client.example\n",
    "The row has more cells than there are headings.",
  ],
  [
    'Name,Email\nAna,ana@client.example\nBo,"bo@client.example\nCy,cy@client.example\n',
    "A quotation mark in row 3 is never closed",
  ],
] as const)("a file that would lose data is refused: %j", async ([content, reason], { owner }) => {
  expect((await lookOver(owner, content)).text).toContain(reason);
});

test("columns named like object properties are skipped", async ({ owner }) => {
  const page = await lookOver(owner, "Name,Email,Constructor,constructor,toString\nAna,ana@client.example,1,2,3\n");
  expect(page.text).toContain("Constructor, constructor, toString.");
});

test("empty cells after the last heading are ignored", async ({ owner }) => {
  const page = await lookOver(owner, "Name,Email\nAna,ana@client.example,,\n");
  expect(page.text).toContain("1 client can be imported.");
});

test("cells of several texts keep the first, and the others stand in the notes and are said", async ({ owner }) => {
  const file = [
    "First Name,Middle Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,Phone 2 - Value",
    "Gus,,Google,* myContacts ::: Buyers,* Home,gus@client.example ::: gus.work@client.example,(206) 555-0171 ::: (206) 555-0172,",
    "Ada,Bea,Simple,,,,,(206) 555-0173",
    "Cy,,Both,,,cy@client.example,(206) 555-0174,(206) 555-0175",
  ].join("\r\n");
  const page = await lookOver(owner, file);
  expect(rowsOn(page, "Kept elsewhere or left out")).toEqual([
    "Row 2 Gus Google E-mail 1 - Value: “gus.work@client.example” is kept in the notes. Phone 1 - Value: “(206) 555-0172” is kept in the notes.",
    "Row 4 Cy Both Phone 2 - Value: “(206) 555-0175” is kept in the notes.",
  ]);
  expect(rowsOn(page, "Will be imported")).toEqual([
    expect.stringContaining(
      "Gus Google gus@client.example · (206) 555-0171 Tags: myContacts; Buyers Buyer notes: Other email: gus.work@client.example",
    ),
    "Ada Bea Simple (206) 555-0173",
    expect.stringContaining("Cy Both cy@client.example · (206) 555-0174"),
  ]);
  expect(page.text).toContain("E-mail 1 - Label.");
});

describe("the columns of a file", () => {
  const odd =
    "Kunde,Erreichbar unter,Was noch,Budget\nAna Mayan,ana@client.example,quiet,cheap\nBo Lee,bo@client.example,,450000\n";
  const send = { button: "Review import" };
  /** The choices for its columns, as they stand. */
  const chosenOn = ({ document }: Visit) =>
    document
      .querySelectorAll('select[name="column"]')
      .map((select) => select.querySelector("option[selected]")?.getAttribute("value") ?? "-");

  test("are chosen where no heading is known, and the next file of the same headings has them", async ({ owner }) => {
    const page = await lookOver(owner, odd);
    expect(page.url.pathname).toMatch(/\/columns$/);
    expect(page.text).toContain("Choose a column for the name, and one for the email or the phone number.");
    expect(chosenOn(page)).toEqual(["-", "-", "-", "budget"]);
    expect(page.text).toContain("Ana Mayan · Bo Lee");
    const lacking = fillForm(page, send.button, {});
    const columns = (values: readonly string[]) => {
      const fields = new URLSearchParams(lacking.fields);
      fields.delete("column");
      for (const value of values) fields.append("column", value);
      return fields;
    };
    const refused = await owner.send(lacking.path, columns(["-", "email", "notes", "budget"]));
    expect([refused.status, chosenOn(refused)]).toEqual([400, ["-", "email", "notes", "budget"]]);
    const chosen = columns(["name", "email", "notes", "budget"]);
    chosen.set("leavesOut", "on");
    const review = await owner.send(lacking.path, chosen);
    expect(rowsOn(review, "Will be imported")).toEqual([
      "Ana Mayan ana@client.example Buyer notes: quiet",
      "Bo Lee bo@client.example Budget: $450,000",
    ]);
    expect(rowsOn(review, "Kept elsewhere or left out")).toEqual([
      expect.stringMatching(/^Row 2 Ana Mayan Left out: Budget/),
    ]);
    const next = await lookOver(owner, odd.replace("Bo Lee", "Bo Leeland"));
    expect(rowsOn(next, "Will be imported")).toEqual(["Bo Leeland bo@client.example Budget: $450,000"]);
  });

  test("that were changed meanwhile are not imported by a page that shows another reading", async ({ owner }) => {
    const page = await lookOver(owner, "Name,Email,Second\nAna Other,ana.other@client.example,Bo\n");
    const old = fillForm(page, confirm.button, {});
    await owner.open(`${page.url.pathname}/columns`);
    await owner.submit({ leavesOut: "on" }, send);
    expect((await owner.send(old.path, old.fields)).text).not.toContain("1 client imported.");
  });

  test("are read anew in an encoding that the agent chooses", async ({ owner }) => {
    const bytes = Buffer.from("Name;Email\nÿíà;ya@client.example\n", "latin1");
    await owner.open("/clients/imports/new");
    const page = await owner.submit({}, { ...send, files: [new File([bytes], "clients.csv", { type: "text/csv" })] });
    expect(page.text).toContain("Encoding: Cyrillic (Windows).");
    await owner.open(`${page.url.pathname}/columns`);
    const review = await owner.submit({ encoding: "windows-1252" }, send);
    expect(rowsOn(review, "Will be imported")).toEqual(["ÿíà ya@client.example"]);
    expect(review.text).toContain("Encoding: Western European (Windows).");
    expect((await owner.submit({}, confirm)).text).toContain("1 client imported.");
    expect((await owner.open(`${page.url.pathname}/columns`)).status).toBe(404);
  });
});

test.for([
  ["First Name,Last Name,Email 1,Phone 1,Mobile,E-mail Address", "Ana,Mayan,,,206 555 0100,a@client.example"],
  ["Client’s name;Business Phone;Home e-mail", "Ana Mayan;206 555 0100;a@client.example"],
  ["My contacts,,\n\nFull name,Primary phone,Email 2 - Value", "Ana Mayan,206 555 0100,a@client.example"],
  ['"=""Name"""\t"E-\nmail"\tCell phone', "Ana Mayan\ta@client.example\t206 555 0100"],
] as const)("headings of common programs are known: %j", async ([head, row], { owner }) => {
  expect(rowsOn(await lookOver(owner, `${head}\n${row}\n`), "Will be imported")).toEqual([
    "Ana Mayan a@client.example · 206 555 0100",
  ]);
});

test("a file that is too large to be kept says why its columns cannot be changed", async ({ owner }) => {
  const rows = Array.from(
    { length: 190 },
    (_, row) => `Ana ${row},a${row}@client.example,${randomBytes(6600).toString("base64")}`,
  );
  const known = await lookOver(owner, ["Name,Email,Notes", ...rows].join("\n"));
  expect(known.text).toContain("190 clients can be imported.");
  expect(known.text).toContain("The file itself was not kept, so its columns and encoding can’t be changed here.");
  expect(known.text).not.toContain("Change columns or encoding");
  const unknown = await lookOver(owner, ["Kunde,Erreichbar,Notiz", ...rows].join("\n"));
  expect([unknown.status, unknown.text]).toEqual([
    400,
    expect.stringContaining("it is too large for you to choose them here."),
  ]);
});
