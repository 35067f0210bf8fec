/** Findings of a language model, checked against the text. */

import { z } from "zod";
import { oneLine } from "../language-model/language-model.ts";
import type { ProposedFinding } from "./proposed-finding.ts";
import { type Severity, severities } from "./severities.ts";

const maxFindings = 80;
const longestQuote = 1000;

export interface QuotedInput {
  readonly named: readonly NamedFinding[];
  readonly pages: readonly string[];
}

/** Findings whose quote is in the report, with the page of the quote; costs that the page does not name are dropped. */
export function quotedFindings({ named, pages }: QuotedInput): readonly ProposedFinding[] {
  const bare = pages.map(bareOf);
  return named.slice(0, maxFindings).flatMap((one) => hold(one, pages, bare) ?? []);
}

function hold(named: NamedFinding, pages: readonly string[], bare: readonly string[]): ProposedFinding | null {
  const quote = bareOf(named.quote.slice(0, longestQuote));
  const title = oneLine(named.title, 200);
  if (quote.length < 12 || title === "") return null;
  const isThere = bare[named.page - 1]?.includes(quote) === true;
  const page = isThere ? named.page : bare.findIndex((text) => text.includes(quote)) + 1;
  if (page === 0) return null;
  return {
    system: oneLine(named.system, 100) || "Other",
    severity: severityNamed(named.severity),
    title,
    page,
    quote: oneLine(named.quote, longestQuote),
    costs: costsOf(named, pages[page - 1] ?? ""),
  };
}

function severityNamed(text: string): Severity {
  return severities.find((severity) => severity === text.trim().toLowerCase()) ?? "repair";
}

function costsOf({ low_cost: low, high_cost: high }: NamedFinding, page: string): ProposedFinding["costs"] {
  const amounts = [low, high].filter((amount) => typeof amount === "number");
  const figures = new Set(
    (page.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((figure) => Number(figure.replaceAll(",", ""))),
  );
  if (amounts.length === 0 || !amounts.every((amount) => figures.has(amount))) return null;
  const currency = page.includes("€") ? "EUR" : page.includes("£") ? "GBP" : "USD";
  return { low: String(Math.min(...amounts)), high: String(Math.max(...amounts)), currency };
}

/** Letters and digits alone, since models change quotes and spaces. */
function bareOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const cost = z.number().min(0).max(1e9).nullish();

export const namedFinding = z.object({
  system: z.string(),
  severity: z.string(),
  title: z.string(),
  page: z.int(),
  quote: z.string(),
  low_cost: cost,
  high_cost: cost,
});
type NamedFinding = Readonly<z.output<typeof namedFinding>>;
