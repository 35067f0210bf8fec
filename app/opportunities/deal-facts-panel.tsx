import { State } from "../ui/tag.tsx";
import type { DealFact } from "./deal-facts.ts";

/** Price, offer and days of a deal in one strip; each leads to where it is entered or changed. */
export function DealFactsPanel({ facts }: { facts: readonly DealFact[] }) {
  return (
    <section className="tiles" aria-label="Price and dates">
      {facts.map((fact) =>
        fact.edit === null ? (
          <div key={fact.label} className="tile">
            <Fact fact={fact} />
          </div>
        ) : (
          <a key={fact.label} className="tile" href={fact.edit}>
            <Fact fact={fact} />
          </a>
        ),
      )}
    </section>
  );
}

function Fact({ fact: { label, value, isLate, edit } }: { fact: DealFact }) {
  return (
    <>
      <span className="muted small">{label}</span>
      <div>
        <b>
          {isLate ? (
            <State tone="due">{value}</State>
          ) : (
            (value ?? (edit === null ? "—" : <span className="link">Add</span>))
          )}
        </b>
      </div>
    </>
  );
}
