import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Call, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import { changesOf } from "../engine/history.ts";
import { checkIfMatch } from "../engine/precondition.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, createRecord, requireRecord } from "../engine/writing.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { mintToken } from "../identity/tokens.ts";
import { packageResource } from "../packages/package.ts";
import { mayAny } from "../permissions.ts";
import { shareTokens, shareViewings } from "../tables.ts";
import { checkLinkLimit } from "./active-links.ts";
import { chooseFolders } from "./chosen-folders.ts";
import { checkEnd, expiresAt, folderIds, label, passcode } from "./link-inputs.ts";
import { shareLink, shareLinkList } from "./share-link.ts";

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

/** The routes of links for members of the workspace. */
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
      // Refused before the passcode is hashed, which takes long.
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

/** @param passcodeHash undefined where the passcode stays as it is, null where there is to be none */
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
    // Failed tries of the former passcode do not count against the new one.
    ...(passcodeHash !== undefined && { passcodeHash, tries: 0 }),
  };
  await changeRecord({ database, currentUser, record }, shareLink, "updated", values, changes);
  // Visitors who have not entered this passcode are asked for it.
  if (passcodeHash !== undefined) await endViewings(database, record.id);
}

/** Revoking a second time changes nothing. */
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
