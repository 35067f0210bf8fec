import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { fullName, nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { listed, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { requireRecord } from "../engine/writing.ts";
import { holdMembership } from "../identity/memberships.ts";
import { notify } from "../notifications/notify.ts";
import { packageResource } from "../packages/package.ts";
import { accounts, recordShares } from "../tables.ts";

const shareType = recordType("member_share", z.object({ name: z.string(), shared_at: z.iso.datetime() }));

const shared = {
  client: { resource: client, column: recordShares.clientId, key: "clientId" },
  package: { resource: packageResource, column: recordShares.packageId, key: "packageId" },
} as const;
type SharedKind = keyof typeof shared;
const kinds: readonly SharedKind[] = ["client", "package"];

export const memberShareRoutes: readonly Route[] = kinds.flatMap((kind) => {
  const { resource, column } = shared[kind];
  const path = `${resource.path}/:id/member_shares`;
  return [
    action({
      method: "GET",
      path,
      summary: "The colleagues with whom a record is shared",
      access: "workspace",
      answers: { status: 200, of: shareType, many: true },
      async run({ database, currentUser, id }) {
        await readOne(database, resource, currentUser, id());
        const { rows } = await database.execute<{ id: string; name: string; shared_at: Date | string }>(sql`
          select ${accounts.id}, ${fullName} as name, ${recordShares.insertedAt} as shared_at
          from ${recordShares} join ${accounts} on ${accounts.id} = ${recordShares.accountId}
          where ${column} = ${id()} order by ${recordShares.insertedAt}, ${accounts.id}`);
        return listed(
          shareType,
          rows.map(({ id, name, shared_at }) => ({
            id,
            attributes: { name, shared_at: new Date(shared_at).toISOString() },
          })),
        );
      },
    }),
    action({
      method: "POST",
      path,
      summary: "Let a colleague look at a record; again changes nothing",
      access: "workspace",
      input: { type: shareType.type, attributes: z.object({ accountId: z.uuid("Choose a member of the workspace.") }) },
      answers: { status: 204, of: null },
      async run({ database, currentUser, id, attributes: { accountId } }) {
        await requireRecord({ database, currentUser }, resource, id(), "update", { isLocked: true });
        const name = await requireMember(database, currentUser, accountId);
        const values = { workspaceId: currentUser.workspaceId, accountId, [shared[kind].key]: id() };
        const { rowCount } = await database.insert(recordShares).values(values).onConflictDoNothing();
        if (rowCount === 0) return nothing;
        const changes = [{ field: "colleague", before: null, after: name }];
        await recordEvent({ database, currentUser }, resource, "shared", id(), changes);
        if (accountId !== currentUser.accountId) await tell(database, currentUser, { kind, id: id(), accountId });
        return nothing;
      },
    }),
    action({
      method: "DELETE",
      path: `${path}/:accountId`,
      summary: "End a share with a colleague; again changes nothing",
      access: "workspace",
      answers: { status: 204, of: null },
      async run({ database, currentUser, id }) {
        await requireRecord({ database, currentUser }, resource, id(), "update", { isLocked: true });
        const isMeant: SQL = sql`${column} = ${id()} and ${recordShares.accountId} = ${id("accountId")}`;
        const { rowCount } = await database.delete(recordShares).where(isMeant);
        if (rowCount === 0) return nothing;
        const { rows } = await database.execute<{ name: string }>(sql`select ${nameOf(id("accountId"))} as name`);
        const changes = [{ field: "colleague", before: rows[0]?.name ?? null, after: null }];
        await recordEvent({ database, currentUser }, resource, "unshared", id(), changes);
        return nothing;
      },
    }),
  ];
});

/** @returns the name of a member, whose membership is held @throws Refusal 400 */
async function requireMember(database: Queries, { workspaceId }: Member, accountId: string): Promise<string | null> {
  if ((await holdMembership(database, { workspaceId, accountId })) === null)
    throw invalidAttribute("account_id", "This person is not a member of the workspace.");
  const { rows } = await database.execute<{ name: string }>(sql`select ${nameOf(accountId)} as name`);
  return rows[0]?.name ?? null;
}

async function tell(
  database: Queries,
  { workspaceId, accountId }: Member,
  { kind, id, accountId: reader }: { readonly kind: SharedKind; readonly id: string; readonly accountId: string },
): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(sql`select ${nameOf(accountId)} as name`);
  await notify(database, {
    kind: "record_shared",
    workspaceId,
    accounts: [reader],
    subject: { type: kind, id },
    actorName: rows[0]?.name ?? null,
    [shared[kind].key]: id,
    joinKey: `record_shared:${id}`,
  });
}
