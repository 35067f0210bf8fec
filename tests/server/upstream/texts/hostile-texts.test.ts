import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, vi } from "vitest";
import { quotedFindings } from "#server/upstream/inspections/quoted-findings.ts";
import { readFindings } from "#server/upstream/inspections/read-findings.ts";
import { keySentences } from "#server/upstream/summaries/key-sentences.ts";
import { makeSummary } from "#server/upstream/summaries/summarizing.ts";
import { BoundMet } from "#server/upstream/texts/bounded-worker.ts";
import { createFileTexts } from "#server/upstream/texts/file-text.ts";
import { textBounds } from "#server/upstream/texts/text-reading.ts";
import { addDocument, newPackage } from "#tests/support/uploads.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

// Texts that are made to take long. What a text may contain is as long as one may be; what it costs grows with its length alone.

const test = sharedWorkspaceTest();
const soon = { timeout: 20_000, interval: 50 };

const units = [
  ...[
    ".",
    ". ",
    "… ",
    "a",
    "a ",
    "a, ",
    "a\n",
    "Ab\n",
    "a-\n",
    "1-\n",
    "• a\n",
    "1",
    "$1,",
    "'",
    "a? ",
    "a. ",
    "A. ",
    "mr. ",
  ],
  ...[
    "e.g. ",
    "no ",
    "to avoid ",
    "smoke missing ",
    "at its ",
    "within 1 ",
    "。",
    "﷽",
    "👩‍👩‍👧",
    "A b c d e f. ",
    "A b c d e f.\n",
  ],
  ...["Roof leaks.\n\n", "The roof leaks and must be repaired. "],
];

/** As much text as is read of a file. Its first and last lines differ from page to page: else they would be left out. */
function pagesOf(unit: string): readonly string[] {
  const length = textBounds.pageCharacters - 100;
  return Array.from({ length: textBounds.characters / textBounds.pageCharacters }, (_, index) => {
    const tag = String.fromCodePoint(97 + index, 98 + index);
    const own = (name: string) => `${name}${tag}`;
    return [own("q"), own("r"), own("s"), unit.repeat(length / unit.length), own("t"), own("u"), own("v")].join("\n");
  });
}

/** Milliseconds of this thread, however busy the machine is. */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test.for(units.map((unit) => [JSON.stringify(unit), unit] as const))(
  "key sentences and findings of a text of nothing but %s take less than a second",
  ([_, unit]) => {
    const pages = pagesOf(unit);
    expect(cpuOf(() => keySentences(pages))).toBeLessThan(1000);
    expect(cpuOf(() => readFindings(pages))).toBeLessThan(1000);
  },
);

test("a language model's findings that quote the text at length are looked for within a limit", () => {
  const pages = pagesOf("a");
  const quote = `${"a".repeat(5000)}b${"a".repeat(5000)}`;
  const finding = { system: "Roof", severity: "repair", title: "It leaks", page: 1, quote };
  expect(cpuOf(() => quotedFindings({ named: Array.from({ length: 80 }, () => finding), pages }))).toBeLessThan(5000);
});

test("a text that was given up stays so when another process ends its reading later", async ({ service, owner }) => {
  const { id: packageId } = await newPackage(owner);
  const content = "The gutters of the house are loose and must be fastened this summer.";
  const { record } = await addDocument(service, owner, { packageId }, { name: "Late.txt", content });
  const fileId = String(record.attributes.file_id);
  const { orm } = service.database;
  // As it is before the queue has come to it.
  const queued = sql`update upstream.document_texts set state = 'queued', pages = '{}' where file_id = ${fileId}`;
  await vi.waitFor(async () => {
    const { rows } = await orm.execute(sql`select state from upstream.document_texts where file_id = ${fileId}`);
    expect(rows).toEqual([{ state: "ready" }]);
  }, soon);
  await orm.execute(queued);
  const { signal } = new AbortController();
  const held = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const slowStore: typeof service.objects = {
    ...service.objects,
    read: async (key, range) => {
      opened.resolve();
      await held.promise;
      return service.objects.read(key, range);
    },
  };
  const late = createFileTexts(orm, slowStore).read(fileId, signal);
  await opened.promise;
  const first = createFileTexts(orm, service.objects, 1);
  expect(await first.read(fileId, signal)).toMatchObject({ state: "ready" });
  const work = { worker: "../summaries/key-sentences-worker", input: [content] };
  await expect(first.work(fileId, work, signal)).rejects.toThrow(BoundMet);
  held.resolve();
  expect(await late).toMatchObject({ state: "too_large", pages: [content] });
  expect(await first.read(fileId, signal)).toMatchObject({ state: "too_large" });
});

test("a text that is too much to work on fails for good, counts, and is not worked on again", async ({
  service,
  owner,
}) => {
  const { id: packageId } = await newPackage(owner);
  const content = "The roof of the house leaks badly and must be replaced before the winter.";
  const { record } = await addDocument(service, owner, { packageId }, { name: "Long.txt", content });
  const { orm } = service.database;
  const fileId = String(record.attributes.file_id);
  const asked = await orm.execute<{ id: string }>(sql`
    insert into upstream.document_summaries (workspace_id, document_id, version_number, file_id, month)
    values (${owner.workspaceId}, ${record.id}, 1, ${fileId}, '2026-05') returning id`);
  await orm.execute(
    sql`insert into upstream.summary_months (workspace_id, month, used) values (${owner.workspaceId}, '2026-05', 1)`,
  );
  const id = asked.rows[0]?.id ?? "";
  const texts = createFileTexts(orm, service.objects, 1);
  const { signal } = new AbortController();
  await makeSummary({ database: orm, texts, model: null, log: pino({ level: "silent" }) }, id, signal);
  const failed = (await owner.get(`/document_summaries/${id}`)).record;
  expect(failed.attributes).toMatchObject({
    state: "failed",
    failure: "This file is too large or complex to read.",
    is_final: true,
  });
  const { rows } = await orm.execute(
    sql`select used from upstream.summary_months where workspace_id = ${owner.workspaceId}`,
  );
  expect(rows).toEqual([{ used: 1 }]);
  const again = { type: "document_summary", attributes: { documentId: record.id } };
  expect((await owner.send("POST", "/document_summaries", again)).record.attributes).toEqual(failed.attributes);
  // Its analysis, with all the time there is, ends as the summary did.
  const analysis = { type: "inspection_report", attributes: { documentId: record.id } };
  const report = (await owner.send("POST", "/inspection_reports", analysis)).record;
  const ended = await vi.waitFor(async () => {
    const { attributes } = (await owner.get(`/inspection_reports/${report.id}`)).record;
    expect(attributes.state).not.toBe("queued");
    return attributes;
  }, soon);
  expect(ended).toMatchObject({ state: "failed", failure: failed.attributes.failure, is_final: true });
  expect((await owner.send("POST", "/inspection_reports", analysis)).record.attributes).toEqual(ended);
  // It is found by its words all the same.
  const found = await owner.get("/documents?filter[search]=winter");
  expect(found.records.map((document) => document.id)).toEqual([record.id]);
});
