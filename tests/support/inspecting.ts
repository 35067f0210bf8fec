/** Reports, findings and summaries, made by the forms of the product. */
import type { Visit, Visitor } from "./visitor.ts";

type Fields = Readonly<Record<string, string>>;

export interface Paper {
  readonly name: string;
  readonly content: string;
}

/** How long what goes on beside the requests may take, in milliseconds. */
const patience = 20_000;

/** Opens a page again and again until it no longer says that something is under way. */
async function openDone(visitor: Visitor, path: string): Promise<Visit> {
  for (const until = performance.now() + patience; performance.now() < until; ) {
    const page = await visitor.open(path);
    if (!page.text.includes("Check if it's ready")) return page;
  }
  throw new Error(`${path} is still under way: ${visitor.page.text.slice(0, 300)}`);
}

/** Uploads a report of a package, waits until it is read, and gives its id. */
export async function addReport(visitor: Visitor, packageId: string, { name, content }: Paper): Promise<string> {
  await visitor.open(`/packages/${packageId}/inspections/uploads/new`);
  const files = [new File([content], name, { type: "text/plain" })];
  await visitor.submitOnly({}, { button: "Upload and analyze", files });
  const { document } = await openDone(visitor, `/packages/${packageId}/inspections`);
  const row = document.querySelectorAll(".rows > li").find(({ text }) => text.includes(name));
  const removal = row?.querySelector('a[href$="/removal"]')?.getAttribute("href") ?? "";
  const [, id] = /\/reports\/([0-9a-f-]{36})\/removal$/.exec(removal) ?? [];
  if (id === undefined) throw new Error(`No report was made: ${visitor.page.text.slice(0, 300)}`);
  return id;
}

/** Enters a finding of a package and gives its id. */
export async function addFinding(visitor: Visitor, packageId: string, fields: Fields): Promise<string> {
  await visitor.open(`/packages/${packageId}/inspections/findings/new`);
  const url = await visitor.submitOnly(fields, { button: "Add finding" });
  const [, id] = /^#finding-([0-9a-f-]{36})$/.exec(url.hash) ?? [];
  if (id === undefined) throw new Error(`No finding was made: ${url}`);
  return id;
}

/** Has a document summarized and waits until that is done. */
export async function summarize(visitor: Visitor, documentId: string): Promise<Visit> {
  await visitor.open(`/documents/${documentId}/summary`);
  await visitor.submitOnly({}, { button: "Summarize" });
  return openDone(visitor, `/documents/${documentId}/summary`);
}
