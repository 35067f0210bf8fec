import { expect } from "vitest";
import { placeOf } from "#server/upstream/documents/snippets.ts";
import { createFileTexts, type FileTexts } from "#server/upstream/texts/file-text.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { addDocument, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest().extend("texts", { scope: "file" }, ({ service }) =>
  createFileTexts(service.database.orm, service.objects),
);

/** Makes a document whose text has been read, and gives its id. */
async function add(
  service: UpstreamService,
  person: TestPerson,
  texts: FileTexts,
  pages: readonly string[],
  attributes: object = {},
): Promise<string> {
  const upload = { name: `${crypto.randomUUID()}.pdf`, content: await pdfOf(pages) };
  const { record } = await addDocument(service, person, attributes, upload);
  await texts.read(String(record.attributes.file_id), new AbortController().signal);
  return record.id;
}

async function ask(person: TestPerson, search: string, ids: readonly string[]) {
  const query = new URLSearchParams({ search, document_ids: ids.join(",") });
  const { records } = await person.get(`/documents/snippets?${query}`);
  return records.map(({ attributes: { page, before, match, after } }) => ({ page, before, match, after }));
}

test("the page with most of the words is shown, as it is written there", async ({ service, owner, texts }) => {
  const id = await add(service, owner, texts, [
    "The roof is new.",
    "The furnace is old.",
    "Above the FURNACE the roof leaks.",
  ]);
  expect(await ask(owner, "Roof furnace", [id])).toEqual([
    { page: 3, before: "Above the ", match: "FURNACE", after: " the roof leaks." },
  ]);
  expect(await ask(owner, "nowhere", [id])).toEqual([]);
  expect(await ask(owner, "%", [id])).toEqual([]);
});

test("what one may not see, or has put into the trash, says nothing", async ({ service, owner, texts }) => {
  const packageId = (await newPackage(owner)).id;
  const id = await add(service, owner, texts, ["A secret of the house."], { packageId });
  const stranger = (await service.newWorkspace()).owner;
  expect(await ask(stranger, "secret", [id])).toEqual([]);
  expect(await ask(owner, "secret", [id])).toHaveLength(1);
  await owner.send("POST", `/documents/${id}/trashing`);
  expect(await ask(owner, "secret", [id])).toEqual([]);
});

test.for([
  ["search=&document_ids=", "400 invalid_query search"],
  ["search=x&document_ids=nonsense", "400 invalid_query document_ids"],
  [`search=${"x".repeat(201)}&document_ids=${crypto.randomUUID()}`, "400 invalid_query search"],
  [
    `search=x&document_ids=${Array.from({ length: 51 }, () => crypto.randomUUID()).join(",")}`,
    "400 invalid_query document_ids",
  ],
] as const)("%s is refused", async ([query, problem], { owner }) => {
  expect((await owner.get(`/documents/snippets?${query}`)).problem).toBe(problem);
});

test("a place is cut at words, and found whatever its accents, case and spaces", () => {
  const text = `${"word ".repeat(40)}Die  Küche\nist ﬁnster. ${"end ".repeat(60)}`;
  const place = placeOf(text, ["kuche"]);
  expect(place?.match).toBe("Küche");
  expect(place?.before).toMatch(/^… (word ){11,12}Die $/);
  expect(place?.after).toMatch(/^ ist ﬁnster\. (end ?){20,40}…$/);
  expect(placeOf("a 😀 house", ["house"])).toEqual({ before: "a 😀 ", match: "house", after: "" });
  expect(placeOf("nothing", ["house"])).toBe(null);
});

test.for(["A roof leaks. ", "é", "﷽"])("a long page of nothing but %s is searched fast", (unit) => {
  const before = process.threadCpuUsage();
  for (let pages = 0; pages < 15; pages += 1) placeOf(`${unit.repeat(20_000 / unit.length)} winter`, ["winter"]);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 15_000).toBeLessThan(40);
});
