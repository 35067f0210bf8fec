import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Vault } from "../../vault.ts";
import { action, type Route } from "../engine/action.ts";
import { created, found } from "../engine/answer.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute, tooManyRequests } from "../engine/refusal.ts";
import { footOfWorkspace, footSchema } from "../identity/foot.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import { mintToken } from "../identity/tokens.ts";
import { publicPhotoIdOf } from "../pictures/pictures.ts";
import { shareLinks, shareViewings, workspaces } from "../tables.ts";
import { linkPreview, previewOf, previewRoute } from "./link-preview.ts";
import { findLink, type LiveLink } from "./live-link.ts";
import { shareLink } from "./share-link.ts";

/** Before the visitor has opened the link. */
const sharedPackage = recordType(
  "shared_package",
  z.object({
    label: z.string(),
    workspace_name: z.string(),
    logo_id: z.uuid().nullable().describe("Below /portal/faces"),
    foot: footSchema.nullable(),
    has_passcode: z.boolean(),
    preview: linkPreview,
    expires_at: z.iso.datetime().nullable(),
  }),
);

const sharedOpening = recordType(
  "shared_opening",
  z.object({ viewing_token: z.string(), expires_at: z.iso.datetime() }),
);

const viewingHours = 12;
/** Openings within that time are one event. */
const eventHours = 1;

const hour = 3_600_000;

/** Fetching and opening a link without a session; a fetch changes only a count. */
export function openingRoutes(hasher: PasswordHasher, vault: Vault): readonly Route[] {
  const fetchIt = action({
    method: "GET",
    path: "/shared_packages/:token",
    summary: "What a link says before it is opened; counted as a fetch. 410 for one that has ended",
    access: "anyone",
    answers: { status: 200, of: sharedPackage },
    async run({ database, segment, now }) {
      const link = await findLink(database, segment("token"), now);
      const [counted] = await database
        .update(shareLinks)
        .set({ fetchedCount: sql`${shareLinks.fetchedCount} + 1` })
        .from(workspaces)
        .where(sql`${shareLinks.id} = ${link.id} and ${workspaces.id} = ${shareLinks.workspaceId}`)
        .returning({
          workspace: workspaces.name,
          logoId: sql<string | null>`${publicPhotoIdOf(workspaces.logo)}`,
          foot: sql<z.output<typeof footSchema> | null>`${footOfWorkspace}`,
        });
      return found(sharedPackage, {
        id: link.id,
        attributes: {
          label: link.label,
          workspace_name: counted?.workspace ?? "",
          logo_id: counted?.logoId ?? null,
          foot: counted?.foot ?? null,
          has_passcode: link.passcodeHash !== null,
          preview: await previewOf(database, vault, link),
          expires_at: link.expiresAt === null ? null : new Date(link.expiresAt).toISOString(),
        },
      });
    },
  });

  const open = action({
    method: "POST",
    path: "/shared_packages/:token/openings",
    summary: "Open a link, with its passcode where it has one: gives the token that everything it shows is asked with",
    access: "anyone",
    input: { type: "shared_opening", attributes: z.object({ passcode: z.string().max(1024).optional() }) },
    answers: { status: 201, of: sharedOpening },
    transaction: "own",
    async run({ database, segment, attributes: { passcode = "" }, now }) {
      const link = await findLink(database, segment("token"), now);
      await checkPasscode(database, link, passcode, now);
      const { token, hash } = mintToken();
      const expiresAt = new Date(now.getTime() + viewingHours * hour);
      const viewing = { tokenHash: hash, shareLinkId: link.id, workspaceId: link.workspaceId, expiresAt };
      await database.transaction((transaction) => recordOpening(transaction, link, viewing, now));
      const attributes = { viewing_token: token, expires_at: expiresAt.toISOString() };
      return created(sharedOpening, { id: link.id, attributes });
    },
  });

  async function checkPasscode(database: Queries, link: LiveLink, passcode: string, now: Date): Promise<void> {
    if (link.passcodeHash === null) return;
    const typed = passcode.trim();
    if (typed === "") throw invalidAttribute("passcode", "Enter the passcode.");
    await countTry(database, link.id, now);
    if (!(await hasher.verify(link.passcodeHash, typed))) {
      throw invalidAttribute("passcode", "That passcode isn't right.");
    }
    await uncountTry(database, link.id);
  }

  return [fetchIt, open, previewRoute(vault)];
}

async function recordOpening(
  database: Queries,
  link: LiveLink,
  viewing: typeof shareViewings.$inferInsert,
  now: Date,
): Promise<void> {
  const opened = { openedCount: sql`${shareLinks.openedCount} + 1`, lastOpenedAt: now.toISOString() };
  const isSame = sql`${shareLinks.passcodeHash} is not distinct from ${link.passcodeHash}`;
  const { rowCount } = await database
    .update(shareLinks)
    .set(opened)
    .where(sql`${shareLinks.id} = ${link.id} and ${isSame}`);
  if (rowCount === 0) throw invalidAttribute("passcode", "The passcode was just changed.");
  await database.insert(shareViewings).values(viewing);
  const last = link.lastOpenedAt === null ? 0 : new Date(link.lastOpenedAt).getTime();
  if (now.getTime() - last < eventHours * hour) return;
  const changes = [{ field: "label", before: null, after: link.label }];
  const visitor = { accountId: null, workspaceId: link.workspaceId };
  await recordEvent({ database, currentUser: visitor }, shareLink, "opened", link.id, changes);
}

/** Whoever has the link can use the tries up. */
const triesPerHour = 10;
const secondsOfHour = 3_600;

/** Counts a try before the passcode is compared, so that parallel tries count, too. @throws Refusal 429 */
async function countTry(database: Queries, linkId: string, now: Date): Promise<void> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // Later windows are of a wrong clock.
  const isNow = sql`(link.since > ${moment} - interval '1 hour' and link.since <= ${moment} + interval '1 hour')`;
  const { rows } = await database.execute<{ allowed: boolean; wait: number }>(sql`
    with link as (
      select tries, greatest(tries_since, '1970-01-01'::timestamptz) as since from ${shareLinks} where id = ${linkId} for update
    ), counted as (
      update ${shareLinks} set
        tries = case when ${isNow} then link.tries + 1 else 1 end,
        tries_since = case when ${isNow} then link.since else ${moment} end
      from link
      where id = ${linkId} and (link.tries < ${triesPerHour} or not ${isNow})
      returning true
    )
    select exists (select from counted) as allowed,
      ceil(extract(epoch from link.since + interval '1 hour' - ${moment}))::integer as wait from link`);
  const [row] = rows;
  if (row?.allowed) return;
  const seconds = Math.min(secondsOfHour, Math.max(1, row?.wait ?? secondsOfHour));
  throw tooManyRequests("Too many wrong passcodes. Wait before you try again.", seconds);
}

async function uncountTry(database: Queries, linkId: string): Promise<void> {
  await database
    .update(shareLinks)
    .set({ tries: sql`greatest(${shareLinks.tries} - 1, 0)` })
    .where(sql`${shareLinks.id} = ${linkId}`);
}
