import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { optionalLine } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, nextVersion, removeRecord, requireRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { claimPicture, removePicture } from "../pictures/pictures.ts";
import { files, packagePhotos, packages } from "../tables.ts";
import { packageResource } from "./package.ts";
import { packagePhoto, packagePhotoList } from "./package-photo.ts";

const most = 30;

const caption = optionalLine("Caption").optional();
const creation = z.object({
  packageId: z.uuid(),
  /** Of a new picture. */
  url: z.string().max(200, "Photo must be the URL of a picture."),
  caption,
});
const change = z.object({
  caption,
  position: z
    .int("Position must be a whole number.")
    .min(1, "Position must be 1 or more.")
    .max(most, `Position must be at most ${most}.`)
    .optional(),
});

const lockPackage = (write: Write, id: string) =>
  requireRecord(write, packageResource, id, "update", { isLocked: true });

const ofPackage = (packageId: string) => sql`${packagePhotos.packageId} = ${packageId}`;

async function add(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser } = write;
  const { packageId, url, caption = null } = write.attributes;
  await lockPackage(write, packageId);
  const known = await database.$count(packagePhotos, ofPackage(packageId));
  if (known >= most) throw invalidAttribute("url", `A property can have at most ${most} photos.`);
  const isCutOff = await isFileCutOff(database, await claimPicture(database, currentUser, url, "url"));
  const values = { workspaceId: currentUser.workspaceId, packageId, url, isCutOff, caption, position: known + 1 };
  const id = await createRecord(write, packagePhoto, "added", values);
  await showCover(database, packageId);
  return id;
}

async function isFileCutOff(database: Queries, id: string): Promise<boolean> {
  const isOne = sql`${files.id} = ${id} and ${files.metadata} ->> 'is_cut_off' is not null`;
  return (await database.$count(files, isOne)) > 0;
}

/** Changes caption or position; photos in between make room. */
async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, record, attributes } = write;
  const packageId = String(record.attributes.package_id);
  await lockPackage(write, packageId);
  const { position: before, total } = await placeOf(database, packageId, record.id);
  const after = Math.min(attributes.position ?? before, total);
  const given = { ...attributes, ...(attributes.position !== undefined && { position: after }) };
  const known = { ...record, attributes: { ...record.attributes, position: before } };
  const changes = changesOf(known, given);
  if (changes.length === 0) return;
  await moveOthers(database, packageId, before, after);
  await changeRecord(write, packagePhoto, "updated", given, changes);
  await showCover(database, packageId);
}

/** Later photos move up. */
async function remove(write: RecordWrite): Promise<void> {
  const { database, currentUser, record } = write;
  const packageId = String(record.attributes.package_id);
  await lockPackage(write, packageId);
  const { position, total } = await placeOf(database, packageId, record.id);
  await removeRecord(write, packagePhoto, "removed");
  await moveOthers(database, packageId, position, total);
  await removePicture(database, currentUser, String(record.attributes.url));
  await showCover(database, packageId);
}

/** The position may have changed before the lock. */
async function placeOf(database: Queries, packageId: string, id: string): Promise<{ position: number; total: number }> {
  const { rows } = await database.execute<{ position: number; total: number }>(sql`
    select max(position) filter (where id = ${id}) as position, count(*)::int as total
    from ${packagePhotos} where ${ofPackage(packageId)}`);
  const [row] = rows;
  if (!row) throw new Error("A photo has no place.");
  return row;
}

async function moveOthers(database: Queries, packageId: string, from: number, to: number): Promise<void> {
  const { position } = packagePhotos;
  const [low, high, step] = from < to ? [from + 1, to, -1] : [to, from - 1, 1];
  await database
    .update(packagePhotos)
    .set({ ...nextVersion(packagePhotos), position: sql`${position} + ${step}` })
    .where(sql`${ofPackage(packageId)} and ${position} between ${low} and ${high}`);
}

/** The package repeats the first photo's URL, and gets a new version with it. */
async function showCover(database: Queries, packageId: string): Promise<void> {
  const cover = sql`(select ${packagePhotos.url} from ${packagePhotos} where ${ofPackage(packageId)}
    order by ${packagePhotos.position} limit 1)`;
  await database
    .update(packages)
    .set({ ...nextVersion(packages), photoUrl: cover })
    .where(sql`${packages.id} = ${packageId} and ${packages.photoUrl} is distinct from ${cover}`);
}

export const packagePhotoRoutes: readonly Route[] = [
  listRoute(packagePhoto, packagePhotoList, "Photos of properties, newest first"),
  findRoute(packagePhoto, "A photo of a property"),
  createRoute(packagePhoto, {
    summary: `Add a photo behind the others; a property has at most ${most}`,
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.edit"),
    run: add,
  }),
  changeRoute(packagePhoto, {
    summary: "Change a photo's caption, or move it; the one in place 1 is the cover",
    input: change,
    run: update,
  }),
  removeRoute(packagePhoto, { summary: "Remove a photo", run: remove }),
];
