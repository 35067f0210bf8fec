import { expect, vi } from "vitest";
import type { TestRecord } from "#tests/support/answers.ts";
import { readBytes } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { readZip } from "#tests/support/zip.ts";

const soon = { timeout: 30_000, interval: 50 };

export const startExport = (person: TestPerson) => person.send("POST", "/workspace_exports");

/** The newest export, once nobody works on it. */
export function finished(person: TestPerson): Promise<TestRecord> {
  return vi.waitFor(async () => {
    const [newest] = (await person.get("/workspace_exports")).records;
    if (newest === undefined) throw new Error("There is no export.");
    expect(newest.attributes.state).not.toBe("queued");
    return newest;
  }, soon);
}

/** Exports the workspace and gives what is in the archive. */
export async function exported(service: UpstreamService, person: TestPerson) {
  const asked = await startExport(person);
  if (asked.status !== 201) throw new Error(asked.text);
  const record = await finished(person);
  const { bytes } = await readBytes(service, person, `/workspace_exports/${record.id}/content`);
  const files = await readZip(new Uint8Array(bytes).buffer);
  return { record, bytes, files };
}

/** The records of a kind in an archive. */
export function recordsIn(files: Readonly<Record<string, string>>, name: string): readonly TestRecord[] {
  const { data } = JSON.parse(files[`records/${name}.json`] ?? "{}");
  return data;
}
