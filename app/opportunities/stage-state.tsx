import { labelOfStage } from "../labels.ts";
import { State, type StateTone } from "../ui/tag.tsx";

/** How far a deal is, as the color of its stage's dot; the word says it too. */
const tones: Readonly<Record<string, StateTone>> = {
  showing_scheduled: "blue",
  showing_complete: "blue",
  offer_suggeted: "violet",
  offer_sent: "violet",
  offer_accepted: "on",
  inspections_underway: "on",
  closed: "on",
  offer_declined: "hollow",
  lost: "hollow",
};

export function toneOfStage(stage: string): StateTone {
  return tones[stage] ?? "plain";
}

/** The stage in words as a badge, with a dot that says how far that is. */
export function StageState({ stage }: { stage: string }) {
  return (
    <State tone={toneOfStage(stage)} pill>
      {labelOfStage(stage)}
    </State>
  );
}

type RankStateProps = { rank: string | null; clientRank: string | null };

const bars: Readonly<Record<string, string>> = {
  Low: "rank pill",
  Medium: "rank rank-2 pill",
  High: "rank rank-3 pill",
};

/** The agent's rank as a badge; the client's own beside it where they differ. */
export function RankState({ rank, clientRank }: RankStateProps) {
  return (
    <>
      {rank === null ? "—" : <span className={bars[rank] ?? "rank pill"}>{rank}</span>}
      {clientRank === null || clientRank === rank ? null : <div className="muted small">Client: {clientRank}</div>}
    </>
  );
}
