/** Draws PDFs in a thread, so that the library does not stay in the server's memory. */
import { parentPort, workerData } from "node:worker_threads";
import PDFDocument from "pdfkit";
import { z } from "zod";
import type { LineStyle, Paper } from "./papers.ts";

const ink = "#1c2321";
const quiet = "#6b716e";
const accent = "#1f5c4a";
/** In points. */
const inch = 72;

const styles: Readonly<Record<LineStyle, { font: string; size: number; color: string; before: number }>> = {
  title: { font: "Helvetica-Bold", size: 22, color: accent, before: 0 },
  heading: { font: "Helvetica-Bold", size: 13, color: ink, before: 12 },
  item: { font: "Helvetica-Bold", size: 11, color: accent, before: 12 },
  text: { font: "Helvetica", size: 10.5, color: ink, before: 4 },
};

/** @param picture a JPEG for the first page */
function draw({ running, pages }: Paper, picture: Buffer | undefined): Promise<Uint8Array> {
  const document = new PDFDocument({ size: "LETTER", margin: inch, autoFirstPage: false });
  const chunks: Buffer[] = [];
  for (const [index, lines] of pages.entries()) {
    document.addPage();
    document.font("Helvetica").fontSize(8.5).fillColor(quiet);
    document.text(running, inch, inch / 2, { lineBreak: false });
    document.text(`Page ${index + 1} of ${pages.length}`, inch, inch / 2, { align: "right", width: 6.5 * inch });
    document
      .moveTo(inch, 52)
      .lineTo(7.5 * inch, 52)
      .lineWidth(0.5)
      .stroke("#c9ceca");
    document.y = inch;
    for (const { style, text } of lines) {
      const { font, size, color, before } = styles[style];
      document.y += before;
      document
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(text, inch, document.y, { width: 6.5 * inch, lineGap: 2 });
    }
    const room = 9.8 * inch - document.y;
    if (index === 0 && picture !== undefined && room > inch)
      document.image(picture, inch, document.y + 14, { fit: [6.5 * inch, room] });
  }
  return new Promise((resolve) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.end();
  });
}

const style = z.enum(["title", "heading", "item", "text"]);
const input = z.object({
  papers: z.array(
    z.object({
      running: z.string(),
      house: z.string().nullable(),
      pages: z.array(z.array(z.object({ style, text: z.string() }))),
    }),
  ),
  pictures: z.record(z.string(), z.string()),
});

const { papers, pictures } = input.parse(JSON.parse(new TextDecoder().decode(workerData)));
const drawn: Uint8Array[] = [];
for (const paper of papers) {
  const picture = pictures[paper.house ?? ""];
  drawn.push(await draw(paper, picture === undefined ? undefined : Buffer.from(picture, "base64")));
}
parentPort?.postMessage(drawn);
