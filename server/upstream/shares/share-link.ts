/** The resource `share_link`: a package for everybody who has the link. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { givenMoment } from "../engine/days.ts";
import { idFilter } from "../engine/filters.ts";
import { changesOf } from "../engine/history.ts";
import { lineOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch, readOne } from "../engine/reading.ts";
import { computed, integer, moment, text, uuid } from "../engine/record.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, createRecord, requireRecord } from "../engine/writing.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { mintToken } from "../identity/tokens.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import { planLimit, planLimits } from "../plan-limits.ts";
import { folders, shareLinkFolders, shareLinks, shareTokens, shareViewings, workspaces } from "../tables.ts";
import { ofVisiblePackages } from "../visibility.ts";

const table = shareLinks;

export const shareLink = defineTable({
  type: "share_link",
  path: "/share_links",
  table,
  history: {
    topic: "sharing",
    labels: {
      created: "Link created",
      updated: "Link changed",
      revoked: "Link revoked",
      mailed: "Property shared with the client",
      opened: "Shared property opened",
    },
    holders: { client: table.clientId, package: table.packageId },
    contact: { mailed: true, opened: true },
    summary: ["label"],
  },
  attributes: {
    package_id: uuid(table.packageId),
    client_id: uuid(table.clientId),
    client_name: computed(
      sql`(select c.name from upstream.clients c where c.id = ${table.clientId})`,
      z.string().nullable(),
    ),
    label: text(table.label),
    folder_ids: computed(
      sql`(select coalesce(json_agg(s.folder_id order by s.folder_id), '[]') from ${shareLinkFolders} s
        where s.share_link_id = ${table.id})`,
      z.array(z.uuid()),
    ),
    includes_unfiled: computed(sql`${table.includesUnfiled}`, z.boolean()),
    includes_released: computed(sql`${table.includesReleased}`, z.boolean()),
    allows_download: computed(sql`${table.allowsDownload}`, z.boolean()),
    has_passcode: computed(sql`${table.passcodeHash} is not null`, z.boolean()),
    expires_at: moment(table.expiresAt),
    revoked_at: moment(table.revokedAt),
    fetched_count: integer(table.fetchedCount),
    opened_count: integer(table.openedCount),
    last_opened_at: moment(table.lastOpenedAt),
    actor_name: computed(nameOf(table.accountId), z.string().nullable()),
    // Only when the link is created.
    url_token: computed(sql`null`, z.string().nullable()),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => ofVisiblePackages(table, currentUser),
  can(currentUser, { revoked_at: revoked }) {
    // Members who see their own records alone see no others' links.
    if (!mayAny(currentUser, "records.share")) return [];
    return revoked === null ? ["update", "revoke"] : ["revoke"];
  },
});

const shareLinkList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: {
    package_id: idFilter(table.packageId),
  },
};

/** Replaces the folders of a link. @throws Refusal 400 for folders in the trash, or of another package */
async function chooseFolders(
  database: Queries,
  { workspaceId }: Member,
  { id, packageId }: { readonly id: string; readonly packageId: string },
  folderIds: readonly string[],
): Promise<void> {
  const rows = folderIds.map((folderId) => ({ shareLinkId: id, folderId, workspaceId }));
  await database.delete(shareLinkFolders).where(sql`${shareLinkFolders.shareLinkId} = ${id}`);
  if (rows.length === 0) return;
  const wanted = sql`${folders.id} in (${sql.join(
    folderIds.map((folderId) => sql`${folderId}::uuid`),
    sql`, `,
  )})`;
  const found = await database
    .select({ id: folders.id })
    .from(folders)
    .where(sql`${wanted} and ${folders.packageId} = ${packageId} and ${folders.trashedAt} is null`);
  if (found.length !== folderIds.length) throw invalidAttribute("folder_ids", "Choose folders of this property.");
  await database.insert(shareLinkFolders).values(rows);
}

const minCharacters = 6;
const tooShort = `Passcode must be at least ${minCharacters} characters.`;

const label = lineOf("Label");

const passcode = z
  .string()
  .trim()
  .min(minCharacters, tooShort)
  .max(128, "Passcode must be at most 128 characters.")
  .nullable();

const expiresAt = givenMoment("Expiry must be a date and a time.").nullable();

const folderIds = z
  .array(z.uuid("A folder is named by its id."))
  .max(100, "Choose up to 100 folders.")
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

/** @throws Refusal 400 for a past end */
function checkEnd(expiresAt: string | null | undefined, now: Date): void {
  if (typeof expiresAt !== "string" || new Date(expiresAt) > now) return;
  throw invalidAttribute("expires_at", "Expiry must be in the future.");
}

const creation = z.object({
  packageId: z.uuid(),
  label,
  folderIds,
  includesUnfiled: z.boolean().optional(),
  includesReleased: z.boolean().optional(),
  allowsDownload: z.boolean().optional(),
  expiresAt: expiresAt.optional(),
  passcode: passcode.optional(),
});

const change = z.object({
  label: label.optional(),
  folderIds: folderIds.optional(),
  includesUnfiled: z.boolean().optional(),
  includesReleased: z.boolean().optional(),
  allowsDownload: z.boolean().optional(),
  expiresAt: expiresAt.optional(),
  passcode: passcode.optional(),
});

type Creation = Pick<Call<"workspace", z.output<typeof creation>>, "currentUser" | "attributes" | "now">;
type Change = Pick<Call<"workspace", z.output<typeof change>>, "currentUser" | "attributes" | "now" | "request" | "id">;

const clientOfLink = z.string().nullable();

