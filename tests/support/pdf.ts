/** PDFs for tests: as programs make them, and as somebody makes them who means harm. */
import { Buffer } from "node:buffer";
import PDFDocument from "pdfkit";

/** Gives a PDF with one page for each text; a page without text has a drawing. @param options such as a password */
export async function pdfOf(
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on("end", resolve));
  for (const page of pages) {
    document.addPage();
    if (page === "") document.rect(100, 100, 300, 300).fill("#777777");
    else document.fontSize(11).text(page);
  }
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

/** Gives a PDF of one page that shows what the stream says. @param filter how the stream is packed, as PDF names it */
export function rawPdf(stream: Uint8Array, filter = ""): Uint8Array<ArrayBuffer> {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  const add = (...content: (string | Uint8Array)[]) => {
    offsets.push(Buffer.concat(parts).length);
    parts.push(...content.map((part) => Buffer.from(part)));
  };
  for (const [index, object] of objects.entries()) add(`${index + 1} 0 obj\n${object}\nendobj\n`);
  add(`5 0 obj\n<< /Length ${stream.length} ${filter} >>\nstream\n`, stream, "\nendstream\nendobj\n");
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = Buffer.concat(parts).length;
  const end = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(`xref\n0 6\n0000000000 65535 f \n${table}${end}`)]));
}
