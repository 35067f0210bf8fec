import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { alderLane } from "#tests/support/records.ts";
import { createClient, createFolder, createPackage, uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, typedIn } from "../page-reading.ts";

const test = newAgencyTest();

// Actions on documents and folders, without scripts.

/** What each tile of a list says, without its menu. */
const tilesOn = ({ document }: Visit) =>
  document.querySelectorAll(".file > a").map((tile) =>
    tile.childNodes
      .map(({ text }) => text.trim())
      .filter((text) => text !== "")
      .join(" "),
  );
const crumbsOn = ({ document }: Visit) => document.querySelectorAll(".crumbs li").map(({ text }) => text.trim());
const paper = (name: string, content = "A paper.") => ({ name, content });

describe("a document", () => {
  test("is renamed; a taken name is refused or gets a number", async ({ owner }) => {
    await uploadDocument(owner, paper("plan.txt"));
    const id = await uploadDocument(owner, paper("sketch.txt"));
    await owner.open(`/documents/${id}/renaming`);
    const taken = await owner.submit({ name: "Plan.TXT" }, { button: "Save changes" });
    expect([taken.status, messagesOn(taken)]).toEqual([400, ["Another document here has this name."]]);
    expect(typedIn(taken, "name")).toBe("Plan.TXT");
    const both = await owner.submit({ name: "plan.txt", onClash: "keep_both" }, { button: "Save changes" });
    expect(both.document.querySelector("h1")?.text).toBe("plan (2).txt");
  });

  test("of a property or a client leads back there from Rename and Replace, saved or not", async ({ owner }) => {
    const packageId = await createPackage(owner, alderLane);
    const clientId = await createClient(owner, { name: "Nora Lind", email: "nora@client.example" });
    const folderId = await createFolder(owner, { name: "Permits" }, `?package=${packageId}`);
    const holders = [
      [`?package=${packageId}`, `/packages/${packageId}`],
      [`?folder=${folderId}`, `/packages/${packageId}`],
      [`?client=${clientId}`, `/clients/${clientId}/documents`],
    ];
    for (const [place, holder] of holders) {
      const id = await uploadDocument(owner, paper("plan.txt"), place);
      for (const [form, button, typed] of [
        ["renaming", "Save changes", { name: "sketch.txt" }],
        ["replacement", "Replace", {}],
      ] as const) {
        const { document } = await owner.open(`/documents/${id}/${form}`);
        const cancel = document.querySelectorAll("main form a").map((link) => link.getAttribute("href"));
        const files = form === "replacement" ? [new File(["A newer paper."], "newer.txt")] : [];
        const { url, text } = await owner.submit(typed, { button, files });
        expect([form, cancel, url.pathname]).toEqual([form, [holder], holder]);
        expect(text).toContain(form === "renaming" ? "Renamed to sketch.txt." : "Version 2 of sketch.txt uploaded.");
      }
    }
  });

  test("renamed by someone else meanwhile shows both names", async ({ agency, owner }) => {
    const id = await uploadDocument(owner, paper("plan.txt"));
    const other = (await agency.join("admin")).visitor;
    await owner.open(`/documents/${id}/renaming`);
    await other.open(`/documents/${id}/renaming`);
    await other.submit({ name: "theirs.txt" }, { button: "Save changes" });
    const stale = await owner.submit({ name: "ours.txt" }, { button: "Save changes" });
    expect([stale.status, stale.text]).toEqual([409, expect.stringMatching(/Theirs: theirs.txt.*Yours: ours.txt/)]);
    const saved = await owner.submit({}, { button: "Save changes" });
    expect(saved.document.querySelector("h1")?.text).toBe("ours.txt");
  });

  test("is moved into a folder and out again", async ({ owner }) => {
    const folderId = await createFolder(owner, { name: "Misc" });
    await createFolder(owner, { name: "Deep" }, `?folder=${folderId}`);
    const id = await uploadDocument(owner, paper("plan.txt"));
    const page = await owner.open(`/documents/${id}/moving`);
    expect(page.document.querySelectorAll("select[name=folderId] option").map(({ text }) => text)).toEqual([
      "Not in a folder",
      "Misc",
      "\u2003Deep",
    ]);
    const there = await owner.submit({ folderId: folderId }, { button: "Move" });
    expect([there.url.pathname, there.text]).toEqual([
      `/documents/folders/${folderId}`,
      expect.stringContaining("plan.txt moved."),
    ]);
    await uploadDocument(owner, paper("plan.txt", "Another one."));
    await owner.open(`/documents/${id}/moving`);
    const taken = await owner.submit({ folderId: "" }, { button: "Move" });
    expect([taken.status, messagesOn(taken)]).toEqual([400, ["Another document here has this name."]]);
    await owner.submit({ folderId: "", onClash: "keep_both" }, { button: "Move" });
    expect(tilesOn(owner.page)).toContain("Text plan (2).txt Text · 8 B");
  });

  test("is replaced; every version can be downloaded", async ({ owner }) => {
    const id = await uploadDocument(owner, paper("plan.txt", "The first."));
    await owner.open(`/documents/${id}/replacement`);
    const files = [new File(["The second one."], "plan, revised.txt", { type: "text/plain" })];
    const replaced = await owner.submit({}, { button: "Replace", files });
    expect(replaced.text).toContain("Version 2 of plan.txt uploaded.");
    expect(replaced.text).toMatch(/Version 2 plan, revised.txt · 15 B.* by Ada Marsh.*Version 1 plan.txt · 10 B/);
    const read = async (query: string) => (await owner.request(`/documents/${id}/content${query}`)).text();
    expect(await Promise.all(["", "?version=1", "?version=2"].map(read))).toEqual([
      "The second one.",
      "The first.",
      "The second one.",
    ]);
    expect((await owner.request(`/documents/${id}/content?version=3`)).status).toBe(404);
  });

  test("of a package is shown to clients and hidden again", async ({ agency, owner }) => {
    const { id: packageId } = await agency.addPackage(alderLane);
    const id = await uploadDocument(owner, paper("plan.txt"), `?package=${packageId}`);
    await owner.open(`/documents/${id}/visibility`);
    const shown = await owner.submit({}, { button: "Show to clients" });
    expect(shown.text).toContain("Who can see itVisible to client");
    await owner.open(`/documents/${id}/visibility`);
    expect((await owner.submit({}, { button: "Hide from clients" })).text).toContain("Who can see itTeam only");
    const own = await uploadDocument(owner, paper("own.txt"));
    expect((await owner.open(`/documents/${own}/visibility`)).url.pathname).toBe(`/documents/${own}`);
  });
});

