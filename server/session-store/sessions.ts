import { and, eq, gt, lt, or, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import * as z from "zod";
import type { KeptSession, Session, SessionKind, Sessions } from "#app/session/store.ts";
import type { Vault } from "../vault.ts";
import { createRandomId, hashId } from "./random-id.ts";
import { sessions } from "./tables.ts";

const minute = 60_000;

/** How long a session may be unused, in milliseconds, by kind. */
const idleLimits: Readonly<Record<SessionKind, number>> = {
  agent: 3 * 24 * 60 * minute,
  client: 3 * 24 * 60 * minute,
  visitor: 2 * 60 * minute,
};

/** Use is recorded only when the last record is older than this (milliseconds), so that most requests cost one read. */
const touchInterval = 5 * minute;

const content = z.object({ token: z.nullable(z.string()), visitorState: z.record(z.string(), z.string()) });

export interface SessionsOptions {
  readonly orm: NodePgDatabase;
  readonly vault: Vault;
  readonly clock: () => Date;
}

export interface SweepableSessions extends Sessions {
  /** Deletes ended and idle sessions; returns how many. */
  sweep(): Promise<number>;
}

export function createSessions({ orm, vault, clock }: SessionsOptions): SweepableSessions {
  // Every request runs this query, so it is prepared once per connection.
  const byHash = orm
    .select()
    .from(sessions)
    .where(eq(sessions.idHash, sql.placeholder("idHash")))
    .prepare("find_session");
  return {
    async open(session, endsAt) {
      const id = createRandomId();
      const now = clock();
      const idHash = hashId(id);
      await orm
        .insert(sessions)
        .values({ idHash, ...rowOf(vault, idHash, session), startedAt: now, usedAt: now, endsAt });
      return id;
    },
    async find(id) {
      const idHash = hashId(id);
      const [row] = await byHash.execute({ idHash });
      const now = clock();
      if (row === undefined || row.endsAt <= now || isIdle(row, now)) return null;
      const kept = sessionOf(vault, row);
      if (kept !== null && now.getTime() - row.usedAt.getTime() > touchInterval) {
        await orm
          .update(sessions)
          .set({ usedAt: now })
          .where(and(eq(sessions.idHash, idHash), lt(sessions.usedAt, now)));
      }
      return kept;
    },
    async change(id, session) {
      const idHash = hashId(id);
      await orm
        .update(sessions)
        .set(rowOf(vault, idHash, session))
        .where(and(eq(sessions.idHash, idHash), gt(sessions.endsAt, clock())));
    },
    async end(id) {
      await orm.delete(sessions).where(eq(sessions.idHash, hashId(id)));
    },
    async sweep() {
      const now = clock();
      const idle = Object.entries(idleLimits).map(([kind, limit]) =>
        and(sql`${sessions.kind} = ${kind}`, lt(sessions.usedAt, new Date(now.getTime() - limit))),
      );
      const gone = await orm.delete(sessions).where(or(lt(sessions.endsAt, now), ...idle));
      return gone.rowCount ?? 0;
    },
  };
}

type Row = typeof sessions.$inferSelect;

function isIdle(row: Row, now: Date): boolean {
  return now.getTime() - row.usedAt.getTime() > idleLimits[row.kind];
}

/** Binds sealed text to its row, so that a token copied to another row does not open there. */
function placeOf(idHash: Buffer): string {
  return `session ${idHash.toString("hex")}`;
}

function rowOf(vault: Vault, idHash: Buffer, { kind, personId, workspaceId, token, visitorState }: Session) {
  return { kind, personId, workspaceId, sealed: vault.seal(JSON.stringify({ token, visitorState }), placeOf(idHash)) };
}

function sessionOf(vault: Vault, row: Row): KeptSession | null {
  const text = vault.open(row.sealed, placeOf(row.idHash));
  if (text === null) return null;
  const { kind, personId, workspaceId, startedAt, endsAt } = row;
  return { kind, personId, workspaceId, startedAt, endsAt, ...content.parse(JSON.parse(text)) };
}
