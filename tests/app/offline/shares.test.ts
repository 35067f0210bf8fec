import { readdirSync } from "node:fs";
import { join } from "node:path";
import { FormData } from "undici";
import { expect } from "vitest";
import { z } from "zod";
import { sweepUploadParts } from "#app/uploads/upload-parts.server.ts";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";
import { messagesOn } from "../page-reading.ts";

const test = newAgencyTest();

const address = "/device/shared";
const named = z.object({ data: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })) });

interface Shared {
  readonly files?: readonly File[];
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
}

/** As a device brings it. */
function share(visitor: Visitor, { files = [], ...texts }: Shared): Promise<Visit> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  for (const file of files) form.append("files", file);
  return visitor.send(address, form);
}

const photo = (name: string) => new File([smallPicture()], name, { type: "image/png" });
const paper = (name: string, content = "A paper.") => new File([content], name, { type: "text/plain" });
const filesOn = ({ document }: Visit) => document.querySelectorAll('[aria-label="Files"] b').map(({ text }) => text);
const inSpool = ({ spool }: Application) => {
  try {
    return readdirSync(join(spool, "resumable")).length;
  } catch {
    return 0;
  }
};
const send = { button: "Send" };

async function recordsOf(agency: Agency, path: string) {
  return named.parse(await agency.call("GET", path)).data.map(({ attributes }) => attributes);
}

test("photos wait on one page, and become photos of the property that is chosen, with their name, once", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addPackage({ street: "12 Alder Lane" });
  const names = Array.from({ length: 12 }, (_, index) => `photo-${String(index).padStart(2, "0")}.png`);
  const page = await share(owner, { files: names.map(photo) });
  expect([page.status, page.url.pathname.split("/").length]).toEqual([200, 4]);
  expect(filesOn(page)).toEqual(names);
  // Nothing is written before the form is sent, and no other form offers these files.
  expect(await recordsOf(agency, `/package_photos?filter[package_id]=${id}`)).toEqual([]);
  expect((await owner.open("/documents/uploads/new")).text).not.toContain("photo-00.png");

  await owner.open(page.url);
  const first = owner.submitOnly({ use: "photos", holderText: "12 Alder Lane", name: "Kitchen" }, send);
  const both = await Promise.all([
    first,
    owner.submitOnly({ use: "photos", holderText: "12 Alder Lane", name: "Kitchen" }, send),
  ]);
  expect(both.map(({ pathname }) => pathname)).toEqual([`/packages/${id}/photos`, `/packages/${id}/photos`]);
  expect((await owner.open(`/packages/${id}/photos`)).text).toContain("12 photos added.");
  const photos = await recordsOf(agency, `/package_photos?filter[package_id]=${id}`);
  expect(photos.map(({ caption }) => caption)).toEqual(names.map(() => "Kitchen"));
  expect(inSpool(app)).toBe(0);
  const gone = await owner.open(page.url);
  expect([gone.status, gone.text]).toEqual([200, expect.stringContaining("It's no longer here.")]);
});

test("files and text go to a client: documents in a folder, and a note for the team", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Ida Marsh" });
  const page = await share(owner, {
    files: [paper("a.txt"), paper("b.txt")],
    title: "Letter",
    text: "Read this",
    url: "https://a.example/",
  });
  expect(page.document.querySelector("textarea")?.text).toBe("Letter\nRead this\nhttps://a.example/");
  const sent = await owner.submit({ use: "documents", holderText: "Ida Marsh", name: "Lender" }, send);
  expect([sent.url.pathname, sent.text]).toEqual([
    `/clients/${client.id}`,
    expect.stringContaining("2 documents added."),
  ]);
  const documents = await recordsOf(agency, `/documents?filter[client_id]=${client.id}&sort=label`);
  expect(documents.map(({ label, is_client_visible }) => [label, is_client_visible])).toEqual([
    ["a.txt", false],
    ["b.txt", false],
  ]);
  expect((await recordsOf(agency, `/folders?filter[client_id]=${client.id}`)).map(({ name }) => name)).toContain(
    "Lender",
  );
  expect((await owner.open(`/messages/${client.id}`)).text).toContain("Read this");
  // The folder is there now.
  await share(owner, { files: [paper("c.txt")] });
  await owner.submit({ use: "documents", holderText: "Ida Marsh", name: "lender" }, send);
  const all = await recordsOf(agency, `/documents?filter[client_id]=${client.id}`);
  expect(new Set(all.map(({ folder_id }) => folder_id)).size).toBe(1);
});

test("text alone is a message to a client, and what was begun to them stays; of a property it is a file", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Ida Marsh" });
  const { id } = await agency.addPackage({ street: "12 Alder Lane" });
  await owner.open(`/messages/${client.id}`);
  await agency.call("PATCH", `/message_drafts/${client.id}`, { body: "Half a word" }).catch(() => null);
  await share(owner, { text: "The roof is new." });
  const sent = await owner.submit({ use: "message", holderText: "Ida Marsh" }, send);
  expect([sent.url.pathname, sent.text]).toEqual([`/messages/${client.id}`, expect.stringContaining("Message sent.")]);
  expect(sent.text).toContain("The roof is new.");
  await share(owner, { url: "https://listing.example/12" });
  const saved = await owner.submit({ use: "documents", holderText: "12 Alder Lane" }, send);
  expect(saved.text).toContain("Text saved.");
  expect((await recordsOf(agency, `/documents?filter[package_id]=${id}`)).map(({ label }) => label)).toEqual([
    "Shared text.txt",
  ]);
});

