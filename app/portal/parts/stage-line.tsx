import { useTexts } from "../../client-pages/texts/texts.ts";

/** How far a deal is, in a plain sentence; null for a stage that this app does not know. */
export function useStageWords(stage: string): string | null {
  const { stages } = useTexts().own;
  return Object.entries(stages).find(([known]) => known === stage)?.[1] ?? null;
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
export function StageLine({ stage }: { stage: string }) {
  const words = useStageWords(stage);
  return words === null ? null : (
    <p className="small">
      <i className={`dot ${dots[stage] ?? ""}`} />
      {words}
    </p>
  );
}
