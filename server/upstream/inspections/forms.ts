/** Forms with boxes: "☐ ☐ ☐ ☒ A. Foundations" below "I NI NP D", with comments beneath, and checklists. */
import { foldLetters } from "../../../spelling/folding.ts";
import { startsItem } from "../texts/sentences.ts";
import { bodyOf, type Reading } from "./cards.ts";
import { type Category, categoryOf } from "./categories.ts";
import { type Draft, draftOf } from "./reading.ts";
import { numbered, type ReportLine } from "./report-lines.ts";
import { defectIn, says, type Words } from "./wording.ts";

const deficient: Category = { severity: "repair", isGeneral: true };
const codes: Readonly<Record<string, Category>> = {
  D: deficient,
  DEF: deficient,
  RR: deficient,
  R: deficient,
  P: deficient,
  F: deficient,
  U: deficient,
  Fail: deficient,
  Poor: deficient,
  No: deficient,
  SH: { severity: "safety", isGeneral: false },
  SC: { severity: "safety", isGeneral: false },
  MD: { severity: "major", isGeneral: false },
  MM: { severity: "maintenance", isGeneral: false },
  MN: { severity: "maintenance", isGeneral: false },
};

const box = /☒|☐|\[[xX✓]\]|\[ ?\]|\([xX]\)|\( ?\)/g;
const checked = /☒|\[[xX✓]\]|\([xX]\)/;

interface Boxed {
  /** Whether each is checked, with the words behind it. */
  readonly boxes: readonly { readonly isChecked: boolean; readonly label: string }[];
  readonly before: string;
}

function boxedOf(text: string): Boxed | null {
  const found = [...text.matchAll(box)];
  if (found.length === 0) return null;
  const boxes = found.map((match, index) => {
    const from = match.index + match[0].length;
    return {
      isChecked: checked.test(match[0]),
      label: text
        .slice(from, found[index + 1]?.index)
        .replaceAll("\t", " ")
        .trim(),
    };
  });
  return { boxes, before: text.slice(0, found[0]?.index).replaceAll("\t", " ").trim() };
}

export function readForms(lines: readonly ReportLine[], words: Words): Reading {
  const findings: Draft[] = [];
  const taken = new Set<number>();
  const legend = legendOf(lines);
  let head: readonly string[] = [];
  for (const [index, line] of lines.entries()) {
    const heads = headOf(line.text);
    if (heads !== null) {
      head = heads;
      taken.add(index);
      continue;
    }
    const boxed = boxedOf(line.text);
    if (boxed === null || line.section === "notice") continue;
    taken.add(index);
    const row = rowOf(boxed, head, legend);
    const isPlain = row.category === null && row.label !== "";
    if (isPlain && boxed.boxes.some(({ isChecked }) => isChecked)) {
      // A checked box before a sentence says that the sentence is so.
      const isWrong = defectIn(foldLetters(row.label), words) !== null;
      if (isWrong)
        findings.push(
          draftOf(
            {
              title: null,
              component: null,
              text: row.label,
              category: deficient,
              heading: line.heading,
              page: line.page,
              section: line.section,
            },
            words,
          ),
        );
      continue;
    }
    if (row.category?.severity == null) continue;
    const end = endOfComments(lines, index);
    const comments = lines.slice(index + 1, end);
    const before = lines[index - 1];
    const label = row.label || (before !== undefined && !boxedOf(before.text) ? before.text : "");
    const component = label.replace(numbered, "").replace(/:$/, "");
    const shared = { component, category: row.category, heading: line.heading, section: line.section, number: null };
    const noted = commentsOf(comments, words).map(({ text, page }) =>
      draftOf({ ...shared, title: null, text, page }, words),
    );
    const isOwn = noted.length === 0 && (row.note !== "" || defectIn(foldLetters(component), words) !== null);
    const own = isOwn
      ? [
          draftOf(
            { ...shared, title: row.note === "" ? component : `${component}: ${row.note}`, text: "", page: line.page },
            words,
          ),
        ]
      : [];
    findings.push(...noted, ...own);
    if (noted.length > 0) for (let place = index + 1; place < end; place += 1) taken.add(place);
  }
  return { findings, taken };
}

/** "I NI NP D", in one cell or in several. */
function headOf(text: string): readonly string[] | null {
  const cells = text.split(/[\s]+/).filter((cell) => cell !== "");
  return cells.length >= 3 &&
    cells.length <= 8 &&
    cells.every((cell) => /^(?:[A-Z]{1,3}|N\/A|Yes|No|OK|Pass|Fail|Good|Fair|Poor)$/.test(cell))
    ? cells
    : null;
}

/** "D = Deficient", by the report's own key. */
function legendOf(lines: readonly ReportLine[]): ReadonlyMap<string, Category> {
  const legend = new Map<string, Category>();
  for (const { text } of lines)
    for (const [, code = "", name = ""] of text.matchAll(
      /\b([A-Z]{1,3}) ?[=:\u2013-] ?([A-Z][a-z]+(?: (?:or )?[A-Za-z]{3,}){0,2})/g,
    )) {
      const category = categoryOf(foldLetters(name));
      if (category !== null) legend.set(code, category);
    }
  return legend;
}

