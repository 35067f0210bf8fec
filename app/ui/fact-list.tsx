import type { ReactNode } from "react";

/** `value` null or "" shows as N/A; `long` puts the value on a line of its own. */
export type Fact = { label: string; value: ReactNode; long?: boolean };

/** Labels and values of a record. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <FactRow key={fact.label} {...fact} />
      ))}
    </dl>
  );
}

function FactRow({ label, value, long = false }: Fact) {
  const empty = value === null || value === undefined || value === "";
  return (
    <>
      <dt className={long ? "long" : undefined}>{label}</dt>
      <dd className={long ? "long" : undefined}>{empty ? "N/A" : value}</dd>
    </>
  );
}
