import { http } from "msw";
import { describe, expect } from "vitest";
import { workspaceField } from "#app/session/hidden-fields.ts";
import { PostFailed } from "#app/uploads/uploads.ts";
import { type Agency, startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { multipartOf, successfulControls } from "#tests/support/form-entries.ts";
import { alderLane } from "#tests/support/records.ts";
import { createFolder, createPackage, hiddenIds, uploadDocument } from "#tests/support/seeded-agent.ts";
import { filesOf } from "#tests/support/storing.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Files by a plain form: all of them, some of them, none of them; each time it is said what became of which.

let agency: Agency;
let owner: Visitor;
test.beforeEach(async ({ app }) => {
  agency = await startAgency(app);
  owner = agency.owner.visitor;
});
test.afterEach(({ app }) => {
  // Whatever became of a form, nothing of it stays behind.
  expect(filesOf(app.spool)).toEqual([]);
});

const text = (name: string, content = `This is ${name}.`) => new File([content], name, { type: "text/plain" });
const namesOn = ({ document }: Visit) => document.querySelectorAll(".file > a > b").map((label) => label.text);

async function upload(files: readonly File[], place = ""): Promise<Visit> {
  await owner.open(`/documents/uploads/new${place}`);
  return owner.submit({}, { button: "Upload", files });
}

/** What the open page's form sends with these files, to be sent as often as one likes. */
function formWith(files: readonly File[]) {
  const form = owner.page.document.querySelector("main form[method=post]");
  if (form === null) throw new Error("no form");
  const fields = [...successfulControls(form, {}, undefined)];
  return () => multipartOf(fields, files);
}

async function post(path: string, body: ReturnType<typeof multipartOf>) {
  const headers = { "sec-fetch-site": "same-origin" };
  const response = await owner.request(path, { method: "POST", headers, body });
  await response.body?.cancel();
  return { status: response.status, location: response.headers.get("location") };
}

test("a form of another workspace is refused and its files are removed", async () => {
  const folderId = await createFolder(owner, { name: "Reports" });
  const path = `/documents/uploads/new?folder=${folderId}`;
  await owner.open(path);
  const form = owner.page.document.querySelector("main form[method=post]");
  if (form === null) throw new Error("no form");
  const fields = [...successfulControls(form, {}, undefined)].filter(([name]) => name !== workspaceField);
  const body = multipartOf([...fields, [workspaceField, crypto.randomUUID()]], [text("one.txt")]);
  expect((await post(path, body)).status).toBe(409);
});

test("a long form without files is refused at upload URLs too", async () => {
  const long = "x".repeat(4 * 1024 ** 2);
  const typed = await owner.send("/documents/uploads/new", new URLSearchParams({ "unsent[0]": long }));
  expect([typed.status, typed.text]).toEqual([413, expect.stringContaining("too long for one form")]);
  const path = `/opportunities/${crypto.randomUUID()}/stage`;
  expect(await post(path, multipartOf([["note", long]], []))).toMatchObject({ status: 413 });
});

describe("files that are sent together", () => {
  test("are all added and named in the toast", async () => {
    expect((await upload([text("one.txt")])).text).toContain("one.txt uploaded.");
    const page = await upload([text("two.txt"), text("three.txt")]);
    expect(page.url.pathname).toBe("/documents");
    expect(page.text).toContain("2 files uploaded.");
    expect(namesOn(page)).toEqual(["one.txt", "three.txt", "two.txt"]);
  });

  test("one that fails is named with the reason; the others are added", async ({ app }) => {
    let count = 0;
    app.interruptPosts(async () => {
      count += 1;
      if (count === 2) throw new PostFailed("unavailable", 503);
    });
    // The store itself is not asked, so that making the file is refused: both ways of failing at once.
    const nothing = await upload([text("a.txt"), text("b.txt")]);
    expect([nothing.status, nothing.text]).toEqual([
      503,
      expect.stringMatching(/File upload was not successful ?a.txt: .*b.txt: File storage isn't responding right now./),
    ]);
    expect(nothing.text).toContain("Nothing was saved.");

    app.interruptPosts(null);
    const files = [text("a.txt"), new File([], "empty.txt"), text("c.txt")];
    const some = await upload(files);
    expect(some.status).toBe(400);
    expect(some.text).toMatch(/File upload was not successful ?empty.txt: This file is empty./);
    expect(some.text).toContain("Uploaded: a.txt, c.txt. Now choose only the missing file.");
    const again = await owner.submit({}, { button: "Upload", files: [text("empty.txt", "not any more")] });
    expect(namesOn(again)).toEqual(["a.txt", "c.txt", "empty.txt"]);
  });

  test.for([
    ["refused", 403, 400, "File storage refused it."],
    ["unavailable", 500, 503, "File storage isn't responding right now."],
    ["unavailable", null, 503, "File storage isn't responding right now."],
  ] as const)("are %s by a store that answers %s", async ([kind, status, said, sentence], { app }) => {
    app.interruptPosts(async () => {
      throw new PostFailed(kind, status);
    });
    const page = await upload([text("a.txt")]);
    expect([page.status, page.text]).toEqual([said, expect.stringContaining(`a.txt: ${sentence}`)]);
    expect(namesOn(await owner.open("/documents"))).toEqual([]);
    expect(app.logged()).toContain("The store did not take a file");
  });

  test("go into the folder of the property that was chosen, and lead back to the property", async () => {
    const packageId = await createPackage(owner, alderLane);
    const otherId = await createPackage(owner, { ...alderLane, street: "2 Elm Street" });
    const folderId = await createFolder(owner, { name: "Permits" }, `?package=${packageId}`);
    const path = `/documents/uploads/new?package=${packageId}`;
    const { document } = await owner.open(path);
    const choices = () => owner.page.document.querySelectorAll("select[name=folder] option").map(({ text }) => text);
    expect(document.querySelector("select[name=folder]")?.hasAttribute("required")).toBe(true);
    expect(choices()).toEqual(["Choose a folder", "Buyers guide", "Inspection reports", "Permits", "Not in a folder"]);

    const page = await owner.submit({ folder: folderId }, { button: "Upload", files: [text("permit.txt")] });
    expect([page.url.pathname, page.text]).toEqual([
      `/packages/${packageId}`,
      expect.stringContaining("permit.txt uploaded."),
    ]);
    expect(namesOn(await owner.open(`/documents/folders/${folderId}`))).toEqual(["permit.txt"]);

    await owner.open(path);
    const none = await owner.submit({ folder: folderId }, { button: "Upload", files: [] });
    expect(none.document.querySelector("select[name=folder] option[selected]")?.text).toBe("Permits");
    const unfiled = await owner.submit({ folder: "none" }, { button: "Upload", files: [text("letter.txt")] });
    expect([unfiled.url.pathname, unfiled.text]).toEqual([
      `/packages/${packageId}`,
      expect.stringContaining("letter.txt"),
    ]);

    await owner.open(`/documents/uploads/new?package=${otherId}`);
    const body = formWith([text("x.txt")])();
    body.set("folder", folderId);
    expect((await owner.send(`/documents/uploads/new?package=${otherId}`, body)).status).toBe(404);
  });

  test("without a file are refused", async () => {
    const page = await upload([]);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("Choose a file.")]);
  });

  test("larger than the plan allows are refused; the others are added", async ({ app }) => {
    agency = await startAgency(app, "free");
    owner = agency.owner.visitor;
    const large = new File([Buffer.alloc(25 * 1024 ** 2 + 1, "x")], "large.txt");
    const fits = new File([Buffer.alloc(25 * 1024 ** 2, "x")], "fits.txt");
    const page = await upload([large, fits]);
    expect(page.text).toContain("large.txt: It is larger than the limit of 25 MB per file.");
    expect(page.text).toContain("Uploaded: fits.txt.");
  });

  test("beyond the storage left are refused; the others are added", async ({ app }) => {
    agency = await startAgency(app, "free");
    owner = agency.owner.visitor;
    await upload([text("first.txt")]);
    await owner.open("/documents/uploads/new");
    const { workspaceId } = hiddenIds(owner);
    await app.database.orm.execute(
      `update upstream.storage_usage set bytes = ${1024 ** 3 - 5} where workspace_id = '${workspaceId}'`,
    );
    const page = await upload([text("second.txt"), text("tiny", "x")]);
    expect(page.text).toContain("second.txt: There isn't enough storage left in this workspace.");
    expect(page.text).toContain("Uploaded: tiny.");
    expect(namesOn(await owner.open("/documents"))).toEqual(["first.txt", "tiny"]);
  });
});

