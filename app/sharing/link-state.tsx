import { DateTime } from "../ui/date-time.tsx";
import { formatCount } from "../ui/number-format.ts";
import { State } from "../ui/tag.tsx";
import type { LinkState, ShareLink } from "./share-link.ts";

const words: Readonly<Record<LinkState, string>> = { active: "Active", expired: "Expired", revoked: "Revoked" };

/** The state of a link in a word. */
export function LinkStateTag({ state }: { state: LinkState }) {
  return <State tone={state === "active" ? "on" : "plain"}>{words[state]}</State>;
}

type Views = Pick<ShareLink, "openedCount" | "lastOpenedAt">;

/** How often a link was opened by a person, and when last. */
export function LinkViews({ link: { openedCount, lastOpenedAt } }: { link: Views }) {
  if (openedCount === null || openedCount === 0) return "Not opened yet";
  const times = `Opened ${formatTimes(openedCount)}`;
  if (lastOpenedAt === null) return times;
  return (
    <>
      {times}. Last opened: <DateTime value={lastOpenedAt} />
    </>
  );
}

function formatTimes(count: number): string {
  return count === 1 ? "once" : formatCount(count, "time");
}