describe("a folder", () => {
  test("is renamed and moved, but not into itself", async ({ owner }) => {
    const outer = await createFolder(owner, { name: "Outer" });
    const inner = await createFolder(owner, { name: "Inner" }, `?folder=${outer}`);
    await owner.open(`/documents/folders/${outer}/renaming`);
    expect((await owner.submit({ name: "Papers" }, { button: "Save changes" })).text).toContain("Renamed to Papers.");
    const choices = (await owner.open(`/documents/folders/${outer}/moving`)).document;
    expect(choices.querySelectorAll("select[name=folderId] option").map(({ text }) => text)).toEqual([
      "Not in a folder",
    ]);
    await owner.open(`/documents/folders/${inner}/moving`);
    await owner.submit({ folderId: "" }, { button: "Move" });
    expect(crumbsOn(owner.page)).toEqual(["Documents", "Inner"]);
    await owner.open(`/documents/folders/${outer}/moving`);
    const body = { folderId: outer };
    const key = owner.page.document.querySelector("main form")?.querySelectorAll("input[type=hidden]") ?? [];
    const hidden = key.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]);
    const itself = await owner.send(owner.page.url, new URLSearchParams([...hidden, ...Object.entries(body)]));
    expect([itself.status, messagesOn(itself)]).toEqual([400, ["A folder can't be moved into itself."]]);
  });

  test("and a document refuse a name that changes the direction of text", async ({ owner }) => {
    const folderId = await createFolder(owner, { name: "Misc" });
    const id = await uploadDocument(owner, paper("plan.txt"));
    for (const path of [`/documents/folders/${folderId}/renaming`, `/documents/${id}/renaming`]) {
      await owner.open(path);
      const refused = await owner.submit({ name: "gnp\u202eexe.png" }, { button: "Save changes" });
      expect(messagesOn(refused)).toEqual(["Remove the invisible characters that change the direction of the text."]);
      const taken = await owner.submit({ name: "\u200fשלום" }, { button: "Save changes" });
      expect(taken.document.querySelector("h1")?.text).toBe("\u200fשלום");
    }
  });

  test("in the trash says what it contains and with what it is restored", async ({ owner }) => {
    const outer = await createFolder(owner, { name: "Outer" });
    const inner = await createFolder(owner, { name: "Inner" }, `?folder=${outer}`);
    const earlier = await uploadDocument(owner, paper("earlier.txt"), `?folder=${outer}`);
    await owner.open(`/documents/${earlier}/trashing`);
    await owner.submit({}, { button: "Delete document" });
    await uploadDocument(owner, paper("plan.txt"), `?folder=${outer}`);
    const id = await uploadDocument(owner, paper("deep.txt", "A deep paper."), `?folder=${inner}`);
    await owner.open(`/documents/folders/${outer}/trashing`);
    await owner.submit({}, { button: "Delete folder" });
    expect((await owner.open("/documents/trash")).text).toMatch(/OuterFolder8 B/);
    const page = await owner.open(`/documents/folders/${outer}`);
    expect(page.text).toContain("Contains 1 folder, 1 document · 8 B. Restore the folder to open them.");
    expect(page.text).not.toContain("Download");
    const within = await owner.open(`/documents/folders/${inner}`);
    expect(within.text).toContain("Contains 1 document · 13 B.");
    for (const path of [`/documents/folders/${inner}`, `/documents/${id}`]) {
      const { document, text } = await owner.open(path);
      expect(text).toContain("It was deleted with its folder: restore Outer.");
      expect(document.querySelector(".note a")?.getAttribute("href")).toBe(`/documents/folders/${outer}`);
    }
  });

  test("is deleted and restored with everything in it", async ({ owner }) => {
    const folderId = await createFolder(owner, { name: "Misc" });
    const id = await uploadDocument(owner, paper("plan.txt"), `?folder=${folderId}`);
    await owner.open(`/documents/folders/${folderId}/trashing`);
    expect((await owner.submit({}, { button: "Delete folder" })).text).toContain("Misc moved to the trash.");
    expect((await owner.open(`/documents/${id}`)).text).toContain("In the trash.");
    const trash = await owner.open("/documents/trash");
    expect(trash.document.querySelectorAll("tbody tr").map((row) => row.querySelector("a")?.text)).toEqual(["Misc"]);
    await owner.follow("Restore");
    await owner.submit({}, { button: "Restore" });
    expect(tilesOn(owner.page)).toEqual(["Text plan.txt Text · 8 B"]);
  });
});