describe("the same form", () => {
  test("sent twenty times at once is applied once, and later redirects to the same page", async () => {
    await owner.open("/documents/uploads/new");
    const form = formWith([text("a.txt"), text("b.txt")]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("/documents/uploads/new", form())));
    expect(answers.map(({ status, location }) => `${status} ${location}`)).toEqual(answers.map(() => "303 /documents"));
    expect(await post("/documents/uploads/new", form())).toMatchObject({ status: 303, location: "/documents" });
    expect(namesOn(await owner.open("/documents"))).toEqual(["a.txt", "b.txt"]);
  });

  test("with other files asks before it uploads again", async () => {
    await owner.open("/documents/uploads/new");
    const [first, other] = [formWith([text("a.txt")]), formWith([text("a.txt", "Other bytes.")])];
    expect((await post("/documents/uploads/new", first())).status).toBe(303);
    const answer = await owner.send("/documents/uploads/new", other());
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("Already sent.")]);
  });

  test("sent again after a partial upload leads to the missing files", async () => {
    await owner.open("/documents/uploads/new");
    const form = formWith([text("a.txt"), new File([], "empty.txt")]);
    expect((await post("/documents/uploads/new", form())).status).toBe(400);
    const again = await owner.send("/documents/uploads/new", form());
    expect([again.url.search, again.status]).toEqual(["?missing=empty.txt", 200]);
    expect(again.text).toContain("Not uploaded: empty.txt.");
    expect(namesOn(await owner.open("/documents"))).toEqual(["a.txt"]);
  });

  test("sent again after an unknown outcome continues where it stopped", async ({ app }) => {
    await owner.open("/documents/uploads/new");
    const form = formWith([text("a.txt"), text("b.txt"), text("c.txt")]);
    let count = 0;
    app.use(
      http.post("*/api/documents", () => {
        count += 1;
        return count > 2 ? new Response(null, { status: 403 }) : undefined;
      }),
    );
    expect((await post("/documents/uploads/new", form())).status).toBe(400);
    app.resetHandlers();
    // As after a crash whose lease is over.
    await app.database.orm.execute("delete from app.submissions");
    expect(await post("/documents/uploads/new", form())).toMatchObject({ status: 303, location: "/documents" });
    expect(namesOn(await owner.open("/documents"))).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  test("with an ended session leads to the sign-in and stores nothing", async () => {
    await owner.open("/documents/uploads/new");
    const form = formWith([new File([Buffer.alloc(6 * 1024 ** 2)], "big.bin")]);
    owner.cookies.set("latchkey", "A".repeat(43));
    const answer = await owner.send("/documents/uploads/new", form());
    expect(answer.url.pathname + answer.url.search).toBe("/login/?next=%2Fdocuments%2Fuploads%2Fnew");
  });

  test("of another workspace is refused and stores nothing", async () => {
    await owner.open("/documents/uploads/new");
    const form = formWith([text("a.txt")]);
    const body = form();
    body.set("_workspace", crypto.randomUUID());
    const refused = await owner.send("/documents/uploads/new", body);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("Nothing was saved.")]);
    expect(namesOn(await owner.open("/documents"))).toEqual([]);
  });
});

