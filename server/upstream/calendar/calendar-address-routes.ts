import { sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { dayIn } from "../engine/days.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { hashToken, mintToken } from "../identity/tokens.ts";
import { staffCalendars, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { entrySchema, ownScope, readEntries, startOfDay } from "./calendar-entries.ts";

const addressType = recordType(
  "calendar_address",
  z.object({
    inserted_at: z.iso.datetime().nullable().describe("Null: there is no address"),
    token: z.string().optional().describe("Told once, when it is made"),
  }),
);
const feedType = recordType("calendar_feed", z.object({ workspace_name: z.string(), entries: z.array(entrySchema) }));

const address: WithHistory<"made" | "ended"> = {
  type: "calendar_address",
  table: staffCalendars,
  id: staffCalendars.id,
  history: { topic: "workspace", labels: { made: "Calendar address made", ended: "Calendar address ended" } },
};

interface HolderRow extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly account_id: string;
  readonly time_zone: string;
}

/** Days of a feed, and its limit of entries. */
const reach = { before: 31, after: 366, entries: 1000 };

const path = "/calendar_address";
const isOwn = ({ accountId, workspaceId }: Member) =>
  sql`${staffCalendars.accountId} = ${accountId} and ${staffCalendars.workspaceId} = ${workspaceId}`;

/** The secret address of a member's calendar feed; it ends with the membership. */
export const calendarAddressRoutes: readonly Route[] = [
  action({
    method: "GET",
    path,
    summary: "Since when the current user's calendar has an address in the workspace",
    access: "workspace",
    answers: { status: 200, of: addressType },
    async run({ database, currentUser }) {
      const [row] = await database
        .select({ insertedAt: momentText(staffCalendars.insertedAt) })
        .from(staffCalendars)
        .where(isOwn(currentUser));
      return found(addressType, {
        id: currentUser.accountId,
        attributes: { inserted_at: row?.insertedAt ?? null },
        path,
      });
    },
  }),
  action({
    method: "POST",
    path,
    summary: "Make an address for the current user's calendar; the one before ends",
    access: "workspace",
    answers: { status: 201, of: addressType },
    async run({ database, currentUser, now }) {
      const { accountId, workspaceId } = currentUser;
      const { token, hash } = mintToken();
      const renewed = { tokenHash: hash, insertedAt: now.toISOString() };
      const [row] = await database
        .insert(staffCalendars)
        .values({ accountId, workspaceId, ...renewed })
        .onConflictDoUpdate({ target: [staffCalendars.accountId, staffCalendars.workspaceId], set: renewed })
        .returning({ id: staffCalendars.id });
      if (row !== undefined) await recordEvent({ database, currentUser }, address, "made", row.id);
      return created(addressType, { id: accountId, attributes: { inserted_at: now.toISOString(), token } });
    },
  }),
  action({
    method: "DELETE",
    path,
    summary: "End that address; again is a no-op",
    access: "workspace",
    answers: { status: 204, of: null },
    async run({ database, currentUser }) {
      const own = isOwn(currentUser);
      const [row] = await database.select({ id: staffCalendars.id }).from(staffCalendars).where(own).for("update");
      if (row === undefined) return nothing;
      // The event is read from the row.
      await recordEvent({ database, currentUser }, address, "ended", row.id);
      await database.delete(staffCalendars).where(own);
      return nothing;
    },
  }),
  action({
    method: "GET",
    path: "/calendar_feeds/:token",
    summary: "What is on the calendar of whoever has this address: their own deals, properties and tasks",
    access: "anyone",
    answers: { status: 200, of: feedType },
    async run({ database, segment, now }) {
      const hash = hashToken(segment("token"));
      if (hash === null) throw notFound();
      // Not without the two-step sign-in that the workspace requires.
      const { rows } = await database.execute<HolderRow>(sql`
        select ${staffCalendars.workspaceId}, ${staffCalendars.accountId}, ${workspaces.timeZone},
          ${workspaces.name} as workspace_name
        from ${staffCalendars} join ${workspaces} on ${workspaces.id} = ${staffCalendars.workspaceId} and ${isOpenWorkspace}
        where ${staffCalendars.tokenHash} = ${hash} and (not ${workspaces.requiresSecondStep}
          or exists (select from upstream.second_steps step where step.account_id = ${staffCalendars.accountId})
          or exists (select from upstream.sessions session where session.account_id = ${staffCalendars.accountId}
            and session.is_vouched and session.revoked_at is null and session.expires_at > ${now}))`);
      const [row] = rows;
      if (row === undefined) throw notFound();
      const { workspace_id: workspaceId, account_id: accountId, time_zone: timeZone } = row;
      const today = Temporal.PlainDate.from(dayIn(timeZone, now));
      const [from, to] = [today.subtract({ days: reach.before }), today.add({ days: reach.after })];
      const starts = [startOfDay(from, timeZone), startOfDay(to.add({ days: 1 }), timeZone)];
      const stretch = { from: String(from), to: String(to), starts };
      const scope = ownScope({ workspaceId, accountId });
      const entries = await readEntries(database, scope, stretch, reach.entries);
      return found(feedType, { id: accountId, attributes: { workspace_name: row.workspace_name, entries } });
    },
  }),
];
