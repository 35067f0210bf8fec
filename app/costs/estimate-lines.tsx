import { FactList } from "../ui/fact-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { type CostEstimate, formatColumnAmount, formatFullAmount, formatRepairs, sections } from "./estimate.ts";

type EstimateLinesProps = { estimate: CostEstimate };

/** An estimate with every line, its basis and its source. */
export function EstimateLines({ estimate }: EstimateLinesProps) {
  const { inputs, lines, totals, warnings } = estimate;
  const repairs = formatRepairs(totals);
  return (
    <div className="grid gap-2">
      {warnings.length === 0 ? null : (
        <Notice tone="warn" title="Check these.">
          <ul>
            {warnings.map(({ code, detail }) => (
              <li key={code}>{detail}</li>
            ))}
          </ul>
        </Notice>
      )}
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
      {sections.map(({ section, title, total }) => (
        <Sheet key={section} title={title} action={<span className="muted small pe-1">{inputs.currency}</span>}>
          <Rows label={title}>
            {lines
              .filter((line) => line.section === section)
              .map((line) => (
                <Row key={line.key}>
                  <div>
                    {line.label}
                    <div className="muted small">
                      {line.basis} · Source: {line.source}
                    </div>
                  </div>
                  <span className="num">{formatColumnAmount(line.amount)}</span>
                </Row>
              ))}
            {total === null ? null : (
              <Row>
                <b>{total.label}</b>
                <b className="num">{formatColumnAmount(totals[total.of])}</b>
              </Row>
            )}
          </Rows>
        </Sheet>
      ))}
    </div>
  );
}
