import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import * as z from "zod";
import type {
  DeviceOwner,
  KeptSession,
  KnownDevices,
  ListedSession,
  Session,
  SessionKind,
  SessionOrigin,
  SessionOwner,
  Sessions,
} from "#app/session/store.ts";
import { onceMoreIfLost } from "../database/orm.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import type { Vault } from "../vault.ts";
import { sessions } from "./tables.ts";

const minute = 60_000;

/** In ms. */
const idleLimits: Readonly<Record<SessionKind, number>> = {
  agent: 3 * 24 * 60 * minute,
  client: 3 * 24 * 60 * minute,
  visitor: 2 * 60 * minute,
};

const kinds = ["agent", "client", "visitor"] as const satisfies readonly SessionKind[];

/** In ms, so that most requests cost one read. */
const touchInterval = 5 * minute;

const longestList = 100;

const unknownOrigin: SessionOrigin = { device: "", network: "" };

const content = z.object({ token: z.nullable(z.string()), visitorState: z.record(z.string(), z.string()) });

interface SessionsOptions {
  readonly orm: NodePgDatabase;
  readonly vault: Vault;
  readonly clock: () => Date;
}

interface SweepableSessions extends Sessions {
  sweep(): Promise<number>;
}

export function createSessions({ orm, vault, clock }: SessionsOptions): SweepableSessions {
  // Prepared, since every request runs it.
  const byHash = orm
    .select()
    .from(sessions)
    .where(eq(sessions.idHash, sql.placeholder("idHash")))
    .prepare("find_session");
  return {
    async open(session, endsAt, { device, network } = unknownOrigin) {
      const id = createRandomId();
      const now = clock();
      const idHash = hashId(id);
      await orm
        .insert(sessions)
        .values({ idHash, ...rowOf(vault, idHash, session), device, network, startedAt: now, usedAt: now, endsAt });
      return id;
    },
    async find(id) {
      const idHash = hashId(id);
      const [row] = await byHash.execute({ idHash });
      const now = clock();
      if (row === undefined || row.endsAt <= now || isIdle(row, now)) return null;
      const kept = sessionOf(vault, row);
      if (kept !== null && now.getTime() - row.usedAt.getTime() > touchInterval) {
        await onceMoreIfLost(() =>
          orm
            .update(sessions)
            .set({ usedAt: now })
            .where(and(eq(sessions.idHash, idHash), lt(sessions.usedAt, now))),
        );
      }
      return kept;
    },
    async change(id, session) {
      const idHash = hashId(id);
      await onceMoreIfLost(() =>
        orm
          .update(sessions)
          .set(rowOf(vault, idHash, session))
          .where(and(eq(sessions.idHash, idHash), gt(sessions.endsAt, clock()))),
      );
    },
    async end(id) {
      await onceMoreIfLost(() => orm.delete(sessions).where(eq(sessions.idHash, hashId(id))));
    },
    async list(owner, current) {
      const rows = await orm
        .select()
        .from(sessions)
        .where(and(isOf(owner), gt(sessions.endsAt, clock()), gt(sessions.usedAt, idleBefore(owner.kind, clock()))))
        .orderBy(desc(sessions.usedAt), desc(sessions.startedAt))
        .limit(longestList);
      const currentHash = current === null ? null : hashId(current);
      return rows.map((row) => listedOf(row, currentHash));
    },
    async endListed(owner, listedId) {
      const chosen = and(isOf(owner), eq(sessions.publicId, listedId));
      const [row] = await orm.select().from(sessions).where(chosen);
      if (row === undefined) return undefined;
      const [ended] = await endRows(orm, vault, [row], clock());
      return ended ?? null;
    },
    async endOthers(owner, current) {
      const other = current === null ? undefined : ne(sessions.idHash, hashId(current));
      const rows = await orm
        .select()
        .from(sessions)
        .where(and(isOf(owner), other));
      return endRows(orm, vault, rows, clock());
    },
    async sweep() {
      const now = clock();
      const idle = kinds.map((kind) => and(eq(sessions.kind, kind), lt(sessions.usedAt, idleBefore(kind, now))));
      const gone = await orm.delete(sessions).where(or(lt(sessions.endsAt, now), ...idle));
      return gone.rowCount ?? 0;
    },
  };
}

type Row = typeof sessions.$inferSelect;

function isIdle(row: Row, now: Date): boolean {
  return row.usedAt < idleBefore(row.kind, now);
}

function idleBefore(kind: SessionKind, now: Date): Date {
  return new Date(now.getTime() - idleLimits[kind]);
}

function isOf({ kind, personId }: SessionOwner): SQL | undefined {
  return and(eq(sessions.personId, personId), eq(sessions.kind, kind));
}

function listedOf({ publicId, idHash, ...row }: Row, currentHash: Buffer | null): ListedSession {
  const { device, network, startedAt, usedAt } = row;
  return { id: publicId, device, network, startedAt, usedAt, isCurrent: currentHash?.equals(idHash) ?? false };
}

/** Ends sessions by row. They stay until swept, so that a second click on "End" finds them. @returns those that ended now */
async function endRows(orm: NodePgDatabase, vault: Vault, rows: readonly Row[], now: Date): Promise<KeptSession[]> {
  const ended: KeptSession[] = [];
  for (const row of rows) {
    const kept = sessionOf(vault, row);
    const { sealed } = rowOf(vault, row.idHash, { ...row, token: null, visitorState: {} });
    const live = and(eq(sessions.idHash, row.idHash), gt(sessions.endsAt, now));
    const { rowCount } = await orm.update(sessions).set({ sealed, endsAt: now }).where(live);
    if (rowCount === 1 && kept !== null) ended.push(kept);
  }
  return ended;
}

/** Binds sealed text to its row. */
function placeOf(idHash: Buffer): string {
  return `session ${idHash.toString("hex")}`;
}

function rowOf(vault: Vault, idHash: Buffer, { token, visitorState, ...plain }: Session) {
  const { kind, personId, workspaceId, clientId } = plain;
  const sealed = vault.seal(JSON.stringify({ token, visitorState }), placeOf(idHash));
  return { kind, personId, workspaceId, clientId, sealed };
}

function sessionOf(vault: Vault, row: Row): KeptSession | null {
  const text = vault.open(row.sealed, placeOf(row.idHash));
  if (text === null) return null;
  const { kind, personId, workspaceId, clientId, startedAt, endsAt } = row;
  return { kind, personId, workspaceId, clientId, startedAt, endsAt, ...content.parse(JSON.parse(text)) };
}

/** Characters of base64url: 72 bits. */
const markLength = 12;

/** Marks of known browsers, which reveal no address without the secrets. */
export function createKnownDevices(vault: Vault): KnownDevices {
  return {
    markOf: (id, owner) => vault.mark(textOf(id, owner)).slice(0, markLength),
    isMark: (id, owner, mark) => mark.length === markLength && vault.isMark(textOf(id, owner), mark),
  };
}

/** Normalized. */
function textOf(id: string, owner: DeviceOwner | null): string {
  if (owner === null) return `device ${id}`;
  return `device ${id} of ${owner.kind} ${normaliseEmail(owner.email) ?? owner.email}`;
}

/** 256 bits in base64url. */
export function createRandomId(): string {
  return randomBytes(32).toString("base64url");
}

/** A random id needs no salt and no slow hash. */
export function hashId(id: string): Buffer {
  return createHash("sha256").update(id).digest();
}
