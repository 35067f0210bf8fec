import { FactList } from "../ui/fact-list.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import { amountOf, type RepairTotals } from "./inspection.ts";

/** The total cost of the findings; nothing without findings. */
export function TotalsPanel({ totals: { low, high, count, undecided } }: { totals: RepairTotals }) {
  if (count === 0) return null;
  const facts = [
    { label: "Low", value: low === null ? "—" : amountOf(low) },
    { label: "High", value: high === null ? "—" : amountOf(high) },
    { label: "Findings", value: formatNumber(count) },
    { label: "Undecided", value: formatNumber(undecided) },
  ];
  return (
    <Sheet title="Repair costs">
      <FactList facts={facts} />
    </Sheet>
  );
}
