import { describe, expect } from "vitest";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { alderLane } from "#tests/support/records.ts";
import { createFolder, uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, namesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

// The document center and everything that is done there, without scripts.

const wordsOfTiles = ({ document }: Visit, tiles: string) =>
  document.querySelectorAll(tiles).map((tile) =>
    tile.childNodes
      .map(({ text }) => text.trim())
      .filter((text) => text !== "")
      .join(" "),
  );
/** What each tile of a list says, without its menu. */
const tilesOn = (page: Visit) => wordsOfTiles(page, ".file > a");
/** The same of those on a record's page that are in no folder. */
const looseOn = (page: Visit) => wordsOfTiles(page, '[aria-label="Documents"] .file > a');
/** The same of what a search has found. */
const findsOn = ({ document }: Visit) =>
  document.querySelectorAll(".finds a").map((find) => find.text.replaceAll(/\s+/g, " ").trim());
const menuOf = ({ document }: Visit, name: string) => {
  const tile = document.querySelectorAll(".file").find(({ text }) => text.includes(name));
  return tile?.querySelectorAll(".item").map((item) => [item.text, item.getAttribute("href")]) ?? [];
};
const crumbsOn = ({ document }: Visit) => document.querySelectorAll(".crumbs li").map(({ text }) => text.trim());
const paper = (name: string, content = "A paper.") => ({ name, content });

describe("the document center", () => {
  test("is empty at first and offers an upload", async ({ owner }) => {
    const page = await owner.open("/documents");
    expect(page.document.querySelector("h1")?.text).toBe("Document center");
    expect(page.text).toContain("Create and upload folders and files");
    expect(page.text).toContain("No folders or files yet.");
    await owner.follow("New folder");
    expect(owner.page.url.pathname).toBe("/documents/folders/new");
  });

  test("shows nested folders with breadcrumbs", async ({ owner }) => {
    const outer = await createFolder(owner, { name: "Disclosures 2020" });
    const inner = await createFolder(owner, { name: "Roof" }, `?folder=${outer}`);
    const empty = await owner.open(`/documents/folders/${inner}`);
    expect(crumbsOn(empty)).toEqual(["Documents", "Disclosures 2020", "Roof"]);
    expect(empty.text).toContain("This folder is empty.");
    await uploadDocument(owner, paper("plan.txt", "x".repeat(3000)), `?folder=${outer}`);
    const center = await owner.open("/documents");
    expect(tilesOn(center)).toEqual(["Disclosures 2020 1 folder, 1 document · 2.9 kB"]);
    expect(tilesOn(await owner.follow("Disclosures 2020"))).toEqual(["Roof Empty", "Text plan.txt Text · 2.9 kB"]);
  });

  test("refuses a folder without a name and one with a taken name", async ({ owner }) => {
    await createFolder(owner, { name: "Misc" });
    await owner.open("/documents/folders/new");
    const nameless = await owner.submit({ name: " " }, { button: "Create folder" });
    expect([nameless.status, messagesOn(nameless)]).toEqual([400, ["Name must be at least 1 character."]]);
    const second = await owner.submit({ name: "MISC" }, { button: "Create folder" });
    expect([second.status, messagesOn(second), typedIn(second, "name")]).toEqual([
      400,
      ["Another folder here has this name."],
      "MISC",
    ]);
  });

  test("a tile's menu links to every action on the document", async ({ agency, owner }) => {
    const id = await uploadDocument(owner, paper("plan.txt"));
    expect(menuOf(await owner.open("/documents"), "plan.txt")).toEqual([
      ["AI Summary", `/documents/${id}/summary`],
      ["Rename", `/documents/${id}/renaming`],
      ["Replace", `/documents/${id}/replacement`],
      ["Move", `/documents/${id}/moving`],
      ["Keep on devices", `/documents/${id}/keeping`],
      ["Download", `/documents/${id}/content?download=true`],
      ["Delete", `/documents/${id}/trashing`],
    ]);
    const member = (await agency.join("instructor")).visitor;
    expect(menuOf(await member.open("/documents"), "plan.txt").map(([line]) => line)).toEqual([
      "AI Summary",
      "Download",
    ]);
    expect(member.page.text).not.toContain("New file");
    for (const page of ["renaming", "replacement", "moving", "trashing"])
      expect((await member.open(`/documents/${id}/${page}`)).status).toBe(403);
    expect((await member.open("/documents/uploads/new")).status).toBe(403);
    expect((await member.open("/documents/folders/new")).status).toBe(403);
  });

  test("pages through documents and finds them in any folder", async ({ agency, owner }) => {
    const { id } = await agency.addPackage(alderLane);
    await uploadDocument(owner, paper("Roof of Alder Lane.txt"), `?package=${id}`);
    await owner.open("/documents/uploads/new");
    const files = Array.from({ length: 30 }, (_, index) => new File(["x"], `Scan ${index + 10}.txt`));
    const uploaded = await owner.submit({}, { button: "Upload", files });
    expect(uploaded.text).toContain("30 files uploaded.");
    expect(tilesOn(uploaded)).toHaveLength(24);
    expect(uploaded.text).toContain("Showing 1 to 24 of 30 results");
    const next = await owner.follow("Next");
    expect(tilesOn(next)).toHaveLength(6);
    expect(tilesOn(await owner.follow("Previous"))).toHaveLength(24);

    await owner.open("/documents");
    await owner.submit({ q: "scan 13" }, { form: "main form[role=search]" });
    expect(findsOn(owner.page)).toEqual(["TextScan 13.txtText · 1 B"]);
    expect(findsOn(await owner.open("/documents?q=alder+roof"))).toEqual([
      "TextRoof of Alder Lane.txtText · 8 B · 12 Alder Lane",
    ]);
    expect((await owner.open("/documents?q=nothing-like-it")).text).toContain("No results.");
  });

  test("a search shows the words in the document's text", async ({ app, owner }) => {
    const id = await uploadDocument(owner, { name: "report.txt", content: "The FURNACE is rusted." });
    const page = await owner.open("/documents?q=furnace");
    expect(findsOn(page)).toEqual([expect.stringContaining("Textreport.txtText · 22 B")]);
    // As it is read beside the requests, sooner or later.
    await app.database.orm.execute(`insert into upstream.document_texts (file_id, workspace_id, state, pages, page_count)
      select file_id, workspace_id, 'ready', array['The FURNACE is rusted.'], 1
      from upstream.documents where id = '${id}'
      on conflict (file_id) do update set state = 'ready', pages = excluded.pages`);
    const { document } = await owner.open("/documents?q=furnace");
    expect(document.querySelector(".finds mark")?.text).toBe("FURNACE");
    expect(document.querySelector(".finds li")?.text).toContain("The FURNACE is rusted. Page 1");
    expect(findsOn(await owner.open("/documents?q=report"))).toEqual(["Textreport.txtText · 22 B"]);
  });

  test("is a table as well, whose headings sort; so is what a search has found", async ({ agency, owner }) => {
    const { id } = await agency.addPackage(alderLane);
    await uploadDocument(owner, paper("Roof of Alder Lane.txt", "y".repeat(20)), `?package=${id}`);
    await uploadDocument(owner, paper("Roof.txt", "x".repeat(300)));
    await uploadDocument(owner, paper("attic roof.txt", "x"));
    const table = await owner.open("/documents?view=list");
    expect([namesOn(table), tilesOn(table)]).toEqual([["attic roof.txt", "Roof.txt"], []]);
    expect(table.document.querySelector("[aria-sort]")?.text).toBe("Name");
    const sized = await owner.follow("Size");
    expect([sized.url.search, namesOn(sized)]).toEqual(["?view=list&sort=-size", ["Roof.txt", "attic roof.txt"]]);
    expect(sized.document.querySelector("[aria-sort]")?.getAttribute("aria-sort")).toBe("descending");
    expect(namesOn(await owner.follow("Size"))).toEqual(["attic roof.txt", "Roof.txt"]);
    const found = await owner.open("/documents?view=list&q=roof&sort=-changed");
    expect(namesOn(found)).toEqual(["attic roof.txt", "Roof.txt", "Roof of Alder Lane.txt"]);
    expect(found.text).toContain("12 Alder Lane");
    expect(namesOn(await owner.follow("Name"))).toEqual(["attic roof.txt", "Roof of Alder Lane.txt", "Roof.txt"]);
    expect(namesOn(await owner.follow("Type")).length).toBe(3);
    expect(findsOn(await owner.open("/documents?q=roof&sort=-size"))[0]).toContain("Roof.txt");
    expect(tilesOn(await owner.open("/documents?sort=-size"))[0]).toContain("Roof.txt");
  });

  test("a list page that no longer exists shows the first one", async ({ owner }) => {
    await uploadDocument(owner, paper("plan.txt"));
    const page = await owner.open("/documents?after=garbage&start=25");
    expect(page.text).toContain("That page no longer exists.");
    expect(tilesOn(page)).toHaveLength(1);
  });
});

describe("a place named in the URL", () => {
  test("of another workspace or malformed is a 404", async ({ app, owner }) => {
    const theirs = await startAgency(app);
    const there = theirs.owner.visitor;
    const folderId = await createFolder(there, { name: "Theirs" });
    const { id: packageId } = await theirs.addPackage({ street: "1 Theirs" });
    const { id: clientId } = await theirs.addClient();
    const places = [`folder=${folderId}`, `package=${packageId}`, `client=${clientId}`, "folder=nonsense"];
    for (const place of [...places, `package=${packageId}&client=${clientId}`]) {
      for (const page of ["uploads/new", "folders/new", "clashes", "bundle"])
        expect((await owner.open(`/documents/${page}?${place}`)).status, `${page} ${place}`).toBe(404);
    }
    for (const place of places.slice(0, 3))
      expect((await there.open(`/documents/uploads/new?${place}`)).status, place).toBe(200);
  });

  test("of a package or client is shown on that record's page", async ({ agency, owner }) => {
    const { id: clientId } = await agency.addClient({ name: "Maya Okafor" });
    const { id: packageId } = await agency.addPackage(alderLane);
    await uploadDocument(owner, paper("letter.txt"), `?client=${clientId}`);
    await uploadDocument(owner, paper("plan.txt"), `?package=${packageId}`);
    expect(looseOn(await owner.open(`/clients/${clientId}/documents`))).toEqual([
      "Text letter.txt Text · 8 B Team only",
    ]);
    const page = await owner.open(`/packages/${packageId}`);
    expect(
      page.document
        .querySelectorAll("main section h2")
        .map(({ text }) => text)
        .slice(0, 2),
    ).toEqual(["Inspection reports", "Buyers guide"]);
    expect(looseOn(page)).toEqual(["Text plan.txt Text · 8 B Team only"]);
    expect(tilesOn(await owner.open("/documents"))).toEqual([]);
    await owner.open(`/packages/${packageId}`);
    const inside = await owner.follow("Upload to Inspection reports");
    expect(crumbsOn(inside)).toEqual(["Properties", "12 Alder Lane", "Inspection reports", "Upload"]);
    const files = [new File(["Findings."], "report.txt")];
    await owner.submit({}, { button: "Upload", files });
    expect(owner.page.url.pathname).toBe(`/packages/${packageId}`);
    const folder = owner.page.document.querySelector('main h2 a[href^="/documents/folders/"]');
    const folderPath = folder?.getAttribute("href") ?? "";
    await owner.open(folderPath);
    expect(owner.page.text).toContain("report.txt");
    // What pages lead to stays where it is.
    expect(owner.page.text).not.toContain("RenameMove");
    for (const verb of ["renaming", "moving"]) expect((await owner.open(`${folderPath}/${verb}`)).status).toBe(403);
  });
});
