/** A PDF as reporting programs set it: sizes of letters, tables by place, columns, running lines. */
import PDFDocument from "pdfkit";

const bottom = 720;

export class Paper {
  readonly #document = new PDFDocument({ autoFirstPage: false, size: "LETTER", margin: 0 });
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<unknown>;
  readonly #running: string;
  #page = 0;
  #left = 50;
  #width = 512;
  y = 60;

  constructor(running: string) {
    this.#running = running;
    this.#document.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    this.#ended = new Promise((resolve) => this.#document.on("end", resolve));
    this.turn();
  }

  /** Begins a page. */
  turn(): void {
    this.#document.addPage();
    this.#page += 1;
    this.#document.font("Helvetica").fontSize(8);
    this.#document.text(this.#running, 50, 30, { lineBreak: false });
    this.#document.text(`Page ${this.#page}`, 520, 760, { lineBreak: false });
    this.y = 60;
  }

  get room(): number {
    return bottom - this.y;
  }

  /** Writes a paragraph, below what is there. */
  say(text: string, { size = 10, bold = false, gap = 8, x = 0 } = {}): void {
    this.#document.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(size);
    const width = this.#width - x;
    const height = this.#document.heightOfString(text, { width });
    if (this.y + height > bottom) this.turn();
    this.#document
      .font(bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(size)
      .fillColor("black");
    this.#document.text(text, this.#left + x, this.y, { width });
    this.y += height + gap;
  }

  /** Writes cells side by side, each in its own width. */
  row(cells: readonly (readonly [x: number, width: number, text: string])[], { bold = false, padding = 5 } = {}): void {
    this.#document.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(9);
    const height = Math.max(...cells.map(([, width, text]) => this.#document.heightOfString(text, { width })));
    if (this.y + height > bottom) this.turn();
    this.#document.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(9);
    for (const [x, width, text] of cells) this.#document.text(text, 50 + x, this.y, { width });
    this.y += height + padding;
  }

  /** Writes paragraphs in two columns, line by line across both if they are woven. */
  columns(left: readonly string[], right: readonly string[]): void {
    const top = this.y;
    this.#width = 240;
    for (const text of left) this.say(text, { gap: 6 });
    const lower = this.y;
    this.#left = 322;
    this.y = top;
    for (const text of right) this.say(text, { gap: 6 });
    this.#left = 50;
    this.#width = 512;
    this.y = Math.max(lower, this.y) + 10;
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.#document.end();
    await this.#ended;
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}
