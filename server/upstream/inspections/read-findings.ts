/**
 * Finds in a report's own sentences what has to be decided on. A sentence that names a defect, and a system of the house or stands
 * under its heading, is a finding; the sentences that follow it in the paragraph add to it what they say of cost and severity.
 */
import { type Sentence, sentencesOf } from "../texts/sentences.ts";
import { type CostRange, costsIn } from "./amounts.ts";
import type { ProposedFinding } from "./proposed-finding.ts";
import { type Severity, severities } from "./severities.ts";
import { isAboutReports, severityOf } from "./severity-words.ts";
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
