import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { openResumableUploads } from "#app/uploads/resumable.server.ts";
import { sweepUploadParts } from "#app/uploads/upload-parts.server.ts";
import { PostFailed } from "#app/uploads/uploads.ts";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { announce, newsOf, sendPart, tryToAnnounce } from "#tests/support/resumable.ts";
import { hiddenIds } from "#tests/support/seeded-agent.ts";
import { filesOf } from "#tests/support/storing.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// Uploads in parts: they go on where they were cut off, for whoever began them, and end as the documents of a form.

const namesOn = ({ document }: Visit) => document.querySelectorAll(".file > a > b").map((label) => label.text);

/** Sends the page's form with uploads that have arrived. */
async function sendForm(
  owner: Visitor,
  uploads: readonly string[],
  unsent: readonly string[] = [],
  reason?: string,
): Promise<Visit> {
  const fields = uploads.map((path, index) => [`upload[${index}]`, path.split("/").at(-1) ?? ""]);
  const missing = unsent.flatMap((name, index) => [
    [`unsent[${index}]`, name],
    ...(reason === undefined ? [] : [[`unsentReason[${index}]`, reason]]),
  ]);
  const body = new URLSearchParams([...hiddenFieldsOf(owner), ...fields, ...missing]);
  return owner.send(owner.page.url, body);
}

function hiddenFieldsOf({ page }: Visitor): string[][] {
  const inputs = page.document.querySelectorAll("main form[method=post] input[type=hidden]");
  return inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]);
}

async function uploaded(owner: Visitor, content: string, name: string): Promise<string> {
  const path = await announce(owner, { name, size: content.length });
  expect((await sendPart(owner, path, 0, content)).status).toBe(204);
  return path;
}

