/** A thread that reads a PDF's text, and ends. Its starter bounds time and memory, since a PDF can be made so that it never ends. */
import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import { readingOf, type TextReading, textBounds, withoutText, withSearchText } from "./text-reading.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

async function read(bytes: Uint8Array): Promise<TextReading> {
  let pdf: Pdf;
  try {
    // Text needs no fonts; nothing is fetched.
    pdf = await getDocumentProxy(bytes, { useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === "PasswordException";
    return withoutText(isEncrypted ? "encrypted" : "broken");
  }
  const pages: string[] = [];
  let length = 0;
  const count = Math.min(pdf.numPages, textBounds.pages);
  for (let number = 1; number <= count && length < textBounds.characters; number += 1) {
    const text = await readPage(pdf, number);
    length += text.length;
    pages.push(text);
  }
  return readingOf(pages, pdf.numPages);
}

/** Other pages may be readable. */
async function readPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const text = await textOf(page);
    page.cleanup();
    return text;
  } catch {
    return "";
  }
}

/** Lines as they are set, with an empty line where space is left. */
async function textOf(page: Page): Promise<string> {
  let text = "";
  let baseline: number | null = null;
  const reader = page.streamTextContent().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    for (const item of value.items) {
      if (!("str" in item)) continue;
      const here = Number(item.transform[5]);
      if (item.str.trim() !== "") {
        const isApart = baseline !== null && Math.abs(baseline - here) > 1.7 * item.height;
        if (isApart && item.height > 0) text += "\n";
        baseline = here;
      }
      text += item.hasEOL ? `${item.str}\n` : item.str;
    }
    if (text.length < textBounds.pageCharacters) continue;
    await reader.cancel();
    return text;
  }
}

parentPort?.postMessage(withSearchText(await read(workerData)));
