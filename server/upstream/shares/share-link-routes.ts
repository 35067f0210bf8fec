import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf } from "../activities/activity-log.ts";
import { action, type Call, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import { checkIfMatch } from "../engine/precondition.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { changeRoute, findRoute, isRecord, listRoute, noInput, type RecordWrite } from "../engine/table-routes.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { mintToken } from "../identity/tokens.ts";
import { packageResource } from "../packages/package.ts";
import { accessScopeOf } from "../permissions.ts";
import { checkLinkLimit } from "./active-links.ts";
import { chooseFolders } from "./chosen-folders.ts";
import { noteShare } from "./history.ts";
import { checkEnd, expiresAt, folderIds, label, passcode } from "./link-inputs.ts";
import { shareLink, shareLinkList } from "./share-link.ts";
import { shareLinks, shareTokens, shareViewings } from "./tables.ts";

const creation = z.object({
  packageId: z.uuid(),
  label,
  folderIds,
  includesUnfiled: z.boolean().optional(),
  allowsDownload: z.boolean().optional(),
  expiresAt: expiresAt.optional(),
  passcode: passcode.optional(),
});
const change = z.object({
  label: label.optional(),
  folderIds: folderIds.optional(),
  includesUnfiled: z.boolean().optional(),
  allowsDownload: z.boolean().optional(),
  expiresAt: expiresAt.optional(),
  passcode: passcode.optional(),
});

type Creation = Pick<Call<"workspace", z.output<typeof creation>>, "currentUser" | "attributes" | "now">;
type Change = Pick<Call<"workspace", z.output<typeof change>>, "currentUser" | "attributes" | "now" | "request" | "id">;

const link = z.object({ package_id: z.string(), client_id: z.string().nullable() });

/** Everything about links, for whoever works here. */
export function shareLinkRoutes(hasher: PasswordHasher): readonly Route[] {
  const hashOf = async (given: string | null | undefined) => (typeof given === "string" ? hasher.hash(given) : given);

  const create = action({
    method: "POST",
    path: "/share_links",
    summary: "Make a link to a package; `url_token` is told in this answer only",
    access: "workspace",
    input: { type: "share_link", attributes: creation },
    answers: { status: 201, of: shareLink.of },
    async begin(call) {
      if (accessScopeOf(call.currentUser, "records.share") === "no") throw forbidden();
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
      // Whoever may not is told so before a passcode is hashed.
      await readOne(reads, shareLink, call.currentUser, isRecord(shareLink, id));
      const passcodeHash = await hashOf(call.attributes.passcode);
      return async (transaction) => {
        await updateLink(transaction, call, passcodeHash);
        const { record } = await readOne(transaction, shareLink, call.currentUser, isRecord(shareLink, id));
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
      summary: "End a link: from the next request on it shows nothing",
      method: "POST",
      below: "/revocation",
      input: noInput,
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
  const { record: shared } = await readOne(
    database,
    packageResource,
    currentUser,
    isRecord(packageResource, packageId),
  );
  if (!shared.can?.includes("update")) throw forbidden();
  checkEnd(given.expiresAt, now);
  await checkLinkLimit(database, currentUser, now);
  const { workspaceId, accountId } = currentUser;
  const row = { workspaceId, accountId, packageId, allowsDownload, ...given, passcodeHash };
  const [made] = await database.insert(shareLinks).values(row).returning({ id: shareLinks.id });
  if (!made) throw new Error("The link was not stored.");
  await chooseFolders(database, currentUser, { id: made.id, packageId }, folderIds);
  await database.insert(shareTokens).values({ tokenHash, shareLinkId: made.id, workspaceId });
  const changes = [{ field: "label", before: null, after: given.label }];
  await noteShare(database, currentUser, "share_link.created", { id: made.id, packageId, clientId: null }, changes);
  const { record } = await readOne(database, shareLink, currentUser, isRecord(shareLink, made.id));
  return record;
}

/** @param passcodeHash undefined where the passcode stays as it is, null where there is to be none */
async function updateLink(
  database: Queries,
  { currentUser, attributes, now, request, id }: Change,
  passcodeHash: string | null | undefined,
): Promise<void> {
  const only = isRecord(shareLink, id());
  const { record } = await readOne(database, shareLink, currentUser, only, { isLocked: true });
  if (!record.can?.includes("update")) throw forbidden();
  checkIfMatch(request.headers, record);
  const { folderIds, passcode: _passcode, expiresAt, ...given } = attributes;
  const { package_id: packageId, client_id: clientId } = link.parse(record.attributes);
  if (clientId !== null && (folderIds !== undefined || given.includesUnfiled !== undefined)) {
    throw invalidAttribute("folder_ids", "A client is shown what is marked for clients, in whatever folder it is.");
  }
  const sortedIds = folderIds?.toSorted();
  const changes = changesOf(record, { ...given, expiresAt, folderIds: sortedIds });
  if (changes.some(({ field }) => field === "expires_at")) checkEnd(expiresAt, now);
  if (changes.length === 0 && passcodeHash === undefined) return;
  if (sortedIds !== undefined) await chooseFolders(database, currentUser, { id: record.id, packageId }, sortedIds);
  await database
    .update(shareLinks)
    .set({
      ...given,
      ...(expiresAt !== undefined && { expiresAt }),
      // Tries at the passcode that was are no tries at the new one.
      ...(passcodeHash !== undefined && { passcodeHash, tries: 0 }),
      updatedAt: sql`now()`,
      version: sql`${shareLinks.version} + 1`,
    })
    .where(only);
  // Who has not given this passcode is asked for it.
  if (passcodeHash !== undefined) await endViewings(database, record.id);
  await noteShare(database, currentUser, "share_link.updated", { id: record.id, packageId, clientId }, changes);
}

/** Again is nothing. */
async function revoke({ database, currentUser, record }: RecordWrite): Promise<void> {
  if (record.attributes.revoked_at !== null) return;
  const { package_id: packageId, client_id: clientId } = link.parse(record.attributes);
  const revoked = { revokedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${shareLinks.version} + 1` };
  await database.update(shareLinks).set(revoked).where(isRecord(shareLink, record.id));
  await endViewings(database, record.id);
  const changes = [{ field: "label", before: record.attributes.label, after: null }];
  await noteShare(database, currentUser, "share_link.revoked", { id: record.id, packageId, clientId }, changes);
}

async function endViewings(database: Queries, id: string): Promise<void> {
  await database.delete(shareViewings).where(sql`${shareViewings.shareLinkId} = ${id}`);
}
