/** What a language's words say about a house: the parts of it, what is wrong, and what is only said about the report. */
import type { Hazard, Sign } from "./hazards.ts";
import type { Severity } from "./severities.ts";

/** All expressions are for folded text. */
export interface Words {
  readonly hazards: readonly Hazard[];
  /** The first that fits counts, the most severe one. */
  readonly defects: readonly {
    readonly severity: Severity;
    readonly signs: readonly Sign[];
    readonly isLack?: boolean;
  }[];
  /** A part of the house with its system; a system may have several. */
  readonly parts: readonly { readonly system: string; readonly pattern: RegExp }[];
  readonly fine: readonly Sign[];
  /** That it was not looked at. */
  readonly limits: RegExp;
  /** Said of houses, reports or inspectors in general. */
  readonly general: readonly Sign[];
  /** From here on it is about what has not happened. */
  readonly aim: readonly Sign[];
  /** Parts a sentence where what is said turns. */
  readonly turn: RegExp;
  /** Stands before or behind what should be there and is not. */
  readonly lack: { readonly before: RegExp; readonly after: RegExp };
  /** What to do about what was said before. */
  readonly advice: readonly Sign[];
  /** Begins a sentence that goes on about what the one before said. */
  readonly again: RegExp;
  /** Stands directly before what is not there. */
  readonly negation: Sign;
}

export interface Defect {
  readonly severity: Severity;
  readonly hazard: Hazard | null;
}

const known = new WeakMap<Words, Map<string, Defect | null>>();
const mostKnown = 20_000;

/** What is wrong by a folded sentence; null for what is fine, not known or general. */
export function defectIn(text: string, words: Words): Defect | null {
  const seen = known.get(words) ?? new Map<string, Defect | null>();
  known.set(words, seen);
  const before = seen.get(text);
  if (before !== undefined) return before;
  const found = readDefect(text, words);
  if (seen.size < mostKnown) seen.set(text, found);
  return found;
}

function readDefect(text: string, words: Words): Defect | null {
  if (says(text, words.general)) return null;
  const clauses = upTo(text, words.aim).split(words.turn);
  const found = clauses.flatMap((clause) => {
    const defect = clauseDefect(clause, words);
    return defect === null ? [] : [defect];
  });
  return found.find(({ hazard }) => hazard !== null) ?? found[0] ?? null;
}

function upTo(text: string, signs: readonly Sign[]): string {
  const ends = signs.flatMap((sign) => findSign(text, sign)?.from ?? []);
  return text.slice(0, Math.min(text.length, ...ends));
}

function clauseDefect(clause: string, words: Words): Defect | null {
  const isFine = says(clause, words.fine);
  const hazard = words.hazards.find((one) => isThere(one, clause, words, isFine));
  const defect = words.defects.find(({ signs, isLack = false }) =>
    signs.some((sign) => {
      const found = findSign(clause, sign);
      return found !== null && (!isLack || isLacking(clause, found, words.lack));
    }),
  );
  const severity = defect?.severity;
  if (hazard !== undefined) {
    const isWorse = hazard.severity === "repair" && (severity === "safety" || severity === "major");
    return { severity: isWorse ? severity : hazard.severity, hazard };
  }
  if (severity === undefined) return null;
  // Missing safety equipment has the words of a good result.
  if (severity !== "safety" && (isFine || words.limits.test(clause))) return null;
  return { severity, hazard: null };
}

function isThere({ signs, isLack }: Hazard, clause: string, { lack, negation }: Words, isFine: boolean): boolean {
  return signs.some((sign) => {
    const found = findSign(clause, sign);
    if (found === null) return false;
    if (!isLack) return !isFine && !hasSign(clause.slice(Math.max(0, found.from - 30), found.from), negation);
    return isLacking(clause, found, lack);
  });
}

function isLacking(clause: string, { from, to }: Span, { before, after }: Words["lack"]): boolean {
  return before.test(clause.slice(Math.max(0, from - near), from)) || after.test(clause.slice(to, to + near));
}

/** In characters. */
const near = 50;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the words of a sign are; null where they are not, or not near each other. */
function findSign(text: string, [first, ...others]: Sign): Span | null {
  const start = first?.exec(text) ?? null;
  if (start === null) return null;
  const from = start.index;
  let to = from + start[0].length;
  for (const next of others) {
    const found = next.exec(text.slice(to, to + near + 25));
    if (found === null || found.index > near) return null;
    to += found.index + found[0].length;
  }
  return { from, to };
}

/** Whether one of them is there. */
export function says(text: string, signs: readonly Sign[]): boolean {
  return signs.some((sign) => hasSign(text, sign));
}

const hasSign = (text: string, sign: Sign) => findSign(text, sign) !== null;

export interface Part {
  readonly system: string;
  /** Tells parts of one system apart. */
  readonly index: number;
}

const placed = new WeakMap<Words, Map<string, Part | null>>();

/** The first part of the house that a folded text names. */
export function partIn(text: string, words: Words): Part | null {
  const seen = placed.get(words) ?? new Map<string, Part | null>();
  placed.set(words, seen);
  const before = seen.get(text);
  if (before !== undefined) return before;
  const found = readPart(text, words);
  if (seen.size < mostKnown) seen.set(text, found);
  return found;
}

function readPart(text: string, words: Words): Part | null {
  let first: { part: Part; place: number } | null = null;
  for (const [index, { system, pattern }] of words.parts.entries()) {
    const place = text.search(pattern);
    if (place !== -1 && (first === null || place < first.place)) first = { part: { system, index }, place };
  }
  return first?.part ?? null;
}
