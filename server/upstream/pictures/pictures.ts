/** Small pictures that the service keeps itself. */
import { type SQL, sql } from "drizzle-orm";
import { type PgColumn, text, uuid } from "drizzle-orm/pg-core";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, notFound } from "../engine/refusal.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accounts, bytes, memberships, moment, upstream } from "../tables.ts";

/** The table as queries see it; migrations 07-pictures and 22-package-photos make it. */
export const pictures = upstream.table("pictures", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  mediaType: text("media_type", { enum: ["image/webp", "image/avif"] }).notNull(),
  bytes: bytes().notNull(),
  /** The same for a small place on a page; null where the picture is small itself. */
  small: bytes(),
  /** Until when a picture waits for a record to show it; null once one does. */
  heldUntil: moment("held_until"),
});

/** Of the current user, their workspace decides. */
type InWorkspace = Pick<Member, "workspaceId">;

/** The path of a picture below the service's origin, as in `profile_image_url`. */
export function picturePath(id: string): string {
  return `/api/pictures/${id}`;
}

/** SQL of the same. */
export function picturePathOf(id: PgColumn): SQL {
  return sql`'/api/pictures/' || ${id}`;
}

function isVisible(id: string, currentUser: InWorkspace): SQL {
  return sql`${pictures.id} = ${id} and ${inWorkspace(pictures, currentUser)}`;
}

/** Somebody's photo was made in one of their workspaces, and is seen in all. */
function isFaceOfMember({ workspaceId }: InWorkspace): SQL {
  return sql`exists (select from ${accounts} join ${memberships} on ${memberships.accountId} = ${accounts.id}
    where ${memberships.workspaceId} = ${workspaceId} and ${accounts.profilePicture} ->> 'file_id' = ${pictures.id}::text)`;
}

/** The id in a picture's path; null in any other text. */
function idIn(path: string): string | null {
  return /^\/api\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(path)?.[1] ?? null;
}

/**
 * Takes a picture for a record, which is then the only one that has it, and gives its id.
 * @param name the record's attribute, as the wire writes it
 * @throws Refusal 400 where there is no such picture, or another record has it
 */
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

/** Removes the picture that a record had. */
export async function removePicture(database: Queries, currentUser: InWorkspace, path: string): Promise<void> {
  const id = idIn(path);
  if (id !== null) await database.delete(pictures).where(isVisible(id, currentUser));
}

/** Removes pictures that no record has taken. Gives their number. */
export async function sweepPictures(database: Queries, now: Date): Promise<number> {
  const { rowCount } = await database
    .delete(pictures)
    .where(sql`${pictures.heldUntil} < ${now.toISOString()}::timestamptz`);
  return rowCount ?? 0;
}

/** GET of a picture: the bytes. A picture never changes under its id. */
export const pictureRoute: Route = action({
  method: "GET",
  path: "/pictures/:id",
  summary: "A picture, as WebP or AVIF",
  access: "workspace",
  answers: { status: 200, of: null },
  async run({ database, currentUser, id, request }) {
    const isShown = sql`${isVisible(id(), currentUser)} or ${pictures.id} = ${id()} and ${isFaceOfMember(currentUser)}`;
    const [picture] = await database.select().from(pictures).where(isShown);
    if (!picture) throw notFound();
    return answerPicture(request, picture);
  },
});

/** Sizes in which a picture is given. */
export const pictureSizes = ["large", "small"] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** Answers a request for a picture, once it is decided that it may have it. */
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
