import type { Settled, SettledCode } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import type { ActivityPage } from "./activity.server.ts";
import { Timeline } from "./timeline.tsx";

type ActivityPanelProps = {
  activity: Settled<ActivityPage>;
  /** The address of the page around, for trying again. */
  here: string;
  /** Only the newest events, without what changed and without a way to the older ones. */
  isBrief?: boolean;
  /** Said where there are no events. */
  none?: string;
};

/** A page of events, or why there is none; the page around is none the worse for it. */
export function ActivityPanel({
  activity,
  here,
  isBrief = false,
  none = "Nothing has happened yet.",
}: ActivityPanelProps) {
  if (!activity.ok) return <MissingActivity code={activity.code} here={here} />;
  const { events, foot, isFirstInstead } = activity.data;
  if (events.length === 0) return <EmptyState>{none}</EmptyState>;
  return (
    <>
      {isFirstInstead ? (
        <p className="pad muted">That page of the activity is not there any more. These are the newest events.</p>
      ) : null}
      <Timeline label="Activity" events={events} isBrief={isBrief} />
      {isBrief || (foot.previous === null && foot.next === null) ? null : <TableFoot {...foot} />}
    </>
  );
}

const reasons: Partial<Record<SettledCode, string>> = {
  slow: "The activity is still loading.",
  missing: "The connected service keeps no activity.",
  forbidden: "The activity is not open to you.",
};

function MissingActivity({ code, here }: { code: SettledCode; here: string }) {
  const isFinal = code === "missing" || code === "forbidden";
  return (
    <EmptyState action={isFinal ? null : <LinkButton href={here}>Look again</LinkButton>}>
      {reasons[code] ?? "The activity could not be loaded. Everything else on this page is there."}
    </EmptyState>
  );
}
