/** What chat programs show of a link that somebody passes on: address and photo, unless it has a passcode. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Vault } from "../../vault.ts";
import { action, type Route } from "../engine/action.ts";
import type { Reads } from "../engine/queries.ts";
import { notFound } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { answerPicture, picturePathOf, pictures } from "../pictures/pictures.ts";
import { packagePhotos, packages, shareLinks, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import type { LiveLink } from "./live-link.ts";

export const linkPreview = z
  .object({
    address: z.string(),
    photo: z.string().nullable().describe("Below /shared_previews, which tells nothing of the link"),
  })
  .nullable()
  .describe("For programs that show links; null for a link with a passcode");

/** Programs keep the address of a picture, and pass it on: no link can be made of it. */
const signed = (linkId: string) => `share preview ${linkId}`;

export async function previewOf(
  database: Reads,
  vault: Vault,
  { id, packageId, passcodeHash }: LiveLink,
): Promise<z.output<typeof linkPreview>> {
  if (passcodeHash !== null) return null;
  const { rows } = await database.execute<{ address: string; has_photo: boolean }>(sql`
    select concat_ws(', ', ${packages.street}, nullif(concat_ws(' ', ${packages.city}, ${packages.state}, ${packages.zip}), '')) as address,
      exists (select from ${packagePhotos} where ${packagePhotos.packageId} = ${packages.id}) as has_photo
    from ${packages} where ${packages.id} = ${packageId}`);
  const [row] = rows;
  if (row === undefined) return null;
  return { address: row.address, photo: row.has_photo ? `${id}.${vault.mark(signed(id))}` : null };
}

/** The photo of a preview. Reading it opens no link, and is counted nowhere. */
export function previewRoute(vault: Vault): Route {
  return action({
    method: "GET",
    path: "/shared_previews/:preview",
    summary: "The first photo of what a link without a passcode shows, by the address in its preview",
    access: "anyone",
    answers: { status: 200, of: null },
    async run({ database, segment, request, now }) {
      const [linkId = "", mark = ""] = segment("preview").split(".");
      if (!isUuid(linkId) || mark.length !== 43 || !vault.isMark(signed(linkId), mark)) throw notFound();
      const isLive = sql`${shareLinks.id} = ${linkId} and ${shareLinks.passcodeHash} is null and ${shareLinks.revokedAt} is null
        and coalesce(${shareLinks.expiresAt} > ${now.toISOString()}::timestamptz, true) and ${isOpenWorkspace}`;
      const isCover = sql`${picturePathOf(pictures.id)} = (select ${packagePhotos.url} from ${packagePhotos}
        where ${packagePhotos.packageId} = ${shareLinks.packageId} order by ${packagePhotos.position} limit 1)`;
      const [found] = await database
        .select({ picture: pictures })
        .from(shareLinks)
        .innerJoin(workspaces, sql`${workspaces.id} = ${shareLinks.workspaceId}`)
        .innerJoin(pictures, sql`${pictures.workspaceId} = ${shareLinks.workspaceId} and ${isCover}`)
        .where(isLive);
      if (found === undefined) throw notFound();
      return answerPicture(request, found.picture);
    },
  });
}
