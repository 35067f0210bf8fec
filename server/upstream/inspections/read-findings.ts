/**
 * Finds sentences about defects: a defect and a system of the house, named or in the heading, make a finding; the paragraph's next
 * sentences add cost and severity.
 */
import { type Sentence, sentencesOf } from "../texts/sentences.ts";
import { type CostRange, costsIn } from "./amounts.ts";
import type { ProposedFinding } from "./proposed-finding.ts";
import { type Severity, severities } from "./severities.ts";
import { systemOf } from "./systems.ts";

const maxFindings = 80;
const longestTitle = 120;
const longestQuote = 1000;

interface OpenFinding {
  readonly system: string;
  readonly isNamed: boolean;
  readonly page: number;
  severity: Severity;
  costs: CostRange | null;
  readonly sentences: string[];
}

/** @param pages the text by page */
export function readFindings(pages: readonly string[]): readonly ProposedFinding[] {
  const findings: OpenFinding[] = [];
  let open: OpenFinding | null = null;
  for (const sentence of sentencesOf(pages)) {
    if (sentence.isFirst) open = null;
    if (sentence.heading !== null && isAboutReports(sentence.heading)) continue;
    const next = begin(sentence);
    if (open !== null && (next === null || isSame(open, next))) {
      extend(open, sentence.text, next?.severity ?? null);
    } else if (next !== null) {
      findings.push(next);
      open = next;
    }
  }
  return findings.slice(0, maxFindings).map(finish);
}

function begin({ text, page, heading }: Sentence): OpenFinding | null {
  const severity = severityOf(text);
  const own = systemOf(text, heading);
  const system = own ?? systemOf(heading ?? "");
  if (severity === null || system === null) return null;
  return { system, isNamed: own !== null, page, severity, costs: costsIn(text), sentences: [text] };
}

/** One finding for each system in a paragraph. */
function isSame(open: OpenFinding, next: OpenFinding): boolean {
  return !next.isNamed || (open.isNamed && open.system === next.system);
}

function extend(open: OpenFinding, text: string, severity: Severity | null): void {
  open.costs ??= costsIn(text);
  if (severity === null) return;
  open.sentences.push(text);
  if (severities.indexOf(severity) < severities.indexOf(open.severity)) open.severity = severity;
}

function finish({ system, severity, page, costs, sentences }: OpenFinding): ProposedFinding {
  const [title = ""] = sentences;
  const bare = title.replace(/\.$/, "");
  return {
    system,
    severity,
    page,
    costs,
    title: cut(bare, longestTitle),
    quote: cut(sentences.join(" "), longestQuote),
  };
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = text.slice(0, most - 1);
  return `${part.slice(0, Math.max(part.lastIndexOf(" "), most / 2)).trimEnd()}…`;
}

/** The first match counts, the most severe one. */
const words: readonly { readonly severity: Severity; readonly pattern: RegExp }[] = [
  {
    severity: "safety",
    pattern:
      /\b(?:hazard(?:s|ous)?|unsafe|dangerous|danger|safety (?:concern|issue|defect)s?|shock|gas leaks?|exposed (?:wir\w+|conductors?)|ungrounded|double[- ]tapped|not grounded|scald\w*)\b/i,
  },
  // Missing equipment.
  {
    severity: "safety",
    pattern:
      /\b(?:no|lacks?|without|missing|not installed)\b.{0,25}\b(?:smoke|carbon monoxide|gfci|afci|handrails?|guardrails?|anti-tip|fire separation|self-closing)\b/i,
  },
  {
    severity: "safety",
    pattern:
      /\b(?:smoke|carbon monoxide|gfci|handrails?|guardrails?)\b.{0,25}\b(?:missing|absent|not installed|not present)\b/i,
  },
  {
    severity: "major",
    pattern:
      /\b(?:structural (?:defects?|damage|movement|failure)|horizontal cracks?|displace\w+|settlement|bowed|collaps\w+|(?:near|at|past|beyond|exceeded) (?:the end of )?(?:its|their)(?: \w+){0,2} (?:service |useful )?life|end of (?:its|their) (?:service |useful )?life|significant\w*|major|failed|failing|active(?:ly)? leak\w*|water (?:intrusion|entry|damage)|flood\w*|termites?|infestation|sagging)\b/i,
  },
  { severity: "monitor", pattern: /\b(?:monitor(?:ed|ing)?|keep an eye|hairline|watch for|noisy|minor settling)\b/i },
  {
    severity: "maintenance",
    pattern:
      /\b(?:clean(?:ed|ing)?|dirty|caulk\w*|re-?seal\w*|repaint\w*|peel\w*|touch[- ]up|lubricat\w+|routine|maintenance|overgrown|full of (?:leaves|debris)|serviced (?:annually|every))\b/i,
  },
  {
    severity: "repair",
    pattern:
      /\b(?:leak(?:s|ed|ing|y)?|broken|damaged?|missing|crack(?:s|ed|ing)?|loose\w*|torn|rot(?:s|ted|ten|ting)?|rust(?:ed|y)?|corro\w+|inoperable|inoperative|not (?:work|function|operat|bolted|secured|connected|vented|sealed|insulated)\w*|disconnected|stuck|defect\w*|improper\w*|stain(?:s|ed|ing)?|worn|deteriorat\w*|clogged|exposed|(?:needs?|requires?|in need of) (?:repair|replacement)\w*|mou?ld)\b/i,
  },
];

const fine =
  /\bno\b.{0,50}\b(?:observed|found|noted|visible|detected|evident|seen)\b|\bno (?:evidence|signs?|indications?) of\b|\bfree (?:of|from)\b|\bnot (?:observed|found|noted|damaged)\b|\b(?:satisfactory|serviceable|functional|operational|normal(?:ly)?|within the normal range|good condition|no (?:defects?|concerns?|issues?))\b/i;

const but = /\b(?:but|however|except|although)\b/i;

const general =
  /\b(?:liab(?:le|ility)|warrant(?:y|ies)|standards? of practice|copyright|scope of|not intended|does not include|is limited to|client (?:agrees|should)|unless noted|for example|may (?:develop|occur))\b/i;

/** Null without a defect. */
export function severityOf(text: string): Severity | null {
  if (general.test(text)) return null;
  // Not there yet.
  const sentence = text.replace(/\bto (?:prevent|avoid|reduce|minimi[sz]e)\b.*/i, "");
  const found = words.find(({ pattern }) => pattern.test(sentence))?.severity ?? null;
  // Missing safety equipment has the words of a good result.
  if (found === "safety" || but.test(sentence)) return found;
  return fine.test(sentence) ? null : found;
}

/** Headings about the report itself. */
function isAboutReports(heading: string): boolean {
  return /\b(?:standards?|limitations?|scope|disclaimers?|agreement|glossary|definitions?|terms)\b/i.test(heading);
}
