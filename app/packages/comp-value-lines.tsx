import { formatDay } from "../ui/date-format.ts";
import { formatRoundedMoney } from "../ui/number-format.ts";
import type { CompValue } from "./package.ts";

type CompValueLinesProps = CompValue & { note: string | null };

/** What comparables say that a property is worth, and what that is based on. */
export function CompValueLines({ note, ...value }: CompValueLinesProps) {
  return (
    <>
      <b className="num text-4 [font-weight:600]">{formatRoundedMoney(value.currency, Number(value.amount))}</b>
      <div className="muted small">{basisOf(value)}</div>
      {note === null ? null : <div className="small">{note}</div>}
    </>
  );
}

/** What the value is based on, and from when. */
function basisOf({ source, count, asOf }: CompValue): string {
  const day = asOf === null ? "" : formatDay(asOf);
  if (source === "override") return `Entered ${day}. Overrides the comparables.`;
  if (count === 1) return `Price per sqft of one comparable, sold ${day}.`;
  return `Median price per sqft of ${count} comparables, the newest sold ${day}.`;
}
