import { Fragment } from "react";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import {
  type CostEstimate,
  disclaimer,
  formatColumnAmount,
  formatFullAmount,
  formatRepairs,
  sections,
} from "./estimate.ts";
import { commonSource, groupBySource, isOnlySource } from "./line-groups.ts";
import { MonthlyChart, PartMark } from "./monthly-chart.tsx";

type EstimateLinesProps = { estimate: CostEstimate };

/** What an estimate comes to, as of when, and where its figures are from. */
export function EstimateSummary({ estimate }: EstimateLinesProps) {
  const { totals, lines, updatedAt } = estimate;
  const repairs = formatRepairs(totals);
  const source = commonSource(lines);
  return (
    <Sheet title="Summary">
      <div className="muted small">Cash to close</div>
      <b className="num text-4 [font-weight:600]">{formatFullAmount(totals.cashToClose)}</b>
      <FactList
        facts={[
          { label: "Monthly payment", value: formatFullAmount(totals.monthlyPayment) },
          { label: "Closing costs", value: formatFullAmount(totals.closingCosts) },
          ...(repairs === null ? [] : [{ label: "Repairs (from findings)", value: repairs }]),
        ]}
      />
      <p className="muted small">
        {disclaimer}. As of <DateTime value={updatedAt} form="day" />.
        {source === null
          ? null
          : ` Source: ${source}${isOnlySource(lines, source) ? "" : ", where a line says no other"}.`}
      </p>
    </Sheet>
  );
}

/** Every line of an estimate with its basis, and the source of those that have another one than most. */
export function EstimateLines({ estimate }: EstimateLinesProps) {
  return (
    <div className="grid gap-2">
      {sections.map((section) => (
        <Section key={section.section} estimate={estimate} {...section} />
      ))}
    </div>
  );
}

type SectionProps = EstimateLinesProps & (typeof sections)[number];

function Section({ estimate: { inputs, lines, totals }, section, title, total }: SectionProps) {
  const own = lines.filter((line) => line.section === section);
  const isMonthly = section === "monthly";
  const common = commonSource(lines);
  return (
    <Sheet title={title} action={<span className="muted small">{inputs.currency}</span>}>
      {isMonthly ? <MonthlyChart lines={own} /> : null}
      <Rows label={title} low>
        {groupBySource(own).map(({ source, lines: group }) => (
          <Fragment key={group[0]?.key}>
            {group.map((line) => (
              <Row key={line.key}>
                <div className="items-baseline gap-2 md:grid md:grid-cols-2">
                  <span className="flex items-center gap-1">
                    {isMonthly ? <PartMark place={own.indexOf(line)} /> : null}
                    {line.label}
                  </span>
                  <div className="muted small">{line.basis}</div>
                </div>
                <span className="num w-13 text-end">{formatColumnAmount(line.amount)}</span>
              </Row>
            ))}
            {source === null || source === common ? null : (
              <li className="muted small" key="source">
                Source: {source}
              </li>
            )}
          </Fragment>
        ))}
        {total === null ? null : (
          <Row>
            <b className="[font-weight:600]">{total.label}</b>
            <b className="num text-3 [font-weight:600]">{formatColumnAmount(totals[total.of])}</b>
          </Row>
        )}
      </Rows>
    </Sheet>
  );
}
