import type { CostEstimate } from "./estimate.ts";

/** The looks of the parts of the monthly payment, by their places, as the dots of states; a further one is gray. */
const looks = ["state-on", "state-blue", "state-violet", "state-hollow"];

function lookOf(place: number): string | undefined {
  return looks[place];
}

/** The monthly payment as one bar in parts. Its list says the same in words, so screen readers are told nothing of it. */
export function MonthlyChart({ lines }: { lines: CostEstimate["lines"] }) {
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
export function PartMark({ place }: { place: number }) {
  return (
    <svg className="parts me-1 size-1" viewBox="0 0 10 10" aria-hidden="true">
      <rect className={lookOf(place)} width="10" height="10" rx="2" />
    </svg>
  );
}
