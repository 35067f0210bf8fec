/** Tables: each row is a finding, with the severity and the costs of its own cells. */
import { foldLetters } from "../../../spelling/folding.ts";
import { type CostRange, costsIn } from "./amounts.ts";
import type { Reading } from "./cards.ts";
import { type Category, categoryOf } from "./categories.ts";
import { type Draft, draftOf } from "./reading.ts";
import type { ReportLine } from "./report-lines.ts";
import { defectIn, type Words } from "./wording.ts";

type Column =
  | "number"
  | "place"
  | "component"
  | "finding"
  | "severity"
  | "low"
  | "high"
  | "cost"
  | "page"
  | "action"
  | "rating";

const columns: readonly (readonly [Column, RegExp])[] = [
  ["number", /^(?:#|no\.?|nr\.?|item (?:#|no\.?|number)|id|ref\.?)$/],
  ["page", /^(?:page|pg\.?|p\.)$/],
  ["low", /^(?:low|min(?:imum)?|from|low (?:cost|estimate)|est\.? low|minimo)$/],
  ["high", /^(?:high|max(?:imum)?|high (?:cost|estimate)|est\.? high|maximo)$/],
  ["cost", /\b(?:costs?|estimate[ds]?|est\.|price|budget|amount|\$|costo|precio)(?:$|\b)/],
  [
    "severity",
    /\b(?:severity|priority|category|rating|class(?:ification)?|urgency|level|type|risk|importance|severidad|prioridad|categoria)\b/,
  ],
  ["rating", /^(?:condition|status|result|grade|pass\/fail|condicion|estado)$/],
  [
    "finding",
    /\b(?:findings?|defects?|issues?|deficienc(?:y|ies)|observations?|description|problems?|concerns?|notes?|comments?|remarks|details|what we found|hallazgos?|defectos?|descripcion|observacion(?:es)?)\b/,
  ],
  ["action", /\b(?:recommend\w*|action|remedy|repair|correction|next step|who|trade|contractor|recomendacion)\b/],
  ["place", /\b(?:locations?|room|area|where|place|ubicacion|lugar)\b/],
  ["component", /\b(?:components?|items?|systems?|part|element|section|componente|sistema)\b/],
];

function cellsOf(text: string): readonly string[] {
  return text.split(/\t| \| /).map((cell) => cell.replace(/^\||\|$/g, "").trim());
}

export function readTables(lines: readonly ReportLine[], words: Words): Reading {
  const findings: Draft[] = [];
  const taken = new Set<number>();
  for (let index = 0; index < lines.length; index += 1) {
    const head = headOf(lines[index]);
    if (head === null) continue;
    taken.add(index);
    let end = index + 1;
    for (; end < lines.length; end += 1) {
      const line = lines[end];
      if (line === undefined || headOf(line) !== null) break;
      const cells = cellsOf(line.text);
      if (cells.length < 2 && !isRest(line, lines[end + 1])) break;
      taken.add(end);
      const found = cells.length < 2 ? null : rowOf(line, cells, head, words);
      if (found !== null && line.section !== "notice") findings.push(found);
    }
    index = end - 1;
  }
  return { findings, taken };
}

/** A line between rows of the same table, such as the name of a system. */
function isRest(line: ReportLine, next: ReportLine | undefined): boolean {
  return line.text.length < 40 && next !== undefined && cellsOf(next.text).length > 1 && headOf(next) === null;
}

function headOf(line: ReportLine | undefined): readonly (Column | null)[] | null {
  if (line === undefined) return null;
  const cells = cellsOf(line.folded);
  if (cells.length < 2 || cells.some((cell) => cell.length > 40)) return null;
  const found = cells.map((cell) => columns.find(([, pattern]) => pattern.test(cell))?.[0] ?? null);
  const known = found.filter((column) => column !== null);
  const isTable =
    known.includes("finding") ||
    (known.includes("component") &&
      known.some((one) => one === "severity" || one === "rating" || one === "cost" || one === "action"));
  return isTable && known.length >= 2 && known.length >= cells.length - 1 ? found : null;
}

function rowOf(
  line: ReportLine,
  cells: readonly string[],
  head: readonly (Column | null)[],
  words: Words,
): Draft | null {
  const cell = (column: Column) => cells.filter((text, place) => head[place] === column && text !== "").join(" ");
  const name = [cell("component"), cell("place")].filter((part) => part !== "");
  if (/^(?:sub)?totals?\b|^grand total/.test(foldLetters([...name, cells[0] ?? ""].join(" ")))) return null;
  const rated = ratingOf(cell("severity"), true) ?? ratingOf(cell("rating"), false);
  const found = cell("finding") || (cell("rating") !== "" && rated === null ? cell("rating") : "");
  const folded = foldLetters(found);
  const isNothing =
    /^(?:none\b|no (?:defects?|issues?|concerns?|deficienc))/.test(folded) ||
    /^(?:[-–—.]*|n\/?a|ok|satisfactory|good)$/.test(folded);
  const own = defectIn(foldLetters([...name, found].join(" ")), words);
  if (rated?.severity === null && (own === null || isNothing)) return null;
  if (isNothing && (rated === null || (cell("action") === "" && own === null))) return null;
  if (rated === null && own === null && !head.includes("finding")) return null;
  const text = isNothing ? [...name, cell("action")].filter((part) => part !== "").join(": ") : found;
  const title = text.split(/\s+/).length <= 4 && name.length > 0 ? `${name.join(", ")}: ${text}` : text;
  const category: Category = rated?.severity == null ? { severity: null, isGeneral: true } : rated;
  const costs = costsOf(cell("low"), cell("high"), cell("cost"));
  const { heading, page, section } = line;
  const number = cell("number") || null;
  return draftOf(
    {
      title,
      component: name.join(" ") || null,
      text: line.text.replaceAll("\t", " "),
      category,
      heading,
      page,
      section,
      number,
      costs: costs ?? costsIn(found),
    },
    words,
  );
}

const letters: Readonly<Record<string, string>> = {
  s: "safety",
  sh: "safety",
  m: "maintenance",
  r: "repair",
  h: "high",
  l: "low",
};

function ratingOf(text: string, isDegree: boolean): Category | null {
  const folded = foldLetters(text);
  return text === "" ? null : (categoryOf(folded, isDegree) ?? categoryOf(letters[folded] ?? "", isDegree));
}

/** Cells of costs often have no sign. */
function costsOf(low: string, high: string, cost: string): CostRange | null {
  const texts = [low, high, cost].filter((text) => /\d/.test(text));
  const signed = texts.map((text) => (/[$€£]/.test(text) ? text : text.replace(/\d/, "$$$&")));
  return costsIn(signed.join(" to "));
}
