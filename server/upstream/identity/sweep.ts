import { and, lt, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import {
  emailChanges,
  handles,
  mailedLinks,
  secondStepSetups,
  sessions,
  trustedBrowsers,
  waitingSignIns,
  workspaceConfirmations,
} from "../tables.ts";
import { sweepAccessEvents } from "./access-events.ts";

const day = 86_400_000;

/**
 * Removes what has ended: sessions a week after, mailed links (with their registrations) a day after, since they are
 * counted against floods that long, handles that nobody holds any more, and what is noted about signing in after 90 days. Safe to run in every server; gives the
 * number of rows.
 */
export async function sweepIdentity(queries: Queries, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  const gone = await Promise.all([
    queries.delete(sessions).where(lt(sessions.expiresAt, before(7))),
    queries.delete(waitingSignIns).where(lt(waitingSignIns.expiresAt, now)),
    queries.delete(secondStepSetups).where(lt(secondStepSetups.expiresAt, now)),
    queries.delete(trustedBrowsers).where(lt(trustedBrowsers.expiresAt, now)),
    queries.delete(mailedLinks).where(and(lt(mailedLinks.expiresAt, before(1)), lt(mailedLinks.insertedAt, before(1)))),
    queries.delete(workspaceConfirmations).where(lt(workspaceConfirmations.expiresAt, now)),
    queries.delete(emailChanges).where(lt(emailChanges.insertedAt, before(30))),
    queries.delete(handles).where(and(sql`${handles.heldUntil} is not null`, lt(handles.heldUntil, now))),
  ]);
  const events = await sweepAccessEvents(queries, now);
  return gone.reduce((total, { rowCount }) => total + (rowCount ?? 0), events);
}