test("files go with a message; payment details are asked about where the message is written", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Ida Marsh" });
  await share(owner, { files: [paper("plan.txt")], text: "See the plan." });
  const sent = await owner.submit({ use: "message", holderText: "Ida Marsh" }, send);
  expect(sent.text).toContain("Message sent.");
  expect(sent.text).toContain("plan.txt");
  await share(owner, { text: "Wire it to IBAN DE89 3704 0044 0532 0130 00" });
  const asked = await owner.submit({ use: "message", holderText: "Ida Marsh" }, send);
  expect(asked.url.pathname).toBe(`/messages/${client.id}`);
  expect(asked.text).toContain("Not sent yet.");
  expect(asked.document.querySelector("textarea[name=body]")?.text).toContain("IBAN");
});

test("where it goes is asked for without scripts, and nothing is lost meanwhile", async ({ app, agency, owner }) => {
  await agency.addClient({ name: "Ida Marsh", email: "ida@one.example" });
  await agency.addClient({ name: "Ida Marsh", email: "ida@two.example" });
  await agency.addPackage({ street: "12 Alder Lane" });
  const page = await share(owner, { files: [paper("plan.txt")] });
  const before = inSpool(app);
  const tries: [Record<string, string>, string, number?][] = [
    [{ use: "documents", holderText: "" }, "Choose a client or a property."],
    [{ use: "documents", holderText: "Zebra Quux" }, "There is no client or property of this name.", 409],
    [{ use: "photos", holderText: "ida@one.example" }, "Choose a property: only these have photos."],
    [{ use: "message", holderText: "12 Alder Lane" }, "Choose a client to write to."],
  ];
  for (const [typed, said, status = 400] of tries) {
    await owner.open(page.url);
    const refused = await owner.submit(typed, send);
    expect([typed, refused.status, messagesOn(refused)]).toEqual([typed, status, [said]]);
    expect(filesOn(refused)).toEqual(["plan.txt"]);
  }
  await owner.open(page.url);
  const asked = await owner.submit({ use: "documents", holderText: "Ida Marsh" }, send);
  expect(asked.text).toContain("Which one do you mean by “Ida Marsh”?");
  expect(inSpool(app)).toBe(before);
  const value = asked.document.querySelectorAll("[name=holderChosen]").at(-1)?.getAttribute("value") ?? "";
  const sent = await owner.submit({ holderChosen: value }, send);
  expect(sent.text).toContain("Document added.");
});

test("a file that is no picture is refused among photos, the others are saved, and the page says which", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addPackage({ street: "12 Alder Lane" });
  await share(owner, { files: [photo("one.png"), paper("plan.txt"), photo("two.png")], text: "From today" });
  const refused = await owner.submit({ use: "photos", holderText: "12 Alder Lane" }, send);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("plan.txt: This file isn't a picture.");
  expect(refused.text).toContain("Saved: one.png, two.png. The text is not saved yet.");
  expect(filesOn(refused)).toEqual([]);
  expect(await recordsOf(agency, `/package_photos?filter[package_id]=${id}`)).toHaveLength(2);
  expect((await owner.submit({ use: "documents" }, send)).text).toContain("Text saved.");
});

test("what is empty or too large is told by its name, and the rest is here", async ({ app, agency, owner }) => {
  await app.database.pool.query("UPDATE upstream.workspaces SET plan = 'free' WHERE id = $1", [agency.workspaceId]);
  const page = await share(owner, { files: [paper("empty.txt", ""), paper("plan.txt")] });
  expect(page.text).toContain("empty.txt: This file is empty.");
  expect(page.text).toContain("The other files are here.");
  expect(filesOn(page)).toEqual(["plan.txt"]);
  const many = await share(owner, { files: Array.from({ length: 51 }, (_, index) => paper(`${index}.txt`)) });
  expect([many.status, many.text]).toEqual([400, expect.stringContaining("You can upload up to 50 files at once.")]);
});

test("it waits for its sender alone, for a day", async ({ app, agency, owner }) => {
  const page = await share(owner, { files: [paper("plan.txt")], text: "Mine" });
  const { visitor: colleague } = await agency.join("member");
  expect((await colleague.open(page.url)).status).toBe(404);
  const list = await owner.open(address);
  expect(list.text).toContain("1 file");
  expect(list.document.querySelector("main a.link")?.getAttribute("href")).toBe(page.url.pathname);
  expect(await sweepUploadParts(app.spool, new Date(Date.now() + 23 * 3_600_000))).toBe(0);
  expect(await sweepUploadParts(app.spool, new Date(Date.now() + 25 * 3_600_000))).toBeGreaterThan(1);
  expect((await owner.open(page.url)).text).toContain("removed because it waited for more than 24 hours");
});

test("without a session nothing is kept, and the sign-in page says so", async ({ app, agency }) => {
  const stranger = app.visitor();
  const before = inSpool(app);
  const page = await share(stranger, { files: [paper("plan.txt")], text: "Lost" });
  expect([page.url.pathname, page.url.searchParams.get("next")]).toEqual(["/login/", address]);
  expect(page.text).toContain("Nothing that you shared was kept.");
  expect(page.text).not.toContain("Your entries are saved.");
  expect(inSpool(app)).toBe(before);
  expect((await stranger.open("/login/?next=/clients")).text).not.toContain("shared");
  const { visitor: reader } = await agency.join("instructor");
  expect((await share(reader, { files: [paper("plan.txt")] })).status).toBe(403);
  expect(inSpool(app)).toBe(before);
});

test("opened by hand, the page says what it is", async ({ owner }) => {
  expect((await owner.open(address)).text).toContain("Nothing waits here.");
});
