import type { Settled } from "../json-api/settle.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import type { ActivityPage } from "./activity.server.ts";
import { Timeline } from "./timeline.tsx";

type ActivityPanelProps = {
  activity: Settled<ActivityPage>;
  /** The address of the page, to try again. */
  here: string;
  /** Only the newest events, without their changes and without links to older ones. */
  isBrief?: boolean;
  /** Shown where there are no events. */
  none?: string;
};

/** A page of events, or why it could not be loaded. */
export function ActivityPanel({ activity, here, isBrief = false, none = "No activity yet." }: ActivityPanelProps) {
  if (!activity.ok) return <NotLoaded what="activity" code={activity.code} here={here} />;
  const { events, foot, isFirstInstead } = activity.data;
  if (events.length === 0) return <EmptyState>{none}</EmptyState>;
  return (
    <>
      {isFirstInstead ? <p className="pad muted">That page no longer exists. These are the newest events.</p> : null}
      <Timeline label="Activity" events={events} isBrief={isBrief} />
      {isBrief ? null : <FootOfPages {...foot} />}
    </>
  );
}