/** The routes of share links. */
export function shareLinkRoutes(hasher: PasswordHasher): readonly Route[] {
  const hashOf = async (given: string | null | undefined) => (typeof given === "string" ? hasher.hash(given) : given);

  const create = action({
    method: "POST",
    path: "/share_links",
    summary: "Create a link to a package; only this answer has its `url_token`",
    access: "workspace",
    input: { type: "share_link", attributes: creation },
    answers: { status: 201, of: shareLink.of },
    async begin(call) {
      if (!mayAny(call.currentUser, "records.share")) throw forbidden();
      const passcodeHash = (await hashOf(call.attributes.passcode)) ?? null;
      return async (transaction) => {
        const { token, hash } = mintToken();
        const record = await insertLink(transaction, call, { passcodeHash, tokenHash: hash });
        return created(shareLink.of, { ...record, attributes: { ...record.attributes, url_token: token } });
      };
    },
  });

  const update = action({
    method: "PATCH",
    path: "/share_links/:id",
    summary: "Change what a link shows and to whom, from the next request on",
    access: "workspace",
    input: { type: "share_link", attributes: change },
    answers: { status: 200, of: shareLink.of },
    async begin(call, reads) {
      const id = call.id();
      // Hashing comes after all that can be refused.
      await readOne(reads, shareLink, call.currentUser, id);
      const passcodeHash = await hashOf(call.attributes.passcode);
      return async (transaction) => {
        await updateLink(transaction, call, passcodeHash);
        const { record } = await readOne(transaction, shareLink, call.currentUser, id);
        return found(shareLink.of, record);
      };
    },
  });

  return [
    listRoute(shareLink, shareLinkList, "Links to packages, newest first"),
    findRoute(shareLink, "A link to a package"),
    create,
    update,
    changeRoute(shareLink, {
      summary: "Revoke a link: from the next request on it shows nothing",
      method: "POST",
      below: "/revocation",
      needs: "revoke",
      run: revoke,
    }),
  ];
}

async function insertLink(
  database: Queries,
  { currentUser, attributes, now }: Creation,
  { passcodeHash, tokenHash }: { readonly passcodeHash: string | null; readonly tokenHash: Buffer },
) {
  const { packageId, folderIds, passcode: _passcode, allowsDownload = true, ...given } = attributes;
  const write = { database, currentUser };
  await requireRecord(write, packageResource, packageId, "update");
  checkEnd(given.expiresAt, now);
  await checkLinkLimit(database, currentUser, now);
  const { workspaceId, accountId } = currentUser;
  const row = { workspaceId, accountId, packageId, allowsDownload, ...given, passcodeHash };
  const id = await createRecord(write, shareLink, "created", row);
  await chooseFolders(database, currentUser, { id, packageId }, folderIds);
  await database.insert(shareTokens).values({ tokenHash, shareLinkId: id, workspaceId });
  const { record } = await readOne(database, shareLink, currentUser, id);
  return record;
}

/** @param passcodeHash undefined: unchanged; null: none */
async function updateLink(
  database: Queries,
  { currentUser, attributes, now, request, id }: Change,
  passcodeHash: string | null | undefined,
): Promise<void> {
  const record = await requireRecord({ database, currentUser }, shareLink, id(), "update", { isLocked: true });
  checkIfMatch(request.headers, record);
  const { folderIds, passcode: _passcode, expiresAt, ...given } = attributes;
  const clientId = clientOfLink.parse(record.attributes.client_id);
  const packageId = String(record.attributes.package_id);
  if (clientId !== null && (folderIds !== undefined || given.includesUnfiled !== undefined)) {
    throw invalidAttribute("folder_ids", "A client's link shows the documents visible to clients, in any folder.");
  }
  const sortedIds = folderIds?.toSorted();
  const changes = changesOf(record, { ...given, expiresAt, folderIds: sortedIds });
  if (changes.some(({ field }) => field === "expires_at")) checkEnd(expiresAt, now);
  if (changes.length === 0 && passcodeHash === undefined) return;
  if (sortedIds !== undefined) await chooseFolders(database, currentUser, { id: record.id, packageId }, sortedIds);
  const values = {
    ...given,
    expiresAt,
    // Failed tries were at the former passcode.
    ...(passcodeHash !== undefined && { passcodeHash, tries: 0 }),
  };
  await changeRecord({ database, currentUser, record }, shareLink, "updated", values, changes);
  // Visitors have to enter the new passcode.
  if (passcodeHash !== undefined) await endViewings(database, record.id);
}

/** Idempotent. */
async function revoke(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  if (record.attributes.revoked_at !== null) return;
  const changes = [{ field: "label", before: record.attributes.label, after: null }];
  await changeRecord(write, shareLink, "revoked", { revokedAt: sql`now()` }, changes);
  await endViewings(database, record.id);
}

async function endViewings(database: Queries, id: string): Promise<void> {
  await database.delete(shareViewings).where(sql`${shareViewings.shareLinkId} = ${id}`);
}

/** Locks and checks the plan's limit of links. @throws Refusal 400 `plan_limit` */
async function checkLinkLimit(transaction: Queries, { plan, workspaceId }: Member, now: Date): Promise<void> {
  const most = planLimits[plan].links;
  if (most === null) return;
  await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`)
    .for("no key update");
  if ((await countActiveLinks(transaction, workspaceId, now)) < most) return;
  throw planLimit(`The Free plan includes ${most} active links. Revoke one or upgrade to Standard.`, "label");
}

/** Without those mailed to clients. */
export async function countActiveLinks(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const [row] = await queries
    .select({ active: sql<number>`count(*)::integer` })
    .from(shareLinks)
    .where(
      sql`${shareLinks.workspaceId} = ${workspaceId} and ${shareLinks.revokedAt} is null
        and ${shareLinks.clientId} is null
        and (${shareLinks.expiresAt} is null or ${shareLinks.expiresAt} > ${now.toISOString()}::timestamptz)`,
    );
  return row?.active ?? 0;
}
