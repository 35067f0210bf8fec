import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { PostFailed } from "#app/uploads/uploads.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import { announce, newsOf, sendPart, tryToAnnounce } from "#tests/support/resumable.ts";
import { canMountDisks, mountSmallDisk, type SmallDisk } from "#tests/support/small-disk.ts";
import { filesOf } from "#tests/support/storing.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

// A spool without room: every way to upload says so with 503, keeps what there is, and works as soon as there is room.

/** Each test has a spool of 256 kB, on a disk of its own. */
const test = newAgencyTest().extend("disk", ({ app }, { onCleanup }): SmallDisk => {
  const disk = mountSmallDisk(app.spool, 256);
  if (disk === null) throw new Error("no disk can be mounted here");
  onCleanup(() => disk.unmount());
  // The server has made it once.
  mkdirSync(join(app.spool, "resumable"));
  return disk;
});

const large = new File(["x".repeat(400_000)], "plan.txt", { type: "text/plain" });
const small = new File(["A note."], "note.txt", { type: "text/plain" });
const namesOn = ({ document }: Visit) => document.querySelectorAll(".file > a > b").map((label) => label.text);

/** What the open page's upload form sends with these files. */
function formWith(owner: Visitor, files: readonly File[]) {
  const inputs = owner.page.document.querySelectorAll("main form[method=post] input[type=hidden]");
  const fields = inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""] as const);
  return { fields, send: () => owner.send("/documents/uploads/new", multipartOf(fields, files)) };
}

describe.skipIf(!canMountDisks())("on a full disk", () => {
  test("a form with a file is 503 and there again; the same form is saved once there is room", async ({
    app,
    owner,
    disk,
  }) => {
    await owner.open("/documents/uploads/new");
    const { send } = formWith(owner, [small]);
    disk.fill();
    const refused = await send();
    expect(refused.status).toBe(503);
    expect(refused.text).toContain("note.txt: We have no room for it right now. Try again in a few minutes.");
    expect(refused.document.querySelector("main form input[type=file]")).not.toBeNull();
    expect(app.logged()).toContain("ENOSPC");
    disk.free();
    expect(filesOf(app.spool)).toEqual([]);
    expect((await send()).text).toContain("note.txt uploaded.");
    expect(namesOn(await owner.open("/documents"))).toEqual(["note.txt"]);
  });

  test("a file that has no room in the middle leaves nothing, and those beside it are saved", async ({
    app,
    owner,
    disk: _,
  }) => {
    await owner.open("/documents/uploads/new");
    const answer = await formWith(owner, [large, small]).send();
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("Uploaded: note.txt.");
    expect(filesOf(app.spool)).toEqual([]);
    expect(namesOn(await owner.open("/documents"))).toEqual(["note.txt"]);
  });

  test("an upload in parts cannot begin, is 503, and leaves nothing", async ({ app, owner, disk }) => {
    await owner.open("/documents/uploads/new");
    disk.fill();
    const refused = await tryToAnnounce(owner, { name: "plan.txt", size: 10 });
    expect([refused.status, await refused.text()]).toEqual([
      503,
      "We have no room for it right now. Try again in a few minutes.",
    ]);
    disk.free();
    expect(filesOf(app.spool)).toEqual([]);
    await announce(owner, { name: "plan.txt", size: 10 });
  });

  test("an upload in parts stops with 503, keeps what has arrived, and goes on once there is room", async ({
    owner,
    disk,
  }) => {
    const content = "x".repeat(100_000);
    const path = await announce(owner, { name: "plan.txt", size: content.length });
    expect(await sendPart(owner, path, 0, content.slice(0, 20))).toEqual({ status: 204, offset: 20 });
    disk.fill();
    expect((await sendPart(owner, path, 20, content.slice(20))).status).toBe(503);
    const { status, offset = 0 } = await newsOf(owner, path);
    expect([status, offset >= 20, offset < content.length]).toEqual([200, true, true]);
    disk.free();
    expect(await sendPart(owner, path, offset, content.slice(offset))).toEqual({ status: 204, offset: content.length });
  });

  test("a form about an upload in parts is 503 while the store has no room, and keeps the upload", async ({
    app,
    owner,
    disk,
  }) => {
    await owner.open("/documents/uploads/new");
    const { fields } = formWith(owner, []);
    const path = await announce(owner, { name: "plan.txt", size: 4 });
    await sendPart(owner, path, 0, "Plan");
    const id = path.slice("/uploads/".length);
    const body = new URLSearchParams(Object.fromEntries([...fields, ["upload[0]", id] as const]));
    app.interruptPosts(() => Promise.reject(new PostFailed("unavailable", 500)));
    disk.fill();
    expect((await owner.send("/documents/uploads/new", body)).status).toBe(503);
    disk.free();
    app.interruptPosts(null);
    expect((await owner.send("/documents/uploads/new", body)).text).toContain("plan.txt uploaded.");
    expect(namesOn(await owner.open("/documents"))).toEqual(["plan.txt"]);
  });
});
