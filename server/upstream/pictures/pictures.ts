import { type SQL, sql } from "drizzle-orm";
import { type PgColumn, text, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { hasTooManyPixels, maxPixels } from "../../pictures/decoding.ts";
import { createFairQueue, QueueFull, TookTooLong } from "../../pictures/fair-queue.ts";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, invalidAttribute, notFound, unavailable } from "../engine/refusal.ts";
import { inWorkspace } from "../engine/table.ts";
import { type DrawnPhoto, drawPhotoSizes, largestFile } from "../files/drawing.ts";
import { file } from "../files/file.ts";
import { mayAny } from "../permissions.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import {
  type AttributeChange,
  accounts,
  bytes,
  memberships,
  moment,
  type Picture,
  upstream,
  workspaces,
} from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";

const picture = recordType(
  "picture",
  z.object({
    url: z.string(),
  }),
);

const kept = z.object({ media_type: z.string(), mime: z.string(), size: z.int(), storage_key: z.string() });

/** Reading the file counts as well. */
const limits = { atOnce: 1, milliseconds: 15_000 };

const advice = "Send it as a JPEG or PNG.";

/** HEIC's codec is patented, so the library lacks it. */
const heicAdvice =
  "HEIC cannot be read here. On an iPhone, choose it from Photos, not from Files: it is sent as a JPEG then. On a computer, export it as a JPEG.";

/** Makes a picture of an uploaded file, with the file's id, so that a retry makes none. Unused pictures are removed after a day. */
export function pictureCreationRoute(store: ObjectStore): Route {
  const queue = createFairQueue(limits);
  return action({
    method: "POST",
    path: "/pictures",
    summary: "Create a picture from a file, for a record to show",
    access: "workspace",
    input: { type: "picture", attributes: z.object({ fileId: z.uuid("Choose a file.") }) },
    answers: { status: 201, of: picture },
    // Store and drawing are not awaited in a transaction.
    transaction: "own",
    async run({ database, currentUser, attributes, now }) {
      if (!mayAny(currentUser, "records.create")) throw forbidden();
      const { id, key, mime } = await findPhoto(database, currentUser, attributes.fileId);
      const { workspaceId } = currentUser;
      const isThere = (await database.$count(pictures, sql`${pictures.id} = ${id}`)) > 0;
      if (!isThere) {
        const drawn = await queue.run(workspaceId, () => drawPhoto(store, key, mime)).catch(refuseIfBusy);
        const heldUntil = sql`${now.toISOString()}::timestamptz + interval '1 day'`;
        const row = { id, workspaceId, mediaType: "image/webp" as const, ...drawn, heldUntil };
        await database.insert(pictures).values(row).onConflictDoNothing();
      }
      const record = { type: picture.type, id, attributes: { url: picturePath(id) } };
      return { kind: "record", status: 201, of: picture, record };
    },
  });
}

/** @throws Refusal 400 */
async function findPhoto(
  database: Queries,
  currentUser: Member,
  fileId: string,
): Promise<{ id: string; key: string; mime: string }> {
  const record = await findRecord(database, file, currentUser, fileId);
  if (record === null) throw invalidAttribute("file_id", "This file does not exist.");
  const { media_type: type, mime, size, storage_key: key } = kept.parse(record.attributes);
  if (type !== "image") throw invalidAttribute("file_id", `This file isn't a picture. ${advice}`);
  if (size > largestFile) throw invalidAttribute("file_id", "A photo may have 32 MB at most.");
  return { id: record.id, key, mime };
}

/** @throws Refusal 503 when too many wait, or the error itself */
function refuseIfBusy(error: unknown): never {
  throw error instanceof QueueFull || error instanceof TookTooLong ? unavailable(2) : error;
}

/** @throws Refusal 400 */
async function drawPhoto(store: ObjectStore, key: string, mime: string): Promise<DrawnPhoto> {
  const bytes = await readWhole(store, key);
  const drawn = await drawPhotoSizes(bytes);
  if (drawn !== null) return drawn;
  if (await hasTooManyPixels(bytes))
    throw invalidAttribute("file_id", `It has more than ${maxPixels / 1_000_000} megapixels: make it smaller.`);
  const isFromPhone = mime === "image/heic" || mime === "image/heif";
  throw invalidAttribute("file_id", isFromPhone ? heicAdvice : `This picture cannot be read here. ${advice}`);
}

async function readWhole(store: ObjectStore, key: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await new Response(await store.read(key)).arrayBuffer());
  } catch (error) {
    throw error instanceof ObjectMissing ? invalidAttribute("file_id", "This file does not exist.") : error;
  }
}

export const pictures = upstream.table("pictures", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  mediaType: text("media_type", { enum: ["image/webp", "image/avif"] }).notNull(),
  bytes: bytes().notNull(),
  /** Null where the picture is small itself. */
  small: bytes(),
  /** Null once a record has it. */
  heldUntil: moment("held_until"),
});

type InWorkspace = Pick<Member, "workspaceId">;

/** As in `profile_image_url`. */
export function picturePath(id: string): string {
  return `/api/pictures/${id}`;
}

/** SQL of `picturePath`. */
export function picturePathOf(id: PgColumn): SQL {
  return sql`'/api/pictures/' || ${id}`;
}

function isVisible(id: string, currentUser: InWorkspace): SQL {
  return sql`${pictures.id} = ${id} and ${inWorkspace(pictures, currentUser)}`;
}

/** A member's photo is seen in all their workspaces. */
function isPhotoOfMember({ workspaceId }: InWorkspace): SQL {
  return sql`exists (select from ${accounts} join ${memberships} on ${memberships.accountId} = ${accounts.id}
    where ${memberships.workspaceId} = ${workspaceId} and ${accounts.profilePicture} ->> 'file_id' = ${pictures.id}::text)`;
}

