/** Writes the demo's photos of properties: a cover for each that has a drawing, and rooms for the newest ones. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { picturePath, pictures } from "../pictures/pictures.ts";
import { packagePhotos, packages } from "../tables.ts";

/** As many properties have photos of their rooms. */
const withRooms = 8;

/** @param rooms drawings as WebP, by the names of their files */
export async function insertRooms(
  transaction: Queries,
  workspaceId: string,
  rooms: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const covered = sql`${packages.workspaceId} = ${workspaceId} and ${packages.photoUrl} is not null`;
  const shown = await transaction
    .select({ id: packages.id })
    .from(packages)
    .where(covered)
    .orderBy(sql`${packages.insertedAt} desc`)
    .limit(withRooms);
  const rows = shown.flatMap(({ id: packageId }) =>
    [...rooms].map(([name, bytes], index) => ({
      packageId,
      bytes,
      id: crypto.randomUUID(),
      position: index + 2,
      caption: captionOf(name),
    })),
  );
  if (rows.length === 0) return;
  const mediaType = "image/webp" as const;
  await transaction.insert(pictures).values(rows.map(({ id, bytes }) => ({ id, workspaceId, mediaType, bytes })));
  await transaction.insert(packagePhotos).values(
    rows.map(({ id, packageId, position, caption }) => ({
      workspaceId,
      packageId,
      position,
      caption,
      url: picturePath(id),
    })),
  );
}

/** The covers of packages that were inserted with one. */
export async function insertCovers(transaction: Queries, workspaceId: string): Promise<void> {
  await transaction.execute(sql`
    insert into ${packagePhotos} (workspace_id, package_id, position, url)
    select workspace_id, id, 1, photo_url from ${packages} property
    where workspace_id = ${workspaceId} and photo_url is not null
      and not exists (select from ${packagePhotos} where package_id = property.id)`);
}

/** "living-room" is "Living room". */
function captionOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
