import { expect, vi } from "vitest";
import { inspectionReport } from "#tests/support/inspection-report.ts";
import { addDocument, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";

const soon = { timeout: 20_000, interval: 50 };

const report = inspectionReport.join("\f");
interface Place {
  readonly packageId?: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly name?: string;
}
/** A document of a property, in a text that has findings. */
export async function newDocument(
  service: UpstreamService,
  person: TestPerson,
  { packageId, content = report, name = "Report.txt" }: Place = {},
) {
  const place = packageId ?? (await newPackage(person, { listPrice: { amount: "1", currency: "USD" } })).id;
  return (await addDocument(service, person, { packageId: place, onClash: "keep_both" }, { name, content })).record;
}
export const request = (person: TestPerson, documentId: string) =>
  person.send("POST", "/inspection_reports", { type: "inspection_report", attributes: { documentId } });
/** The report once it was read. */
export async function settled(person: TestPerson, id: string) {
  return vi.waitFor(async () => {
    const { record } = await person.get(`/inspection_reports/${id}`);
    expect(record.attributes.state).not.toBe("queued");
    return record;
  }, soon);
}
export const proposed = async (person: TestPerson, reportId: string) =>
  (await person.get(`/findings?filter[inspection_report_id]=${reportId}&page[limit]=100`)).records;
