import { State } from "../ui/tag.tsx";
import { labelOfStage } from "./deal-labels.ts";

/** Stages at which somebody waits for an answer, or money is at stake. */
const pressing: ReadonlySet<string> = new Set(["offer_sent", "inspections_underway"]);
const won: ReadonlySet<string> = new Set(["offer_accepted", "closed"]);

/** The stage in words, with a shape of its own where it presses or where it is won. */
export function StageState({ stage }: { stage: string }) {
  const tone = pressing.has(stage) ? "due" : won.has(stage) ? "on" : "plain";
  return <State tone={tone}>{labelOfStage(stage)}</State>;
}

type RankStateProps = { rank: string | null; clientRank: string | null };

/** The agent's rank; the client's own beside it where they differ. */
export function RankState({ rank, clientRank }: RankStateProps) {
  return (
    <>
      <State tone={rank === "High" ? "on" : "plain"}>{rank ?? "—"}</State>
      {clientRank === null || clientRank === rank ? null : <div className="muted small">Client: {clientRank}</div>}
    </>
  );
}
