import type { Settled } from "../json-api/settle.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
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
  if (!activity.ok) return <NotLoaded what="activity" code={activity.code} here={here} />;
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
