import type { Money } from "../json-api/values.ts";
import type { ReleasedCosts } from "./released.ts";
import { Term } from "./term.tsx";
import { roundedPriceOf } from "./texts/format.ts";
import { inLanguage } from "./texts/languages.ts";
import type { CostLine } from "./texts/released.en.ts";
import { useLanguage, useTexts } from "./texts/texts.ts";

/** The sections of an estimate that clients read, each with the total of its lines. */
const sections = [
  { section: "loan", total: null },
  { section: "monthly", total: "monthlyPayment" },
  { section: "closing", total: "closingCosts" },
  { section: "cash", total: "cashToClose" },
] as const;

/** What buying the property costs: each month, on the day of closing, and of what these sums consist. */
export function CostsOfProperty({ costs }: { costs: ReleasedCosts }) {
  const { released } = useTexts();
  const language = useLanguage();
  const { totals, lines, ratePercent, termYears } = costs;
  const words = released.costs;
  return (
    <>
      <dl>
        <div className="acts justify-between">
          <dt>{words.monthly}</dt>
          <dd className="num">{roundedPriceOf(language, totals.monthlyPayment)}</dd>
        </div>
        <div className="acts justify-between">
          <dt>{words.cash}</dt>
          <dd className="num">
            <b>{roundedPriceOf(language, totals.cashToClose)}</b>
          </dd>
        </div>
      </dl>
      <p className="muted small">
        {words.estimate} {ratePercent === null || termYears === null ? null : words.loan(termYears, ratePercent)}
      </p>
      <details>
        <summary>{words.lines}</summary>
        {sections.map(({ section, total }) => (
          <CostSection
            key={section}
            title={words.sections[section]}
            lines={lines.filter((line) => line.section === section && Number(line.amount.amount) !== 0)}
            total={total === null ? null : { label: words.totals[total], amount: totals[total] }}
          />
        ))}
      </details>
      <Term of={words.title}>{words.term}</Term>
    </>
  );
}

type CostSectionProps = {
  title: string;
  lines: ReleasedCosts["lines"];
  total: { label: string; amount: Money } | null;
};

function CostSection({ title, lines, total }: CostSectionProps) {
  const language = useLanguage();
  const { released } = useTexts();
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 mb-3">{title}</h3>
      <ul className="rows">
        {lines.map(({ key, label, labelEs, amount }) => {
          const known = isKnown(released.costs.line, key) ? released.costs.line[key] : null;
          return (
            <li key={key}>
              <div className="g">
                {known?.name ?? inLanguage(language, label, labelEs)}
                {known?.why === undefined ? null : <div className="muted small">{known.why}</div>}
              </div>
              <span className="num">{roundedPriceOf(language, amount)}</span>
            </li>
          );
        })}
        {total === null ? null : (
          <li>
            <b className="g">{total.label}</b>
            <b className="num">{roundedPriceOf(language, total.amount)}</b>
          </li>
        )}
      </ul>
    </>
  );
}

/** Lines that the agent has named are shown as the agent wrote them. */
function isKnown(lines: Readonly<Record<CostLine, unknown>>, key: string): key is CostLine {
  return Object.hasOwn(lines, key);
}
