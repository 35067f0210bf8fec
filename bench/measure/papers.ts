/** Documents for the pages that are measured, and what is made of them. */

import { addFinding, addReport, summarize } from "#tests/support/inspecting.ts";
import { createFolder, uploadDocument } from "#tests/support/seeded-agent.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { enter } from "./product.ts";

type Ids<Name extends string> = Readonly<Record<Name, string>>;

const content = "The roof leaks at the chimney and must be repaired before May 1.";
const tag = () => crypto.randomUUID().slice(0, 8);

/** A summarized document and a folder of a package, a finding and a report about it. */
export function newPapers(
  origin: string,
  packageId: string,
): Promise<Ids<"documentId" | "folderId" | "findingId" | "reportId">> {
  return asAgent(origin, async (visitor) => {
    const papers = await makePapers(visitor, `?package=${packageId}`);
    await summarize(visitor, papers.documentId);
    const seen = { title: "The deck is rotten", system: "Exterior", severity: "major" };
    const findingId = await addFinding(visitor, packageId, seen);
    const reportId = await addReport(visitor, packageId, { name: `Report ${tag()}.txt`, content });
    return { ...papers, findingId, reportId };
  });
}

/** A document of a package whose summary is approved for clients. */
export function approvedPaper(origin: string, packageId: string): Promise<string> {
  return asAgent(origin, async (visitor) => {
    const { documentId } = await makePapers(visitor, `?package=${packageId}`);
    await summarize(visitor, documentId);
    await visitor.open(`/documents/${documentId}/summary/approval`);
    await visitor.submit({}, { button: "Approve for clients" });
    return documentId;
  });
}

/** A document and a folder of the workspace, in the trash. */
export function trashedPapers(origin: string): Promise<Ids<"documentId" | "folderId">> {
  return asAgent(origin, async (visitor) => {
    const papers = await makePapers(visitor, "");
    await visitor.open(`/documents/${papers.documentId}/trashing`);
    await visitor.submit({}, { button: "Delete document" });
    await visitor.open(`/documents/folders/${papers.folderId}/trashing`);
    await visitor.submit({}, { button: "Delete folder" });
    return papers;
  });
}

async function makePapers(visitor: Visitor, place: string): Promise<Ids<"documentId" | "folderId">> {
  return {
    documentId: await uploadDocument(visitor, { name: `Measured ${tag()}.txt`, content }, place),
    folderId: await createFolder(visitor, { name: `Measured ${tag()}` }, place),
  };
}

async function asAgent<Made>(origin: string, make: (visitor: Visitor) => Promise<Made>): Promise<Made> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    return await make(visitor);
  } finally {
    await visitor.close();
  }
}
