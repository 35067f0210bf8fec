/** A thread that reads a PDF's text, and ends. Its starter bounds time and memory, since a PDF can be made so that it never ends. */
import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import { z } from "zod";
import { createPageLayout, type PageLayout, type PlacedText } from "./page-layout.ts";
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
  const layout = createPageLayout();
  const count = Math.min(pdf.numPages, textBounds.pages);
  for (let number = 1; number <= count && length < textBounds.characters; number += 1) {
    const text = await readPage(pdf, number, layout);
    length += text.length;
    pages.push(text);
  }
  return readingOf(pages, pdf.numPages);
}

/** Other pages may be readable. */
async function readPage(pdf: Pdf, number: number, layout: PageLayout): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const text = await textOf(page, layout);
    page.cleanup();
    return text;
  } catch {
    return "";
  }
}

/** Where its words stand, and what its form was filled in with, is laid out; upright words follow. */
async function textOf(page: Page, layout: PageLayout): Promise<string> {
  const [, , , top = 0] = page.view;
  const placed: PlacedText[] = [];
  const upright: string[] = [];
  let length = 0;
  const reader = page.streamTextContent().getReader();
  while (length < textBounds.pageCharacters) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!("str" in item) || item.str === "") continue;
      length += item.str.length;
      const [across, up, , , x, y] = item.transform.map(Number);
      if (Math.abs(up ?? 0) > Math.abs(across ?? 0)) upright.push(item.str);
      else
        placed.push({ text: marked(item.str), x: x ?? 0, y: top - (y ?? 0), width: item.width, height: item.height });
    }
  }
  await reader.cancel();
  return [layout.textOf([...placed, ...(await filledIn(page, top))]), upright.join(" ")]
    .filter((part) => part !== "")
    .join("\n");
}

/** Boxes and ticks of symbol fonts, which have no letters of their own. */
function marked(text: string): string {
  return text
    .replace(/[\uf06f\uf071\uf0a8\uf072❏❑□◻]/g, "☐")
    .replace(/[\uf052\uf053\uf054\uf078\uf0fd\uf0fe☑🗹🗷⊠]/gu, "☒")
    .replace(/\uf0fc/g, "✓")
    .replace(/[\uf0a7\uf0b7]/g, "•");
}

const field = z.object({
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  fieldType: z.string().nullish(),
  fieldValue: z.unknown(),
  checkBox: z.boolean().nullish(),
});

async function filledIn(page: Page, top: number): Promise<readonly PlacedText[]> {
  const fields: readonly unknown[] = await page.getAnnotations();
  return fields.flatMap((given) => {
    const { success, data } = field.safeParse(given);
    if (!success) return [];
    const [x, bottom, right, upper] = data.rect;
    const value = typeof data.fieldValue === "string" ? data.fieldValue : "";
    if (data.checkBox) {
      const text = value === "" || value === "Off" ? "☐" : "☒";
      return [{ text, x, y: top - bottom - 2, width: right - x, height: upper - bottom }];
    }
    if (data.fieldType !== "Tx") return [];
    return value
      .split(/[\r\n]+/)
      .map((text, index) => ({ text, x, y: top - upper + 11 + 12 * index, width: right - x, height: 10 }));
  });
}

parentPort?.postMessage(withSearchText(await read(workerData)));
