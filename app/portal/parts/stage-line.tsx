import { useTexts } from "../../client-pages/texts/texts.ts";

/** How far a deal is, in a plain sentence; null for a stage that this app does not know. */
export function useStageWords(stage: string): string | null {
  const { stages } = useTexts().own;
  return Object.entries(stages).find(([known]) => known === stage)?.[1] ?? null;
}

/** The same as a line of a property's page. */
export function StageLine({ stage }: { stage: string }) {
  const words = useStageWords(stage);
  return words === null ? null : <p>{words}</p>;
}