describe("an upload", () => {
  test("resumes after a lost connection and becomes a document by the form", async ({ app, owner }) => {
    await owner.open("/documents/uploads/new");
    const path = await announce(owner, { name: "report.txt", size: 20 });
    expect(path).toMatch(/^\/uploads\/[\w-]{39}$/);
    expect(await sendPart(owner, path, 0, "The roof ")).toEqual({ status: 204, offset: 9 });
    expect(await newsOf(owner, path)).toEqual({ status: 200, offset: 9, length: 20 });
    // As after a restart: whoever asks next knows of it from the spool alone.
    const ids = await owner.open("/documents/uploads/new").then(() => hiddenIds(owner));
    const anew = openResumableUploads(app.spool);
    const whose = { personId: ids.accountId, workspaceId: ids.workspaceId };
    expect(await anew.list(whose)).toMatchObject([
      { name: "report.txt", size: 20, arrived: 9, modified: 1_700_000_000_000 },
    ]);
    expect(await anew.find(whose, path.split("/").at(-1) ?? "")).toBe(null);

    const asked = new Request(app.origin + path, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
    expect((await anew.resume(asked, whose, path.slice(9)))?.headers.get("upload-offset")).toBe("9");

    expect((await sendPart(owner, path, 4, "twice")).status).toBe(409);
    expect(await sendPart(owner, path, 9, "is as new.\n")).toEqual({ status: 204, offset: 20 });
    const page = await sendForm(owner, [path]);
    expect([page.url.pathname, page.text]).toEqual(["/documents", expect.stringContaining("report.txt uploaded.")]);
    await owner.follow("report.txt");
    const content = await owner.request(`${owner.page.url.pathname}/content`);
    expect([content.headers.get("content-type"), await content.text()]).toEqual([
      "text/plain; charset=utf-8",
      "The roof is as new.\n",
    ]);
    expect(filesOf(app.spool)).toEqual([]);
    expect((await newsOf(owner, path)).status).toBe(404);
  });

  test("is deleted by its sender", async ({ app, owner }) => {
    const path = await announce(owner, { name: "a.txt", size: 10 });
    const headers = { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin" };
    expect((await owner.request(path, { method: "DELETE", headers })).status).toBe(204);
    expect(filesOf(app.spool)).toEqual([]);
  });

  test("is hidden from colleagues, strangers, and its owner in another workspace", async ({ app, agency, owner }) => {
    const path = await announce(owner, { name: "a.txt", size: 10 });
    const colleague = (await agency.join("admin")).visitor;
    const stranger = (await startAgency(app)).owner.visitor;
    for (const visitor of [colleague, stranger]) {
      expect((await newsOf(visitor, path)).status).toBe(404);
      expect((await sendPart(visitor, path, 0, "x")).status).toBe(404);
      const headers = { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin" };
      expect((await visitor.request(path, { method: "DELETE", headers })).status).toBe(404);
      await visitor.open("/documents/uploads/new");
      const fields = new URLSearchParams([...hiddenFieldsOf(visitor), ["upload[0]", path.slice(9)]]);
      const page = await visitor.send("/documents/uploads/new", fields);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining("It's no longer here.")]);
    }
    expect(await newsOf(owner, path)).toMatchObject({ status: 200, offset: 0 });
    // Its bytes are for nobody to read, whatever a header says about the method.
    expect((await owner.request(path)).status).toBe(404);
    const asIf = { "x-http-method-override": "DELETE", "tus-resumable": "1.0.0" };
    expect((await owner.request(path, { method: "HEAD", headers: asIf })).status).toBe(200);
    expect(await newsOf(owner, path)).toMatchObject({ status: 200 });
    const ids = await owner.open("/documents/uploads/new").then(() => hiddenIds(owner));
    const elsewhere = { personId: ids.accountId, workspaceId: crypto.randomUUID() };
    expect(await openResumableUploads(app.spool).list(elsewhere)).toEqual([]);
    await owner.request(path, {
      method: "DELETE",
      headers: { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin" },
    });
  });

  test.for([
    ["of nothing", 0, 413, "This file is empty."],
    ["past what a file may have", 100 * 1024 ** 2 + 1, 413, "It is larger than the limit of 100 MB per file."],
    ["of no known length", Number.NaN, 400, "The length of the file was not announced."],
    ["of less than nothing", -1, 400, "The length of the file was not announced."],
  ] as const)("%s is not begun", async ([_, size, status, sentence], { app, owner }) => {
    const answer = await tryToAnnounce(owner, { name: "a.txt", size });
    expect([answer.status, await answer.text()]).toEqual([status, sentence]);
    expect(filesOf(app.spool)).toEqual([]);
  });

  test("with more bytes than announced is cut or refused", async ({ owner }) => {
    const path = await announce(owner, { name: "a.txt", size: 3 });
    expect((await sendPart(owner, path, 0, "four")).status).toBeGreaterThanOrEqual(400);
    expect((await newsOf(owner, path)).offset).toBeLessThanOrEqual(3);
    await owner.request(path, {
      method: "DELETE",
      headers: { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin" },
    });
  });

  test("beyond the storage left is refused", async ({ app, owner }) => {
    await owner.open("/documents/uploads/new");
    const { workspaceId } = hiddenIds(owner);
    await app.database.orm.execute(
      `insert into upstream.storage_usage (workspace_id, bytes) values ('${workspaceId}', ${50 * 1024 ** 3 - 15})
       on conflict (workspace_id) do update set bytes = excluded.bytes`,
    );
    const first = await announce(owner, { name: "a.txt", size: 10 });
    const answer = await tryToAnnounce(owner, { name: "b.txt", size: 10 });
    expect([answer.status, await answer.text()]).toEqual([413, "There isn't enough storage left in this workspace."]);
    // What nobody goes on with makes way.
    const anHourAgo = Date.now() / 1000 - 3700;
    utimesSync(join(app.spool, "resumable", first.slice(9)), anHourAgo, anHourAgo);
    const second = await announce(owner, { name: "b.txt", size: 10 });
    expect((await newsOf(owner, first)).status).toBe(404);
    await owner.request(second, {
      method: "DELETE",
      headers: { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin" },
    });
  });

  test("that began in another folder says so in words that hold, and nothing of a connection", async ({ owner }) => {
    const path = await announce(owner, { name: "a.txt", size: 10 });
    const elsewhere = `${path.slice(0, -4)}ZZZZ`;
    const headers = { "tus-resumable": "1.0.0", "sec-fetch-site": "same-origin", "upload-offset": "0" };
    const type = { "content-type": "application/offset+octet-stream" };
    const answer = await owner.request(elsewhere, { method: "PATCH", headers: { ...headers, ...type }, body: "x" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(await answer.text()).toMatch(/^What was sent of this file is no longer here\. Try again from the start\./);
    await owner.request(path, { method: "DELETE", headers });
  });

  test("needs a session and the permission to add documents", async ({ app, agency }) => {
    const instructor = (await agency.join("instructor")).visitor;
    expect((await tryToAnnounce(instructor, { name: "a.txt", size: 1 })).status).toBe(403);
    const nobody = app.visitor();
    expect((await tryToAnnounce(nobody, { name: "a.txt", size: 1 })).headers.get("location")).toBe("/login/");
    expect(filesOf(app.spool)).toEqual([]);
    await nobody.close();
  });
});

describe("the form of finished uploads", () => {
  test("retries files that the store refused, without sending the bytes again", async ({ app, owner }) => {
    await owner.open("/documents/uploads/new");
    const uploads = [await uploaded(owner, "one", "one.txt"), await uploaded(owner, "two", "two.txt")];
    let count = 0;
    app.interruptPosts(async () => {
      count += 1;
      if (count === 1) throw new PostFailed("unavailable", 503);
    });
    // What the store says it took without having it is refused, too: both fail, and both are still here.
    const failed = await sendForm(owner, uploads);
    expect([failed.status, failed.text]).toEqual([503, expect.stringMatching(/File upload was not successful/)]);
    expect(filesOf(app.spool).filter((size) => size === 3)).toHaveLength(2);
    app.interruptPosts(null);
    const page = await sendForm(owner, uploads, ["three.txt"]);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("three.txt: It wasn't uploaded.")]);
    expect(page.text).toContain("Uploaded: one.txt, two.txt.");
    const empty = await sendForm(owner, [], ["four.txt"], "This file is empty.");
    expect(empty.text).toContain("four.txt: This file is empty.");
    expect(namesOn(await owner.open("/documents"))).toEqual(["one.txt", "two.txt"]);
    expect(filesOf(app.spool)).toEqual([]);
  });

  test("sent ten times at once, and again later, is applied once", async ({ app, owner }) => {
    await owner.open("/documents/uploads/new");
    const path = await uploaded(owner, "one", "one.txt");
    const fields = new URLSearchParams([...hiddenFieldsOf(owner), ["upload[0]", path.slice(9)]]);
    const post = async () => {
      const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
      const answer = await owner.request("/documents/uploads/new", {
        method: "POST",
        headers,
        body: fields.toString(),
      });
      await answer.body?.cancel();
      return `${answer.status} ${answer.headers.get("location")}`;
    };
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    expect([...answers, await post()]).toEqual(Array.from({ length: 11 }, () => "303 /documents"));
    expect(namesOn(await owner.open("/documents"))).toEqual(["one.txt"]);
    expect(filesOf(app.spool)).toEqual([]);
  });

  test("of a file that is refused for good keeps no bytes, and the dashboard lists no failed upload", async ({
    app,
    agency,
    owner,
  }) => {
    const refused = [
      ["/clients/imports/new", "Name;Notes", "This file has headings but no rows below them."],
      [`/packages/${(await agency.addPackage()).id}/photos`, "a text", "This file isn't a picture"],
    ] as const;
    for (const [page, content, sentence] of refused) {
      await owner.open(page);
      const path = await uploaded(owner, content, "clients.csv");
      const again = await sendForm(owner, [path]);
      expect([again.status, again.text]).toEqual([400, expect.stringContaining(sentence)]);
      expect((await newsOf(owner, path)).status).toBe(404);
    }
    expect(filesOf(app.spool)).toEqual([]);
    expect((await owner.open("/dashboard")).text).not.toContain("clients.csv");
  });

  test("replaces a document", async ({ app, owner }) => {
    await owner.open("/documents/uploads/new");
    await sendForm(owner, [await uploaded(owner, "one", "plan.txt")]);
    await owner.follow("plan.txt");
    await owner.open(`${owner.page.url.pathname}/replacement`);
    const page = await sendForm(owner, [await uploaded(owner, "newer", "other.txt")]);
    expect(page.text).toContain("Version 2 of plan.txt uploaded.");
    expect(filesOf(app.spool)).toEqual([]);
  });

  test("of another workspace is refused and keeps the uploads", async ({ owner }) => {
    await owner.open("/documents/uploads/new");
    const path = await uploaded(owner, "one", "one.txt");
    const fields = hiddenFieldsOf(owner).map(([name, value]) => [
      name,
      name === "_workspace" ? crypto.randomUUID() : value,
    ]);
    const body = new URLSearchParams([
      ...fields.map(([name = "", value = ""]) => [name, value]),
      ["upload[0]", path.slice(9)],
    ]);
    expect((await owner.send("/documents/uploads/new", body)).status).toBe(409);
    expect(await newsOf(owner, path)).toMatchObject({ status: 200, offset: 3 });
    await owner.open("/documents/uploads/new");
    expect((await sendForm(owner, [path])).text).toContain("one.txt uploaded.");
  });
});

test("a full disk is 503 and logged, and the upload resumes when there is space again", async ({ app, owner }) => {
  const path = await announce(owner, { name: "report.txt", size: 10 });
  const file = join(app.spool, "resumable", path.split("/").at(-1) ?? "");
  rmSync(file);
  symlinkSync("/dev/full", file);
  expect((await sendPart(owner, path, 0, "The roof l")).status).toBe(503);
  expect(app.logged()).toContain("Something went wrong");
  rmSync(file);
  writeFileSync(file, "");
  expect(await sendPart(owner, path, 0, "The roof l")).toEqual({ status: 204, offset: 10 });
});

test("uploads idle for a day are removed; others stay", async () => {
  const spool = mkdtempSync(join(tmpdir(), "latchkey-spool-"));
  onTestFinished(() => rmSync(spool, { recursive: true }));
  expect(await sweepUploadParts(join(spool, "not there yet"), new Date())).toBe(0);
  const uploads = openResumableUploads(spool);
  const whose = { personId: crypto.randomUUID(), workspaceId: crypto.randomUUID() };
  const begin = async (name: string) => {
    const metadata = `filename ${Buffer.from(name).toString("base64")}`;
    const headers = { "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": metadata };
    const request = new Request("http://latchkey.test/uploads", { method: "POST", headers });
    const { headers: told } = await uploads.begin(request, whose, { file: 100, total: 100 });
    return told.get("location")?.split("/").at(-1) ?? "";
  };
  const left = await begin("left.txt");
  await begin("under way.txt");
  const yesterday = Date.now() / 1000 - 25 * 3600;
  for (const name of [left, `${left}.json`]) utimesSync(join(spool, "resumable", name), yesterday, yesterday);
  expect(await sweepUploadParts(spool, new Date())).toBe(1);
  expect((await uploads.list(whose)).map(({ name }) => name)).toEqual(["under way.txt"]);
});
