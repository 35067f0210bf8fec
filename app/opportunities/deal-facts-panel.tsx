import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { State } from "../ui/tag.tsx";
import type { DealFact } from "./deal-facts.ts";

type DealFactsPanelProps = { opportunityId: string; facts: readonly DealFact[]; canUpdate: boolean };

/** Price, offer and days of a deal side by side, and the way to change them. */
export function DealFactsPanel({ opportunityId, facts, canUpdate }: DealFactsPanelProps) {
  return (
    <section className="sheet figures">
      <h2 className="vh">Price and dates</h2>
      <dl>
        {facts.map(({ label, value, isLate }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isLate ? <State tone="due">{value}</State> : (value ?? "—")}</dd>
          </div>
        ))}
      </dl>
      {canUpdate ? (
        <LinkButton
          href={href("/opportunities/:opportunityId/terms", { opportunityId })}
          look="quiet"
          aria-label="Edit price and dates"
        >
          Edit
        </LinkButton>
      ) : null}
    </section>
  );
}
