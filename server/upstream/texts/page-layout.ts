/**
 * The text of a page by where its words stand: columns one after the other, a table's row as one line with its cells apart by tabs, and
 * marks under the headings that they stand for.
 */

/** In points; `y` grows downwards. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Row {
  readonly y: number;
  readonly height: number;
  readonly cells: readonly PlacedText[];
}

/** Words with less space between them belong together; in heights of letters. */
const cellGap = 1;
const wordGap = 0.15;
/** Baselines that are further apart have an empty line between them. */
const lineGap = 1.7;

/** Lays out the pages of a document, one after the other. */
export interface PageLayout {
  /** The text, line by line, with an empty line where space is left or the size of letters changes. */
  textOf(words: readonly PlacedText[]): string;
}

/** Codes above marks hold until there are others, on the next pages, too. */
export function createPageLayout(): PageLayout {
  const heads: Heads = { codes: [] };
  return {
    textOf(words) {
      const rows = rowsOf(words);
      const gutter = gutterOf(rows);
      return gutter === null ? linesOf(rows, heads) : inColumns(rows, gutter, heads);
    },
  };
}

interface Heads {
  codes: readonly PlacedText[];
}

function rowsOf(words: readonly PlacedText[]): readonly Row[] {
  const groups: PlacedText[][] = [];
  for (const word of words.toSorted((one, other) => one.y - other.y)) {
    const open = groups.at(-1);
    const first = open?.[0];
    if (open && first && word.y - first.y <= 0.4 * Math.max(first.height, word.height)) open.push(word);
    else groups.push([word]);
  }
  return groups.map(rowOf).filter(({ cells }) => cells.length > 0);
}

function rowOf(words: readonly PlacedText[]): Row {
  const cells: PlacedText[] = [];
  let isBlank = false;
  for (const word of words.toSorted((one, other) => one.x - other.x)) {
    if (word.text.trim() === "") {
      isBlank = true;
      continue;
    }
    const open = cells.at(-1);
    const gap = open === undefined ? 0 : word.x - open.x - open.width;
    if (open === undefined || gap > cellGap * Math.max(open.height, word.height)) cells.push(word);
    else {
      const blank = isBlank || gap > wordGap * word.height ? " " : "";
      const height = Math.max(open.height, word.height);
      const width = Math.max(open.width, word.x + word.width - open.x);
      cells[cells.length - 1] = { ...open, text: `${open.text}${blank}${word.text}`, width, height };
    }
    isBlank = false;
  }
  const height = Math.max(0, ...cells.map((cell) => cell.height));
  return { y: cells[0]?.y ?? 0, height, cells };
}

const endOf = ({ x, width }: PlacedText) => x + width;

/** Where a page is parted in two columns of running text; null where it is not. */
function gutterOf(rows: readonly Row[]): number | null {
  const cells = rows.flatMap((row) => row.cells);
  const left = Math.min(...cells.map(({ x }) => x));
  const right = Math.max(...cells.map(endOf));
  const width = right - left;
  if (cells.length < 8 || !(width > 0)) return null;
  const steps = 60;
  const crossings = new Array<number>(steps).fill(0);
  for (const cell of cells) {
    const [from, to] = [cell.x, endOf(cell)].map((x) => Math.floor(((x - left) / width) * steps));
    for (let step = from ?? 0; step <= Math.min(to ?? 0, steps - 1); step += 1)
      crossings[step] = (crossings[step] ?? 0) + 1;
  }
  const middle = crossings.map((count, step) => ({ count, step })).slice(steps * 0.3, steps * 0.7);
  const fewest = Math.min(...middle.map(({ count }) => count));
  if (fewest > cells.length * 0.25) return null;
  const free = middle.filter(({ count }) => count === fewest);
  const place = free[Math.floor(free.length / 2)]?.step ?? steps / 2;
  const gutter = left + ((place + 0.5) / steps) * width;
  const isRunning = (side: readonly PlacedText[], room: number) => {
    const full = side.filter((cell) => cell.text.length >= 18 && cell.width >= 0.55 * room);
    return full.length >= 3 && full.length >= side.length * 0.45;
  };
  const isFirst = cells.filter((cell) => endOf(cell) <= gutter);
  const isSecond = cells.filter((cell) => cell.x >= gutter);
  return isRunning(isFirst, gutter - left) && isRunning(isSecond, right - gutter) && !hasTableHead(rows)
    ? gutter
    : null;
}

/** Headings of tables: two columns under them belong together row by row. */
function hasTableHead(rows: readonly Row[]): boolean {
  return rows.some(
    ({ cells }) =>
      cells.length > 1 &&
      cells.every(({ text }) =>
        /^(?:#|no\.?|items?|location|area|component|system|findings?|condition|defects?|issue|description|observations?|comments?|recommend\w*|action|severity|priority|category|rating|est\w*\.?(?: cost)?|cost)$/i.test(
          text.trim(),
        ),
      ),
  );
}

