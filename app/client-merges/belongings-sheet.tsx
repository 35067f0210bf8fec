import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import type { Belongings } from "./client-merge.ts";

/** What comes along with a client, by kinds. */
export function BelongingsSheet({ name, belongings }: { name: string; belongings: Belongings | null }) {
  if (belongings === null) return null;
  const counts = countsOf(belongings);
  return (
    <Notice title="What comes along:">
      {counts.length === 0 ? `nothing else of ${name}.` : `${counts.join(", ")}.`} Documents with a name that is taken
      get a number. Of two open opportunities for one property, the one that is further goes on and the other is marked
      as lost.
    </Notice>
  );
}

/** The counts in words, without those that are 0. */
function countsOf(belongings: Belongings): string[] {
  const nouns = {
    people: ["person of the household", "people of the household"],
    opportunities: ["opportunity", "opportunities"],
    documents: ["document", "documents"],
    messages: ["message", "messages"],
    tasks: ["task", "tasks"],
    portalInvitations: ["portal invitation", "portal invitations"],
    shareLinks: ["link", "links"],
    activities: ["entry of the history", "entries of the history"],
  } as const satisfies Record<keyof Belongings, readonly [string, string]>;
  return Object.entries(nouns).flatMap(([kind, [one, several]]) => {
    const total = Object.entries(belongings).find(([name]) => name === kind)?.[1];
    return typeof total !== "number" || total === 0 ? [] : [formatCount(total, one, several)];
  });
}
