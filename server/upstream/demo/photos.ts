import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { projectRoot } from "../../project-root.ts";
import type { Role } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { picturePath, pictures } from "../pictures/pictures.ts";
import { accounts, packagePhotos, packages, workspaces } from "../tables.ts";

/** Packages with photos of their rooms. */
const withRooms = 8;

/** @param rooms drawings as WebP, by file name */
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

/** Inserts the covers of packages. */
export async function insertCovers(transaction: Queries, workspaceId: string): Promise<void> {
  await transaction.execute(sql`
    insert into ${packagePhotos} (workspace_id, package_id, position, url)
    select workspace_id, id, 1, photo_url from ${packages} property
    where workspace_id = ${workspaceId} and photo_url is not null
      and not exists (select from ${packagePhotos} where package_id = property.id)`);
}

function captionOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface PublicPhotos {
  readonly workspaceId: string;
  readonly accounts: ReadonlyMap<Role, string>;
  readonly staff: ReadonlyMap<string, Buffer>;
  readonly logo: Buffer | undefined;
}

/** Gives the workspace its logo, and some people their photos; others show initials. */
export async function insertPublicPhotos(transaction: Queries, photos: PublicPhotos): Promise<void> {
  const { workspaceId } = photos;
  const insert = async (bytes: Buffer) => {
    const id = crypto.randomUUID();
    await transaction.insert(pictures).values({ id, workspaceId, mediaType: "image/webp", bytes });
    return { url: picturePath(id), file_id: id };
  };
  if (photos.logo !== undefined) {
    const logo = await insert(photos.logo);
    await transaction.update(workspaces).set({ logo }).where(eq(workspaces.id, workspaceId));
  }
  for (const [role, accountId] of photos.accounts) {
    const photo = photos.staff.get(role);
    if (photo === undefined) continue;
    const profilePicture = await insert(photo);
    await transaction.update(accounts).set({ profilePicture }).where(eq(accounts.id, accountId));
  }
}

const folder = join(projectRoot, "server", "upstream", "demo", "pictures");

/** Twice the larger size on pages, for dense screens. */
const formats = {
  houses: { width: 700, height: 525, webp: { quality: 78, effort: 0 } },
  rooms: { width: 700, height: 525, webp: { quality: 78, effort: 0 } },
  portraits: { width: 400, height: 400, webp: { quality: 82, effort: 4 } },
  staff: { width: 400, height: 400, webp: { quality: 82, effort: 4 } },
  logos: { width: 256, height: 256, webp: { quality: 90, effort: 4 } },
};

/** All drawings of a kind as WebP, by file name. */
export async function readDrawings(kind: keyof typeof formats): Promise<ReadonlyMap<string, Buffer>> {
  // Only the first start of a new database needs the library.
  const { default: sharp } = await import("sharp");
  const { width, height, webp } = formats[kind];
  const drawings = new Map<string, Buffer>();
  for (const file of (await readdir(join(folder, kind))).sort()) {
    const svg = await readFile(join(folder, kind, file));
    drawings.set(file.replace(".svg", ""), await sharp(svg).resize(width, height).webp(webp).toBuffer());
  }
  return drawings;
}