describe("a taken name", () => {
  test("asks for each file and does what was chosen", async () => {
    await upload([text("a.txt"), text("b.txt"), text("c.txt")]);
    const asked = await upload([
      text("a.txt", "Newer a."),
      text("b.txt", "Newer b."),
      text("c.txt", "Newer c."),
      text("d.txt"),
    ]);
    expect(asked.url.pathname).toBe("/documents/clashes");
    expect(asked.text).toContain("Anything undecided is removed after a week.");
    expect(asked.text).toContain("d.txt uploaded.");
    expect(asked.document.querySelectorAll("legend").map((legend) => legend.text)).toEqual(["a.txt", "b.txt", "c.txt"]);
    const ways = { "choice[0]": "keep_both", "choice[1]": "replace", "choice[2]": "discard" };
    const page = await owner.submit(ways, { button: "Add files" });
    expect(page.text).toContain("2 files added.");
    expect(namesOn(page)).toEqual(["a (2).txt", "a.txt", "b.txt", "c.txt", "d.txt"]);
    await owner.follow("b.txt");
    expect(owner.page.text).toContain("Version 2");
  });

  test("beside a failed file is asked about too", async () => {
    await upload([text("a.txt")]);
    const page = await upload([text("a.txt", "Newer."), new File([], "empty.txt")]);
    expect(page.status).toBe(400);
    // It is no document yet.
    expect(page.text).not.toContain("Uploaded:");
    expect(page.text).not.toContain("Nothing was saved");
    expect(page.text).toContain("a.txt: This name is already taken.");
    await owner.follow("Choose what to do with it");
    await owner.submit({}, { button: "Add files" });
    expect(namesOn(owner.page)).toEqual(["a (2).txt", "a.txt"]);
  });

  test("in a folder is asked about there", async () => {
    const folderId = await createFolder(owner, { name: "Misc" });
    await uploadDocument(owner, { name: "a.txt", content: "x" }, `?folder=${folderId}`);
    await upload([text("a.txt", "Newer.")], `?folder=${folderId}`);
    const page = await owner.submit({}, { button: "Add files" });
    expect(page.url.pathname).toBe(`/documents/folders/${folderId}`);
    expect(namesOn(page)).toEqual(["a (2).txt", "a.txt"]);
  });

  test("that was decided already says so after Back", async () => {
    await upload([text("a.txt")]);
    const asked = await upload([text("a.txt", "Newer.")]);
    await owner.submit({}, { button: "Add files" });
    await owner.open(asked.url.pathname + asked.url.search);
    const again = await owner.submit({}, { button: "Add files" });
    expect([again.status, again.url.pathname]).toEqual([200, "/documents"]);
    expect(again.text).toContain("These files were already handled.");
    expect(namesOn(again)).toEqual(["a (2).txt", "a.txt"]);
  });

  test("with nothing left to decide says so", async () => {
    const page = await owner.open(`/documents/clashes?file=${crypto.randomUUID()}&file=nonsense`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("There's nothing left to decide.")]);
  });
});