describe("the trash", () => {
  test("keeps deleted documents for 30 days, restores them, or deletes them permanently", async ({ owner }) => {
    const id = await uploadDocument(owner, paper("plan.txt"));
    await owner.open(`/documents/${id}/trashing`);
    expect(owner.page.text).toContain("You can restore it for 30 days");
    await owner.submit({}, { button: "Delete document" });
    expect((await owner.open("/documents/trash")).text).toMatch(
      /plan.txtText8 B\w+ \d+, \d{4}RestoreDelete permanently/,
    );
    await owner.follow("Restore");
    expect((await owner.submit({}, { button: "Restore" })).text).toContain("plan.txt restored.");
    await owner.open(`/documents/${id}/trashing`);
    await owner.submit({}, { button: "Delete document" });
    await owner.open(`/documents/${id}/removal`);
    expect((await owner.submit({}, { button: "Delete permanently" })).text).toContain("The trash is empty.");
    expect((await owner.open(`/documents/${id}`)).status).toBe(404);
  });

  test("deleting permanently needs the permission", async ({ agency, owner }) => {
    const id = await uploadDocument(owner, paper("plan.txt"));
    await owner.open(`/documents/${id}/trashing`);
    await owner.submit({}, { button: "Delete document" });
    const manager = (await agency.join("manager")).visitor;
    expect((await manager.open("/documents/trash")).text).not.toContain("Delete permanently");
    expect((await manager.open(`/documents/${id}/removal`)).status).toBe(403);
    expect((await manager.open(`/documents/${id}/trashing/removal`)).status).toBe(200);
  });

  test("a document is not restored into a folder that is in the trash", async ({ owner }) => {
    const folderId = await createFolder(owner, { name: "Misc" });
    const id = await uploadDocument(owner, paper("plan.txt"), `?folder=${folderId}`);
    await owner.open(`/documents/${id}/trashing`);
    await owner.submit({}, { button: "Delete document" });
    await owner.open(`/documents/folders/${folderId}/trashing`);
    await owner.submit({}, { button: "Delete folder" });
    await owner.open(`/documents/${id}/trashing/removal`);
    const refused = await owner.submit({}, { button: "Restore" });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Restore the folder first.")]);
  });
});

