/** Logos of workspaces and photos of their people: pictures that everybody may open. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { notFound } from "../engine/refusal.ts";
import { type AttributeChange, accounts, memberships, type Picture, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { answerPicture, claimPicture, picturePath, pictureSizes, pictures } from "./pictures.ts";

/** The attribute of a workspace or an account that shows one. A picture has the id of the file that it was made of. */
export const face = z.object({ url: z.string().optional(), file_id: z.string() }).nullable();

/** What such an attribute takes: the URL that creating a picture gave; null for none. */
export const faceInput = z.object({ url: z.string().max(200, "This must be the URL of a picture.") }).nullable();
/** Undefined: it stays as it is. */
type WantedFace = z.output<typeof faceInput> | undefined;

/** SQL of the id of the picture in `workspaces.logo` or `accounts.profile_picture`; null for none. */
export function faceIdOf(column: PgColumn): SQL {
  return sql`(${column} ->> 'file_id')::uuid`;
}

interface FaceWrite {
  readonly database: Queries;
  /** The workspace that the new picture was made in. */
  readonly workspaceId: string;
  /** The attribute, as the wire writes it. */
  readonly name: string;
}

/**
 * Takes a picture in the place of the one before, which is removed.
 * @returns what to keep in the attribute
 * @throws Refusal 400 where there is no such picture, or another record has it
 */
export async function replaceFace(
  { database, workspaceId, name }: FaceWrite,
  before: Picture | null,
  after: WantedFace,
): Promise<Picture | null> {
  if (after === undefined || isSameFace(before, after)) return before;
  const id = after === null ? null : await claimPicture(database, { workspaceId }, after.url, name);
  // It may have been made in another workspace of the same person.
  if (before !== null) await database.delete(pictures).where(sql`${pictures.id}::text = ${before.file_id}`);
  return id === null ? null : { url: picturePath(id), file_id: id };
}

function isSameFace(before: Picture | null, after: z.output<typeof faceInput>): boolean {
  return (before?.url ?? null) === (after?.url ?? null);
}

/** The history says that a picture was added, changed or removed, not at which address it is. */
export function faceChanges(field: string, before: Picture | null, after: WantedFace): readonly AttributeChange[] {
  if (after === undefined || isSameFace(before, after)) return [];
  return [{ field, before: before !== null, after: after !== null }];
}

/** GET of a logo or of a member's photo, for everybody: they are on the landing page. */
export const faceRoute: Route = action({
  method: "GET",
  path: "/portal/faces/:id",
  summary: "The logo of a workspace or the photo of one of its people, large where no size is named",
  access: "anyone",
  parameters: z.object({ size: z.enum(pictureSizes).optional() }),
  answers: { status: 200, of: null },
  async run({ database, id, request, parameters }) {
    const isFace = sql`exists (select from ${workspaces} where ${workspaces.logo} ->> 'file_id' = ${id()} and ${isOpenWorkspace})
      or exists (select from ${accounts} join ${memberships} on ${memberships.accountId} = ${accounts.id}
        where ${accounts.profilePicture} ->> 'file_id' = ${id()})`;
    const [picture] = await database.select().from(pictures).where(sql`${pictures.id} = ${id()} and (${isFace})`);
    if (picture === undefined) throw notFound();
    return answerPicture(request, picture, parameters.size);
  },
});