describe("a replacement", () => {
  test("that fails leaves the document unchanged and says why", async ({ app }) => {
    const id = await uploadDocument(owner, { name: "plan.txt", content: "The first." });
    await owner.open(`/documents/${id}/replacement`);
    const empty = await owner.submit({}, { button: "Replace", files: [new File([], "empty.txt")] });
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("empty.txt: This file is empty.")]);
    app.interruptPosts(async () => {
      throw new PostFailed("refused", 403);
    });
    const refused = await owner.submit({}, { button: "Replace", files: [text("b.txt")] });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("File storage refused it.")]);
    const two = await owner.submit({}, { button: "Replace", files: [text("b.txt"), text("c.txt")] });
    expect([two.status, two.text]).toEqual([400, expect.stringContaining("Choose one file.")]);
    app.interruptPosts(null);
    expect((await owner.submit({}, { button: "Replace", files: [text("b.txt")] })).text).toContain("Version 2");
  });

  test("sent twenty times at once is one version", async () => {
    const id = await uploadDocument(owner, { name: "plan.txt", content: "The first." });
    const path = `/documents/${id}/replacement`;
    await owner.open(path);
    const form = formWith([text("b.txt")]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(path, form())));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect((await owner.open(`/documents/${id}`)).text).toContain("Version 2");
    expect(owner.page.text).not.toContain("Version 3");
  });
});