describe("who sees a folder", () => {
  test("is said on each tile and chosen for the folder, with what is inside or without", async ({ agency, owner }) => {
    const { id: packageId } = await agency.addPackage(alderLane);
    const folderId = await createFolder(owner, { name: "Disclosures" }, `?package=${packageId}`);
    await uploadDocument(owner, paper("roof.txt"), `?folder=${folderId}`);
    const tileOf = (page: Visit, name: string) => tilesOn(page).find((tile) => tile.includes(name));
    expect(tileOf(await owner.open(`/packages/${packageId}`), "Disclosures")).toContain("Team only");
    await owner.open(`/documents/folders/${folderId}/visibility`);
    const shown = await owner.submit({ withContents: "" }, { button: "Show to clients" });
    expect(shown.text).toContain("Disclosures is now visible to clients.");
    expect(tileOf(shown, "roof.txt")).toContain("Team only");
    await uploadDocument(owner, paper("survey.txt"), `?folder=${folderId}`);
    const folder = await owner.open(`/documents/folders/${folderId}`);
    expect(tileOf(folder, "survey.txt")).toContain("Visible to client");
    await owner.open(`/documents/folders/${folderId}/visibility`);
    const hidden = await owner.submit({}, { button: "Hide from clients" });
    expect([tileOf(hidden, "survey.txt"), tileOf(hidden, "roof.txt")]).toEqual([
      expect.stringContaining("Team only"),
      expect.stringContaining("Team only"),
    ]);
    await owner.open(`/documents/folders/${folderId}/visibility`);
    const all = await owner.submit({}, { button: "Show to clients" });
    expect([tileOf(all, "survey.txt"), tileOf(all, "roof.txt")]).toEqual([
      expect.stringContaining("Visible to client"),
      expect.stringContaining("Visible to client"),
    ]);
    expect(tileOf(await owner.open(`/packages/${packageId}`), "Disclosures")).toContain("Visible to client");
  });

  test("names links that show it to people outside, as long as they work", async ({ agency, app, owner }) => {
    const { id: packageId } = await agency.addPackage(alderLane);
    const folderId = await createFolder(owner, { name: "Disclosures" }, `?package=${packageId}`);
    const inside = await createFolder(owner, { name: "Roof" }, `?folder=${folderId}`);
    const id = await uploadDocument(owner, paper("roof.txt"), `?folder=${inside}`);
    await uploadDocument(owner, paper("plan.txt"), `?package=${packageId}`);
    await createFolder(owner, { name: "Other" }, `?package=${packageId}`);
    const tilesIn = async (path: string) => tilesOn(await owner.open(path));
    const link = { packageId, label: "For the lender", folderIds: [folderId], includesUnfiled: true };
    await agency.call("POST", "/share_links", link);
    expect(await tilesIn(`/documents/folders/${inside}`)).toEqual([expect.stringContaining("By link only")]);
    const { document } = await owner.open(`/packages/${packageId}`);
    const onPackage = document.querySelectorAll('.file, [aria-label="Documents"] > li').map(({ text }) => text);
    const endings = ["Disclosures", "plan.txt", "Other"].map((name) => onPackage.find((entry) => entry.includes(name)));
    expect(endings).toEqual([
      expect.stringContaining("By link only"),
      expect.stringContaining("By link only"),
      expect.stringContaining("Team only"),
    ]);
    expect((await owner.open(`/documents/${id}`)).text).toContain("Who can see itBy link only");
    await owner.open(`/documents/${id}/visibility`);
    expect((await owner.submit({}, { button: "Show to clients" })).text).toContain("Who can see itVisible to client");
    for (const ending of [sql`expires_at = now() - interval '1 second'`, sql`expires_at = null, revoked_at = now()`]) {
      await app.database.orm.execute(sql`update upstream.share_links set ${ending} where package_id = ${packageId}`);
      expect(await tilesIn(`/documents/folders/${inside}`)).toEqual([expect.stringContaining("Visible to client")]);
      expect(await tilesIn(`/documents/folders/${folderId}`)).toEqual([expect.stringContaining("Team only")]);
    }
  });

  test("does not apply to the workspace's own folders", async ({ owner }) => {
    const folderId = await createFolder(owner, { name: "Forms" });
    await uploadDocument(owner, paper("form.txt"), `?folder=${folderId}`);
    const page = await owner.open(`/documents/folders/${folderId}/visibility`);
    expect(page.url.pathname).toBe(`/documents/folders/${folderId}`);
    expect(page.text).not.toMatch(/Team only|Visible to client/);
  });

  test("of two who change it at the same time the second is told", async ({ agency, owner }) => {
    const { id: packageId } = await agency.addPackage(alderLane);
    const folderId = await createFolder(owner, { name: "Disclosures" }, `?package=${packageId}`);
    const other = (await agency.join("admin")).visitor;
    for (const visitor of [owner, other]) await visitor.open(`/documents/folders/${folderId}/visibility`);
    await other.submit({}, { button: "Show to clients" });
    expect((await owner.submit({}, { button: "Show to clients" })).status).toBe(409);
  });
});