/** What crosses the gutter parts the page into bands, whose left side is read first. */
function inColumns(rows: readonly Row[], gutter: number, heads: Heads): string {
  const parts: string[] = [];
  let band: Row[] = [];
  const sideOf = (isLeft: boolean) =>
    rowsOf(band.flatMap(({ cells }) => cells.filter((cell) => endOf(cell) <= gutter === isLeft)));
  const close = () => {
    parts.push(linesOf(sideOf(true), heads), linesOf(sideOf(false), heads));
    band = [];
  };
  for (const row of rows) {
    if (!row.cells.some((cell) => cell.x < gutter && endOf(cell) > gutter)) {
      band.push(row);
      continue;
    }
    close();
    parts.push(linesOf([row], heads));
  }
  close();
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Cells of one line, apart by tabs. */
interface Line {
  readonly y: number;
  readonly height: number;
  readonly cells: readonly string[];
}

function linesOf(rows: readonly Row[], heads: Heads): string {
  const lines: Line[] = [];
  for (let index = 0; index < rows.length; ) {
    const [count, found] = markedRow(rows[index], heads) ?? tableRows(rows, index) ?? [1, [plainLine(rows[index])]];
    lines.push(...found);
    index += count;
  }
  let text = "";
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isApart = before !== undefined && isSpaced(before, line);
    text += `${isApart ? "\n" : ""}${line.cells.join("\t").trimEnd()}\n`;
  }
  return text;
}

function isSpaced(before: Line, line: Line): boolean {
  const ratio = Math.max(before.height, line.height) / Math.max(1, Math.min(before.height, line.height));
  return Math.abs(line.y - before.y) > lineGap * line.height || ratio > 1.15;
}

function plainLine(row: Row | undefined): Line {
  const { y = 0, height = 0, cells = [] } = row ?? {};
  return { y, height, cells: cells.map(({ text }) => text) };
}

type Found = readonly [count: number, lines: readonly Line[]];

const code = /^(?:[A-Z]{1,3}|N\/A|Yes|No|OK|Pass|Fail|Good|Fair|Poor)$/;
const mark = /^[xX✓✔✗✘☑☒●■•√]$/u;
const centerOf = ({ x, width }: PlacedText) => x + width / 2;

/** A row of codes, or one of marks: each is under the nearest code. */
function markedRow(row: Row | undefined, heads: Heads): Found | null {
  if (row === undefined) return null;
  const codes = row.cells.filter(({ text }) => code.test(text.trim()));
  if (codes.length >= 3 && row.cells.length <= codes.length + 1) {
    heads.codes = codes;
    return [1, [{ ...plainLine(row), cells: codes.map(({ text }) => text) }]];
  }
  const marks = row.cells.filter(({ text }) => mark.test(text.trim()));
  const [label, ...others] = row.cells.filter((cell) => !marks.includes(cell));
  if (heads.codes.length === 0 || marks.length === 0 || label === undefined || others.length > 0) return null;
  const boxes = heads.codes.map(() => "☐");
  for (const one of marks) {
    const far = heads.codes.map((head) => Math.abs(centerOf(head) - centerOf(one)));
    boxes[far.indexOf(Math.min(...far))] = "☒";
  }
  return [1, [{ ...plainLine(row), cells: [...boxes, label.text] }]];
}

/** Rows that have gaps in common are a table; lines close together, with nothing new at their beginning, are one row. */
function tableRows(rows: readonly Row[], start: number): Found | null {
  let gaps = gapsOf(rows[start]);
  let end = start + 1;
  let several = 1;
  if (gaps.length === 0) return null;
  for (const row of rows.slice(end)) {
    const left = gaps.flatMap((gap) => withoutCells(gap, row));
    const isFar = row.y - (rows[end - 1]?.y ?? 0) > 6 * row.height;
    if (left.length < Math.min(gaps.length, 2) || isFar) break;
    if (row.cells.length > 1) several += 1;
    gaps = left;
    end += 1;
  }
  if (several < 2) return null;
  const table = rows.slice(start, end);
  const pitches = table.slice(1).map((row, index) => row.y - (table[index]?.y ?? 0));
  const widest = Math.max(...pitches);
  const lines: { y: number; height: number; cells: string[] }[] = [];
  for (const [index, row] of table.entries()) {
    const cells = Array.from({ length: gaps.length + 1 }, () => "");
    for (const cell of row.cells) {
      const place = gaps.filter(([from]) => from < cell.x + 0.1).length;
      cells[place] = `${cells[place]} ${cell.text}`.trim();
    }
    const open = lines.at(-1);
    const pitch = pitches[index - 1] ?? Number.POSITIVE_INFINITY;
    const isClose = pitch <= 1.45 * row.height;
    const goesOn = isClose && (cells[0] === "" || (widest > 1.3 * pitch && pitch < 1.3 * row.height));
    if (open && index > 0 && goesOn) {
      for (const [place, cell] of cells.entries()) open.cells[place] = `${open.cells[place]} ${cell}`.trim();
    } else lines.push({ y: row.y, height: row.height, cells });
  }
  return [table.length, lines];
}

type Gap = readonly [from: number, to: number];

function gapsOf(row: Row | undefined): readonly Gap[] {
  const cells = row?.cells ?? [];
  return cells.slice(1).map((cell, index) => {
    const before = cells[index];
    return [before === undefined ? 0 : endOf(before), cell.x];
  });
}

/** What is left of a gap beside the cells of a row. */
function withoutCells(gap: Gap, { cells, height }: Row): readonly Gap[] {
  let parts: readonly Gap[] = [gap];
  for (const cell of cells)
    parts = parts.flatMap(([from, to]): readonly Gap[] => {
      if (endOf(cell) <= from || cell.x >= to) return [[from, to]];
      return [
        [from, cell.x],
        [endOf(cell), to],
      ];
    });
  return parts.filter(([from, to]) => to - from > 0.5 * height).slice(0, 1);
}
