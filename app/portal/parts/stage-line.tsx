import { useTexts } from "../../client-pages/texts/texts.ts";
import type { PropertyCard } from "../portal-properties.server.ts";
import { useAgentOf } from "./portal-frame.tsx";
import { useOfferWords } from "./suggested-offer.tsx";

/** What is said of how far a deal is. */
export type DealOfProperty = Pick<PropertyCard, "stage" | "suggestion" | "timeZone" | "agentName">;

/** How far a deal is, and what the house says of a suggested offer, in plain sentences; null for a stage that this app does not know. */
export function useStageWords({ stage, suggestion, ...deal }: DealOfProperty): string | null {
  const { own, answers } = useTexts();
  const agent = useAgentOf(deal);
  const { said, next } = useOfferWords(suggestion, { agent, ...deal });
  if (said.length > 0) return [...said, next].join(" ");
  if (suggestion?.isExpired) return answers.offer.expired(agent);
  if (suggestion?.isCounter) return answers.offer.counter.state;
  return Object.entries(own.stages).find(([known]) => known === stage)?.[1] ?? null;
}

/** Stages whose dot has a color: showings, offers, and what comes after one was accepted. */
const dots: Readonly<Record<string, string>> = {
  showing_scheduled: "d2",
  showing_complete: "d2",
  offer_suggeted: "d3",
  offer_sent: "d3",
  offer_accepted: "d4",
  inspections_underway: "d4",
  closed: "d4",
};

/** The same with a dot, as a line of a property. */
export function StageLine({ of }: { of: DealOfProperty }) {
  const words = useStageWords(of);
  return words === null ? null : (
    <p className="small">
      <i className={`dot ${dots[of.stage] ?? ""}`} />
      {words}
    </p>
  );
}
