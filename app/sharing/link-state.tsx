import { DateTime } from "../ui/date-time.tsx";
import { formatCount } from "../ui/number-format.ts";
import { State } from "../ui/tag.tsx";
import type { LinkState, ShareLink } from "./share-link.ts";

const words: Readonly<Record<LinkState, string>> = { active: "Active", expired: "Expired", revoked: "Revoked" };

/** Whether a link still works, as a word. */
export function LinkStateTag({ state }: { state: LinkState }) {
  return <State tone={state === "active" ? "on" : "plain"}>{words[state]}</State>;
}

type Views = Pick<ShareLink, "openedCount" | "fetchedCount" | "lastOpenedAt">;

/** How often a link was opened by a person, and how often programs or people merely fetched its address. */
export function LinkViews({ link: { openedCount, fetchedCount, lastOpenedAt } }: { link: Views }) {
  return (
    <>
      {openedCount === null || openedCount === 0 ? "Not opened yet" : `Opened ${formatTimes(openedCount)}`}
      {lastOpenedAt === null ? null : (
        <>
          , last <DateTime value={lastOpenedAt} />
        </>
      )}
      {fetchedCount === null || fetchedCount === 0 ? null : `, fetched ${formatTimes(fetchedCount)}`}
    </>
  );
}

function formatTimes(count: number): string {
  return count === 1 ? "once" : formatCount(count, "time");
}
