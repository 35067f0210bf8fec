/** How much of what is known of made reports the reader finds. */
import type { ProposedFinding } from "#server/upstream/inspections/proposed-finding.ts";
import type { KnownDefect } from "./defects.ts";

export interface Measured {
  readonly found: number;
  readonly missed: readonly KnownDefect[];
  readonly wrong: readonly ProposedFinding[];
  readonly otherSeverity: readonly (readonly [KnownDefect, ProposedFinding])[];
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];

/** How much of a text's words another has. */
function share(part: string, whole: string): number {
  const own = wordsOf(part);
  const all = new Set(wordsOf(whole));
  return own.filter((word) => all.has(word)).length / Math.max(1, own.length);
}

/** Each known defect is found once; what else is found is wrong. */
export function measure(known: readonly KnownDefect[], findings: readonly ProposedFinding[]): Measured {
  const left = new Set(findings);
  const missed: KnownDefect[] = [];
  const otherSeverity: (readonly [KnownDefect, ProposedFinding])[] = [];
  for (const defect of known) {
    const fits = [...left]
      .map((finding) => ({
        finding,
        fit: Math.max(share(defect.text, finding.quote), share(`${defect.title}`, `${finding.title}`) * 0.8),
      }))
      .toSorted((one, other) => other.fit - one.fit)[0];
    if (fits === undefined || fits.fit < 0.7) {
      missed.push(defect);
      continue;
    }
    left.delete(fits.finding);
    if (fits.finding.severity !== defect.severity) otherSeverity.push([defect, fits.finding]);
  }
  return { found: known.length - missed.length, missed, wrong: [...left], otherSeverity };
}
