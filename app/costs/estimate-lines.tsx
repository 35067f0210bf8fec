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

type Line = CostEstimate["lines"][number];

/** Lines of a section that have their figures from the same source. */
interface LineGroup {
  /** Null where all of its lines are calculated from others. */
  readonly source: string | null;
  readonly lines: readonly Line[];
}

/** What the service calls the source of a line that follows from others. */
const calculated = "Calculated";

/** The lines of a section in their order, by source: lines in a row with the same one are a group, and calculated ones go with it. */
function groupBySource(lines: readonly Line[]): readonly LineGroup[] {
  const groups: { source: string | null; lines: Line[] }[] = [];
  for (const line of lines) {
    const source = line.source === calculated ? null : line.source;
    const group = groups.at(-1);
    if (group === undefined || (source !== null && group.source !== null && group.source !== source)) {
      groups.push({ source, lines: [line] });
    } else {
      group.source ??= source;
      group.lines.push(line);
    }
  }
  return groups;
}

/** The source that most lines have; null where all are calculated. */
function commonSource(lines: readonly Line[]): string | null {
  const counts = new Map<string, number>();
  for (const { source } of lines) if (source !== calculated) counts.set(source, (counts.get(source) ?? 0) + 1);
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return most === undefined ? null : most[0];
}

/** Whether no line has another source. */
function isOnlySource(lines: readonly Line[], only: string): boolean {
  return lines.every(({ source }) => source === calculated || source === only);
}

/** The looks of the parts of the monthly payment, by their places, as the dots of states; a further one is gray. */
const looks = ["state-on", "state-blue", "state-violet", "state-hollow"];

function lookOf(place: number): string | undefined {
  return looks[place];
}

/** The monthly payment as one bar in parts. Its list says the same in words, so screen readers are told nothing of it. */
function MonthlyChart({ lines }: { lines: CostEstimate["lines"] }) {
  const shares = lines.map(({ amount }) => Math.max(0, Number(amount.amount)));
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0) return null;
  let end = 0;
  const parts = shares.map((share) => {
    const start = end;
    end += (share / total) * 100;
    return { start, width: end - start };
  });
  return (
    <svg className="parts my-1 h-1 w-full rounded" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ start, width }, place) => (
        // Each line has one part, in the same order.
        <rect key={lines[place]?.key} className={lookOf(place)} x={start} width={width} height="10" />
      ))}
    </svg>
  );
}

/** What shows which part of the bar a line is. */
function PartMark({ place }: { place: number }) {
  return (
    <svg className="parts me-1 size-1" viewBox="0 0 10 10" aria-hidden="true">
      <rect className={lookOf(place)} width="10" height="10" rx="2" />
    </svg>
  );
}
