/** What the readers of layouts have in common. */
import { foldLetters } from "../../../spelling/folding.ts";
import { type CostRange, costsIn } from "./amounts.ts";
import type { Category } from "./categories.ts";
import type { ProposedFinding } from "./proposed-finding.ts";
import type { SectionKind } from "./report-lines.ts";
import type { Severity } from "./severities.ts";
import { systemOf } from "./systems.ts";
import { defectIn, partIn, type Words } from "./wording.ts";

/** A finding with what it may be told apart by. */
export interface Draft extends ProposedFinding {
  readonly section: SectionKind;
  /** "2.1.1", where the report numbers them. */
  readonly number: string | null;
  /** The report's own title, without our words. */
  readonly name: string;
  /** All words around it, folded: a summary has some of them. */
  readonly context: string;
}

export interface Noted {
  /** The report's own name for it, where it has one. */
  readonly title: string | null;
  /** The part of the house by the report's numbering. */
  readonly component: string | null;
  readonly text: string;
  /** Where costs may be, too. */
  readonly costText?: string;
  readonly costs?: CostRange | null;
  readonly category: Category;
  readonly heading: string | null;
  readonly page: number;
  readonly section: SectionKind;
  readonly number?: string | null;
}

const longestTitle = 120;
const longestQuote = 1000;

/** Makes a finding of what a report notes as one. */
export function draftOf(noted: Noted, words: Words): Draft {
  const { title, component, text, heading, page, section, category, number = null } = noted;
  const all = [title, text].filter((part) => part !== null && part !== "").join(". ");
  const folded = foldLetters(all);
  const [ofTitle, ofAll] = [foldLetters(title ?? ""), folded].map((said) => defectIn(said, words));
  const hazard = ofTitle?.hazard ?? ofAll?.hazard ?? null;
  const name = title ?? firstSentence(text);
  const context = foldLetters([heading, component, title, text].filter((part) => part !== null).join(" "));
  return {
    system: placeOf([title, component, text], hazard?.system ?? null, heading, words),
    severity: severityOf(category, ofTitle?.severity ?? ofAll?.severity ?? null),
    title: cut(titled(name, component, hazard?.plain ?? null), longestTitle),
    page,
    quote: cut(text === "" ? name : text, longestQuote),
    costs: noted.costs === undefined ? costsIn(`${all} ${noted.costText ?? ""}`) : noted.costs,
    section,
    number,
    name,
    context,
  };
}

/** What a report calls only deficient is as bad as its words are. */
function severityOf({ severity, isGeneral }: Category, own: Severity | null): Severity {
  return isGeneral ? (own ?? severity ?? "repair") : (severity ?? own ?? "repair");
}

function placeOf(
  [title, component, text]: readonly (string | null)[],
  system: string | null,
  heading: string | null,
  words: Words,
): string {
  const own = (one: string | null | undefined) => (one ? namedSystem(one, heading, words) : null);
  // What is stained or soft inside may be so for another reason.
  const first = system === "Interior" ? null : system;
  return (
    first ?? own(title) ?? own(component) ?? own(text) ?? system ?? own(heading) ?? heading?.slice(0, 60) ?? "Other"
  );
}

/** In English stairs may be inside. */
function namedSystem(text: string, heading: string | null, words: Words): string | null {
  const part = partIn(foldLetters(text), words);
  if (part === null) return null;
  return part.system === "Exterior" ? (systemOf(text, heading) ?? part.system) : part.system;
}

/** A few words get those that everybody understands. */
function titled(name: string, component: string | null, plain: string | null): string {
  const bare = calm(name.replace(/[.:;]$/, "").trim());
  const isTerse = bare.split(/\s+/).length <= 6;
  if (isTerse && plain !== null) return `${bare}: ${plain}`;
  return isTerse && component !== null && bare.split(/\s+/).length <= 2 ? `${calm(component)}: ${bare}` : bare;
}

/** Capitals alone are loud. */
function calm(text: string): string {
  if (text !== text.toUpperCase() || !/\p{L}{4}/u.test(text)) return text;
  const quiet = text
    .toLowerCase()
    .replace(/\b(?:gfci|afci|hvac|tpr|csst|pvc|abs|co|a\/c)\b/g, (word) => word.toUpperCase());
  return quiet.charAt(0).toUpperCase() + quiet.slice(1);
}

function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=[^.\d][.!?])\s+(?=\p{Lu})/u);
  return first;
}

/** The text, with an ellipsis where it is longer. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(0, most - 1);
  return `${part.slice(0, Math.max(part.lastIndexOf(" "), most / 2)).trimEnd()}…`;
}

/** Whom to call, and no part of what is wrong. @param folded a line */
export function isAdvice(folded: string): boolean {
  return /^(?:recommendation|recommended action|action|recomendacion)s?:?$|^(?:recommendations?: )?(?:please )?(?:contact|consult|hire|call|have|recommend|we recommend|contacte|consulte)\b.{0,40}\b(?:qualified|licensed|professional|contractor|handyman|specialist|electrician|plumber|roofer|diy|technician|engineer|certified|calificado)\b/.test(
    folded,
  );
}