/** Null for other texts. */
function idIn(path: string): string | null {
  return /^\/api\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(path)?.[1] ?? null;
}

/** Claims a picture for a record. @param name the attribute @returns the id @throws Refusal 400 for an unknown or claimed picture */
export async function claimPicture(
  database: Queries,
  currentUser: InWorkspace,
  path: string,
  name: string,
): Promise<string> {
  const id = idIn(path);
  const free =
    id === null
      ? []
      : await database
          .update(pictures)
          .set({ heldUntil: null })
          .where(sql`${isVisible(id, currentUser)} and ${pictures.heldUntil} is not null`)
          .returning({ id: pictures.id });
  const [claimed] = free;
  if (claimed === undefined) throw invalidAttribute(name, "This picture does not exist, or is another record's.");
  return claimed.id;
}

/** Removes a record's former picture. */
export async function removePicture(database: Queries, currentUser: InWorkspace, path: string): Promise<void> {
  const id = idIn(path);
  if (id !== null) await database.delete(pictures).where(isVisible(id, currentUser));
}

/** @returns how many unused pictures were removed */
export async function sweepPictures(database: Queries, now: Date): Promise<number> {
  const { rowCount } = await database
    .delete(pictures)
    .where(sql`${pictures.heldUntil} < ${now.toISOString()}::timestamptz`);
  return rowCount ?? 0;
}

/** A picture never changes. */
export const pictureRoute: Route = action({
  method: "GET",
  path: "/pictures/:id",
  summary: "A picture, as WebP or AVIF",
  access: "workspace",
  answers: { status: 200, of: null },
  async run({ database, currentUser, id, request }) {
    const isShown = sql`${isVisible(id(), currentUser)} or ${pictures.id} = ${id()} and ${isPhotoOfMember(currentUser)}`;
    const [picture] = await database.select().from(pictures).where(isShown);
    if (!picture) throw notFound();
    return answerPicture(request, picture);
  },
});

export const pictureSizes = ["large", "small"] as const;
type PictureSize = (typeof pictureSizes)[number];

/** The caller has checked the permission. */
export function answerPicture(
  { headers: asked }: Request,
  picture: typeof pictures.$inferSelect,
  size: PictureSize = "large",
): Answer {
  const content = (size === "small" ? picture.small : null) ?? picture.bytes;
  const headers = {
    "Content-Type": picture.mediaType,
    "Cache-Control": "private, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    ETag: size === "small" ? `"${picture.id}-small"` : `"${picture.id}"`,
  };
  if (asked.get("if-none-match") === headers.ETag) return raw(new Response(null, { status: 304, headers }));
  return raw(new Response(new Uint8Array(content), { headers }));
}

function raw(response: Response): Answer {
  return { kind: "raw", response };
}

/** The attribute of a logo or a member's photo, by the id of its file. */
export const publicPhoto = z.object({ url: z.string().optional(), file_id: z.string() }).nullable();

/** The URL of a created picture; null for none. */
export const publicPhotoInput = z.object({ url: z.string().max(200, "This must be the URL of a picture.") }).nullable();

type WantedPhoto = z.output<typeof publicPhotoInput> | undefined;

/** SQL of the picture's id in `workspaces.logo` or `accounts.profile_picture`. */
export function publicPhotoIdOf(column: PgColumn): SQL {
  return sql`(${column} ->> 'file_id')::uuid`;
}

/** Replaces a picture. @returns the attribute's value @throws Refusal 400 as `claimPicture` */
export async function replacePublicPhoto(
  { database, workspaceId, name }: { readonly database: Queries; readonly workspaceId: string; readonly name: string },
  before: Picture | null,
  after: WantedPhoto,
): Promise<Picture | null> {
  if (after === undefined || isSamePhoto(before, after)) return before;
  const id = after === null ? null : await claimPicture(database, { workspaceId }, after.url, name);
  // It may be of another workspace.
  if (before !== null) await database.delete(pictures).where(sql`${pictures.id}::text = ${before.file_id}`);
  return id === null ? null : { url: picturePath(id), file_id: id };
}

function isSamePhoto(before: Picture | null, after: z.output<typeof publicPhotoInput>): boolean {
  return (before?.url ?? null) === (after?.url ?? null);
}

/** Without addresses of pictures. */
export function publicPhotoChanges(
  field: string,
  before: Picture | null,
  after: WantedPhoto,
): readonly AttributeChange[] {
  if (after === undefined || isSamePhoto(before, after)) return [];
  return [{ field, before: before !== null, after: after !== null }];
}

/** For everybody, since landing pages show them. */
export const publicPhotoRoute: Route = action({
  method: "GET",
  path: "/portal/faces/:id",
  summary: "The logo of a workspace or the photo of one of its people, large where no size is named",
  access: "anyone",
  parameters: z.object({ size: z.enum(pictureSizes).optional() }),
  answers: { status: 200, of: null },
  async run({ database, id, request, parameters }) {
    const isPublicPhoto = sql`exists (select from ${workspaces} where ${workspaces.logo} ->> 'file_id' = ${id()} and ${isOpenWorkspace})
      or exists (select from ${accounts} join ${memberships} on ${memberships.accountId} = ${accounts.id}
        where ${accounts.profilePicture} ->> 'file_id' = ${id()})`;
    const [picture] = await database
      .select()
      .from(pictures)
      .where(sql`${pictures.id} = ${id()} and (${isPublicPhoto})`);
    if (picture === undefined) throw notFound();
    return answerPicture(request, picture, parameters.size);
  },
});
