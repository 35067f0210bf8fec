/**
 * Finds in a report's own sentences what has to be decided on. A sentence that names a defect, and a system of the house or stands
 * under its heading, is a finding; the sentences that follow it in the paragraph add to it what they say of cost and severity.
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
  /** Whether the sentence itself names the system. */
  readonly isNamed: boolean;
  readonly page: number;
  severity: Severity;
  costs: CostRange | null;
  readonly sentences: string[];
}

/** Gives the findings of a report, in its order. @param pages the text by page; the first is page 1 */
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

/** A paragraph about one system is one finding; a sentence that names none is about what the one before named. */
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

/** The first that fits counts: a danger is a danger, however routine its repair is. */
const words: readonly { readonly severity: Severity; readonly pattern: RegExp }[] = [
  {
    severity: "safety",
    pattern:
      /\b(?:hazard(?:s|ous)?|unsafe|dangerous|danger|safety (?:concern|issue|defect)s?|shock|gas leaks?|exposed (?:wir\w+|conductors?)|ungrounded|double[- ]tapped|not grounded|scald\w*)\b/i,
  },
  // What has to be there, and is not.
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

/** That something is as it should be, or was not found. */
const fine =
  /\bno\b.{0,50}\b(?:observed|found|noted|visible|detected|evident|seen)\b|\bno (?:evidence|signs?|indications?) of\b|\bfree (?:of|from)\b|\bnot (?:observed|found|noted|damaged)\b|\b(?:satisfactory|serviceable|functional|operational|normal(?:ly)?|within the normal range|good condition|no (?:defects?|concerns?|issues?))\b/i;

/** What turns it round again. */
const but = /\b(?:but|however|except|although)\b/i;

/** What every report says of itself. */
const general =
  /\b(?:liab(?:le|ility)|warrant(?:y|ies)|standards? of practice|copyright|scope of|not intended|does not include|is limited to|client (?:agrees|should)|unless noted|for example|may (?:develop|occur))\b/i;

/** Gives how bad a sentence says that something is; null where it names no defect. */
export function severityOf(text: string): Severity | null {
  if (general.test(text)) return null;
  // What a repair is to keep away is not there.
  const sentence = text.replace(/\bto (?:prevent|avoid|reduce|minimi[sz]e)\b.*/i, "");
  const found = words.find(({ pattern }) => pattern.test(sentence))?.severity ?? null;
  // What has to be there for safety is missed by the same words that say that nothing bad was found.
  if (found === "safety" || but.test(sentence)) return found;
  return fine.test(sentence) ? null : found;
}

/** Headings below which a report speaks of itself. */
function isAboutReports(heading: string): boolean {
  return /\b(?:standards?|limitations?|scope|disclaimers?|agreement|glossary|definitions?|terms)\b/i.test(heading);
}
