import { Fragment } from "react";
import { FactList } from "../ui/fact-list.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type CostEstimate, formatColumnAmount, formatFullAmount, formatRepairs, sections } from "./estimate.ts";
import { groupBySource } from "./line-groups.ts";
import { MonthlyChart, PartMark } from "./monthly-chart.tsx";

type EstimateLinesProps = { estimate: CostEstimate };

/** An estimate with every line and its basis, and once for all lines that share it, the source of their figures. */
export function EstimateLines({ estimate }: EstimateLinesProps) {
  const { totals } = estimate;
  const repairs = formatRepairs(totals);
  return (
    <div className="grid gap-2">
      <Sheet title="Summary">
        <FactList
          facts={[
            { label: "Monthly payment", value: formatFullAmount(totals.monthlyPayment) },
            { label: "Closing costs", value: formatFullAmount(totals.closingCosts) },
            { label: "Cash to close", value: formatFullAmount(totals.cashToClose) },
            ...(repairs === null ? [] : [{ label: "Repairs (from findings)", value: repairs }]),
          ]}
        />
      </Sheet>
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
  return (
    <Sheet title={title} action={<span className="muted small">{inputs.currency}</span>}>
      {isMonthly ? <MonthlyChart lines={own} /> : null}
      <Rows label={title}>
        {groupBySource(own).map(({ source, lines: group }) => (
          <Fragment key={group[0]?.key}>
            {group.map((line) => (
              <Row key={line.key}>
                <div>
                  {isMonthly ? <PartMark place={own.indexOf(line)} /> : null}
                  {line.label}
                  <div className="muted small">{line.basis}</div>
                </div>
                <span className="num">{formatColumnAmount(line.amount)}</span>
              </Row>
            ))}
            {source === null ? null : (
              <li className="muted small" key="source">
                Source: {source}
              </li>
            )}
          </Fragment>
        ))}
        {total === null ? null : (
          <Row>
            <b>{total.label}</b>
            <b className="num">{formatColumnAmount(totals[total.of])}</b>
          </Row>
        )}
      </Rows>
    </Sheet>
  );
}