interface FormRow {
  readonly category: Category | null;
  readonly label: string;
  /** Beside the boxes. */
  readonly note: string;
}

function rowOf({ boxes, before }: Boxed, head: readonly string[], legend: ReadonlyMap<string, Category>): FormRow {
  const named = boxes.map(({ isChecked, label }) => {
    const [first = ""] = label.split(/ {2,}|[:\u2013\u2014]| - /);
    return { isChecked, label, category: categoryOf(foldLetters(first)) };
  });
  const ratings = named.filter(({ category }) => category !== null);
  const last = boxes.at(-1)?.label ?? "";
  if (ratings.length > 0) {
    const worst = ratings
      .filter(({ isChecked }) => isChecked)
      .flatMap(({ category }) => (category?.severity == null ? [] : [category]))[0];
    const rest = named.find(({ category, label }) => category === null && label !== "")?.label ?? "";
    const note = noteOf(last);
    const isNone = ratings.some(({ isChecked }) => isChecked) || boxes.length > 1;
    return { category: worst ?? (isNone ? { severity: null, isGeneral: false } : null), label: before || rest, note };
  }
  const isColumns = boxes.length >= 3 && boxes.slice(0, -1).every(({ label }) => label === "");
  if (isColumns) {
    const own = head.length === boxes.length ? head : ["I", "NI", "NP", "D"].slice(0, boxes.length);
    const marked = boxes.flatMap(({ isChecked }, place) => (isChecked ? [own[place] ?? ""] : []));
    const worst = marked.flatMap((code) => {
      const category = legend.get(code) ?? codes[code];
      return category?.severity == null ? [] : [category];
    })[0];
    const [label = "", ...note] = (before || last).split(/ {2,}| [\u2013\u2014] /);
    return {
      category: worst ?? { severity: null, isGeneral: false },
      label,
      note: note.join(" ") || (before === "" ? "" : last),
    };
  }
  const label = boxes
    .filter(({ isChecked }) => isChecked)
    .map((one) => one.label)
    .join(" ");
  return { category: null, label: before === "" ? label : `${before} ${label}`, note: "" };
}

/** What is behind the word that a box stands for. */
function noteOf(label: string): string {
  const place = label.slice(0, 32).search(/:| [\u2013\u2014-] /);
  return place === -1
    ? ""
    : label
        .slice(place + 1)
        .replace(/^[ \u2013\u2014-]{1,3}/, "")
        .trim();
}

function endOfComments(lines: readonly ReportLine[], index: number): number {
  let end = index + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined || line.section === "notice" || boxedOf(line.text) !== null) break;
    if (headOf(line.text) !== null) continue;
    if (line.isHeading && /^(?:comments?|notes?|observations?|deficienc\w+)\b/.test(line.folded)) continue;
    if (line.isHeading && (line.heading === line.text || line.number !== null) && !/[.]$/.test(line.text)) break;
  }
  return end;
}

/** What is wrong with an item; where no word of it is known, all that is said. */
function commentsOf(
  lines: readonly ReportLine[],
  words: Words,
): readonly { readonly text: string; readonly page: number }[] {
  const kept = lines.filter(
    ({ folded, text }) => headOf(text) === null && !/^(?:comments?|notes?|observations?|deficienc\w+):?$/.test(folded),
  );
  const isListed = kept.some(({ text }) => startsItem.test(text));
  // Each line that ends a sentence ends what is said of one thing.
  const apart = kept.map((line, place) => ({
    ...line,
    isApart: line.isApart || /[.!]$/.test(kept[place - 1]?.text ?? ""),
  }));
  const all = [...Map.groupBy(apart, ({ page }) => page)].flatMap(([page, ofPage]) =>
    bodyOf(ofPage).map((text) => ({ text: text.replace(/^comments?:\s*/i, ""), page })),
  );
  const said = all.filter(({ text }) => !isDescription(text) && /\s/.test(text));
  const wrong = said.filter(({ text }) => defectIn(foldLetters(text), words) !== null);
  const unknown = said.filter(
    ({ text }) =>
      !isMaterial(text) &&
      !says(foldLetters(text), words.fine) &&
      !words.limits.test(foldLetters(text)) &&
      !says(foldLetters(text), words.general),
  );
  if (wrong.length === 0) return unknown;
  return isListed ? said.filter((one) => wrong.includes(one) || unknown.includes(one)) : wrong;
}

/** What a thing is made of, and how it was seen. */
function isMaterial(text: string): boolean {
  const isMade =
    /\b(?:concrete|copper|drywall|plaster|asphalt|cement|vinyl|brick|wood|steel|pvc|pex|block|stucco|tile|slate|metal|composition|shingles?|masonry|amps|electric)\b/i;
  return (
    (/\b(?:is|are)\b/.test(text) && isMade.test(text)) ||
    /\b(?:was|were) (?:viewed|entered|seen) (?:from|through)\b/i.test(text)
  );
}

/** "Type of foundation: slab on grade". */
function isDescription(text: string): boolean {
  return /^[A-Z][\w ()/,&-]{2,50}:\s/.test(text) && !/[.!?]$/.test(text);
}
