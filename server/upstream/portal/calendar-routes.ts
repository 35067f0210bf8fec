import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { created, found, nothing } from "../engine/answer.ts";
import { dayIn } from "../engine/days.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import { momentText, recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { hashToken, mintToken } from "../identity/tokens.ts";
import { type Language, languages, portalAccess, portalCalendars, portalPeople, workspaces } from "../tables.ts";
import { isOpenWorkspace, writerOf } from "../visibility.ts";
import { dateSchema, readDates } from "./overview-routes.ts";

const calendarType = recordType(
  "portal_calendar",
  z.object({
    inserted_at: z.iso.datetime().nullable().describe("Null: there is no address"),
    token: z.string().optional().describe("Told once, when it is made"),
  }),
);

const feedType = recordType(
  "portal_calendar_feed",
  z.object({ workspace_name: z.string(), language: z.enum(languages).nullable(), dates: z.array(dateSchema) }),
);

const calendar: WithHistory<"made" | "ended"> = {
  type: "portal_calendar",
  table: portalCalendars,
  id: portalCalendars.id,
  history: {
    topic: "portal",
    labels: {
      made: "Address for a calendar made in the client portal",
      ended: "Address for a calendar ended in the client portal",
    },
    holders: { client: portalCalendars.clientId },
  },
};

interface HolderRow extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly client_id: string;
  readonly email: string;
  readonly time_zone: string;
  readonly language: Language | null;
}

/** The secret address of a person's calendar feed; it ends with their access. */
export const calendarRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/calendar",
    summary: "Since when the person's calendar has an address",
    access: "client",
    answers: { status: 200, of: calendarType },
    async run({ database, currentUser: { invitationId, clientId } }) {
      const [row] = await database
        .select({ insertedAt: momentText(portalCalendars.insertedAt) })
        .from(portalCalendars)
        .where(sql`${portalCalendars.invitationId} = ${invitationId}`);
      const attributes = { inserted_at: row?.insertedAt ?? null };
      return found(calendarType, { id: clientId, attributes, path: "/portal/calendar" });
    },
  }),
  action({
    method: "POST",
    path: "/portal/calendar",
    summary: "Make an address for the person's calendar; the one before ends",
    access: "client",
    answers: { status: 201, of: calendarType },
    async run({ database, currentUser, now }) {
      const { invitationId, workspaceId, clientId } = currentUser;
      if (invitationId === null) throw notFound();
      const { token, hash } = mintToken();
      const renewed = { tokenHash: hash, insertedAt: now.toISOString() };
      const [row] = await database
        .insert(portalCalendars)
        .values({ invitationId, workspaceId, clientId, ...renewed })
        .onConflictDoUpdate({ target: portalCalendars.invitationId, set: renewed })
        .returning({ id: portalCalendars.id });
      if (row !== undefined)
        await recordEvent({ database, currentUser: writerOf(currentUser) }, calendar, "made", row.id);
      return created(calendarType, { id: clientId, attributes: { inserted_at: now.toISOString(), token } });
    },
  }),
  action({
    method: "DELETE",
    path: "/portal/calendar",
    summary: "End that address; again is a no-op",
    access: "client",
    answers: { status: 204, of: null },
    async run({ database, currentUser }) {
      const isOwn = sql`${portalCalendars.invitationId} = ${currentUser.invitationId}`;
      const [row] = await database.select({ id: portalCalendars.id }).from(portalCalendars).where(isOwn).for("update");
      if (row === undefined) return nothing;
      // The event is read from the row.
      await recordEvent({ database, currentUser: writerOf(currentUser) }, calendar, "ended", row.id);
      await database.delete(portalCalendars).where(isOwn);
      return nothing;
    },
  }),
  action({
    method: "GET",
    path: "/portal/calendars/:token",
    summary: "The dates of whoever has this address, in their language",
    access: "anyone",
    answers: { status: 200, of: feedType },
    async run({ database, segment, now }) {
      const hash = hashToken(segment("token"));
      if (hash === null) throw notFound();
      const { rows } = await database.execute<HolderRow>(sql`
          select ${portalAccess.workspaceId}, ${portalAccess.clientId}, ${portalAccess.email}, ${workspaces.timeZone},
            ${workspaces.name} as workspace_name,
            ${readerLanguage(portalAccess.clientId)} as language
        from ${portalCalendars} join ${portalAccess} on ${portalAccess.invitationId} = ${portalCalendars.invitationId}
        join ${workspaces} on ${workspaces.id} = ${portalAccess.workspaceId} and ${isOpenWorkspace}
        left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
        where ${portalCalendars.tokenHash} = ${hash} and ${portalAccess.acceptedAt} is not null
          and not ${portalAccess.isArchived}`);
      const [row] = rows;
      if (row === undefined) throw notFound();
      const { workspace_id: workspaceId, client_id: clientId, email, time_zone: timeZone, language } = row;
      const dates = await readDates(database, { workspaceId, clientId, email, today: dayIn(timeZone, now) }, now);
      return found(feedType, { id: clientId, attributes: { workspace_name: row.workspace_name, language, dates } });
    },
  }),
];
