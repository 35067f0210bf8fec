import { deflateSync } from "node:zlib";
import { expect, vi } from "vitest";
import { createFileTexts, type FileTexts } from "#server/upstream/texts/file-text.ts";
import { pdfOf, rawPdf } from "#tests/support/pdf.ts";
import { addDocument, newPackage, type Upload, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest().extend("texts", { scope: "file" }, ({ service }) =>
  createFileTexts(service.database.orm, service.objects),
);
const soon = { timeout: 20_000, interval: 50 };

const signal = new AbortController().signal;
const read = async (
  service: UpstreamService,
  owner: TestPerson,
  texts: FileTexts,
  content: Upload["content"] = "",
  name = "report.pdf",
) => texts.read((await uploadFile(service, owner, { name, content })).id, signal);

test("a PDF's text is read by page, with its lines and paragraphs", async ({ service, owner, texts }) => {
  const reading = await read(
    service,
    owner,
    texts,
    await pdfOf(["Roof\n\nShingles are missing.\nWater came in.", "", "Last page, with more words."]),
  );
  expect(reading).toEqual({
    state: "ready",
    pages: ["Roof\n\nShingles are missing.\nWater came in.", "", "Last page, with more words."],
    pageCount: 3,
  });
});

test("a text in another encoding is read in that", async ({ service, owner, texts }) => {
  const { id } = await uploadFile(service, owner, {
    name: "wish.txt",
    content: new Uint8Array(Buffer.from("Se\xf1ora Pe\xf1a wants a garage, soon.", "latin1")),
  });
  expect(await texts.read(id, AbortSignal.timeout(30_000))).toMatchObject({
    pages: ["Señora Peña wants a garage, soon."],
  });
});

test("a scan has no text, even with a stamp on it", async ({ service, owner, texts }) => {
  expect(await read(service, owner, texts, await pdfOf(["", "7", ""]))).toEqual({
    state: "empty",
    pages: [],
    pageCount: 3,
  });
});

test.for<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string]>([
  ["with a password", () => pdfOf(["Secret words of the house"], { userPassword: "hidden" }), "encrypted"],
  ["cut off", async () => (await pdfOf(["Words that nobody will read"])).slice(0, 300), "broken"],
  ["of nothing but its first bytes", () => new TextEncoder().encode("%PDF-1.7\nnothing else\n"), "broken"],
  ["that unpacks to 200 MB", () => rawPdf(bomb(200), "/Filter /FlateDecode"), "too_large"],
  ["that unpacks twice", () => rawPdf(deflateSync(bomb(200)), "/Filter [/FlateDecode /FlateDecode]"), "too_large"],
])(
  "a PDF %s ends in a state, and nothing else",
  { timeout: 60_000 },
  async ([_, make, state], { service, owner, texts }) => {
    // Packing it stops the loop, too: that is done before anybody watches.
    const content = await make();
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    expect(await read(service, owner, texts, content)).toEqual({ state, pages: [], pageCount: 0 });
    clearInterval(beat);
    // The loop went on meanwhile: unpacked in it, 200 MB would stop it for longer than a busy machine does.
    expect(longest).toBeLessThan(2_500);
  },
);

function bomb(megabytes: number): Uint8Array {
  return deflateSync(new Uint8Array(megabytes * 1024 * 1024).fill(32), { level: 1 });
}

test("an aborted reading ends, and is repeated the next time", async ({ service, owner, texts }) => {
  const { id } = await uploadFile(service, owner, {
    name: "a.pdf",
    content: await pdfOf(["Words enough to be read."]),
  });
  const ending = new AbortController();
  const reading = texts.read(id, ending.signal);
  setTimeout(() => ending.abort(new Error("end")), 30);
  await expect(reading).rejects.toThrow("end");
  expect((await texts.read(id, signal))?.state).toBe("ready");
});

test("of a long document the first pages are kept, and how many there are", async ({ service, owner, texts }) => {
  const reading = await read(
    service,
    owner,
    texts,
    await pdfOf(Array.from({ length: 303 }, (_, index) => `Page ${index + 1} of many`)),
  );
  expect([reading?.pages.length, reading?.pages.at(-1), reading?.pageCount]).toEqual([300, "Page 300 of many", 303]);
});

test("a text has the pages that its form feeds make; a long one is cut at the end of a line", async ({
  service,
  owner,
  texts,
}) => {
  expect(await read(service, owner, texts, "One page of words\r\nand a line\fThe second page", "a.txt")).toEqual({
    state: "ready",
    pages: ["One page of words\nand a line", "The second page"],
    pageCount: 2,
  });
  const lines = "A line of the long text.\n".repeat(1000);
  const pages = (await read(service, owner, texts, lines, "b.txt"))?.pages ?? [];
  expect(pages.map((page) => page.endsWith("text."))).toEqual([true, true]);
  expect(pages.join("\n")).toBe(lines.trim());
});

test("files that are neither PDF nor text have none; a missing file has no reading", async ({
  service,
  owner,
  texts,
}) => {
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  expect(await read(service, owner, texts, picture, "a.png")).toEqual({
    state: "unsupported",
    pages: [],
    pageCount: 0,
  });
  expect(await texts.read(crypto.randomUUID(), signal)).toBeNull();
});

const labels = async (person: TestPerson, search: string) =>
  (await person.get(`/documents?filter[search]=${encodeURIComponent(search)}`)).records.map(
    ({ attributes }) => attributes.label,
  );

test("documents are found by their content by users who see them; after a new version by its content", async ({
  service,
}) => {
  const workspace = await service.newWorkspace();
  const { owner } = workspace;
  const { id: packageId } = await newPackage(owner);
  const content = await pdfOf(["The Überdachung leaks", "Efflorescence on the foundation wall"]);
  const { id } = (await addDocument(service, owner, { packageId }, { name: "Survey.pdf", content })).record;
  await vi.waitFor(async () => expect(await labels(owner, "efflorescence WALL")).toEqual(["Survey.pdf"]), soon);
  expect(await labels(owner, "uberdachung survey")).toEqual(["Survey.pdf"]);
  expect(await labels(owner, "efflorescence attic")).toEqual([]);
  expect(await labels(await workspace.join("member"), "efflorescence")).toEqual([]);
  expect(await labels(await workspace.join("instructor"), "efflorescence")).toEqual(["Survey.pdf"]);
  expect(await labels((await service.newWorkspace()).owner, "efflorescence")).toEqual([]);
  await owner.send("PATCH", `/documents/${id}`, { type: "document", attributes: { label: "Renamed.pdf" } });
  expect(await labels(owner, "efflorescence renamed")).toEqual(["Renamed.pdf"]);
  const file = await uploadFile(service, owner, { name: "b.pdf", content: await pdfOf(["A dry attic at last"]) });
  await owner.send("POST", `/documents/${id}/versions`, { type: "document", attributes: { fileId: file.id } });
  await vi.waitFor(async () => expect(await labels(owner, "dry attic")).toEqual(["Renamed.pdf"]), soon);
  expect(await labels(owner, "efflorescence")).toEqual([]);
});

test("a text is also found by its end, far beyond the part that lists search", async ({ service }) => {
  const { owner } = await service.newWorkspace();
  const content = `${"Nothing of note here.\n".repeat(5000)}At the very end: vermiculite.`;
  await addDocument(service, owner, {}, { name: "Long.txt", content });
  await vi.waitFor(async () => expect(await labels(owner, "vermiculite")).toEqual(["Long.txt"]), soon);
});
