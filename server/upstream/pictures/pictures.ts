/** Small pictures that the service keeps itself. */
import { type SQL, sql } from "drizzle-orm";
import { customType, type PgColumn, pgSchema, text, uuid } from "drizzle-orm/pg-core";
import { action, type Route } from "../engine/action.ts";
import type { Answer } from "../engine/answer.ts";
import type { Member } from "../engine/asker.ts";
import { notFound } from "../engine/refusal.ts";
import { inWorkspace } from "../tenancy.ts";

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** The table as queries see it; `server/database/migrations/0113-pictures.sql` makes it. */
export const pictures = pgSchema("upstream").table("pictures", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  mediaType: text("media_type", { enum: ["image/webp", "image/avif"] }).notNull(),
  bytes: bytes().notNull(),
});

/** The path of a picture below the service's origin, as it stands in `profile_image_url`. */
export function picturePath(id: string): string {
  return `/api/pictures/${id}`;
}

/** SQL of the same. */
export function picturePathOf(id: PgColumn): SQL {
  return sql`'/api/pictures/' || ${id}`;
}

function isVisible(id: string, asker: Member): SQL {
  return sql`${pictures.id} = ${id} and ${inWorkspace(pictures, asker)}`;
}

/** GET of a picture: the bytes. A picture never changes under its id. */
export const pictureRoute: Route = action({
  method: "GET",
  path: "/pictures/:id",
  summary: "A picture, as WebP or AVIF",
  access: "workspace",
  answers: { status: 200, of: null },
  async run({ database, asker, id, request }) {
    const [picture] = await database.select().from(pictures).where(isVisible(id(), asker));
    if (!picture) throw notFound();
    return answerPicture(request, picture);
  },
});

/** Answers a request for a picture, once it is decided that it may have it. */
export function answerPicture({ headers: asked }: Request, picture: typeof pictures.$inferSelect): Answer {
  const headers = {
    "Content-Type": picture.mediaType,
    "Cache-Control": "private, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    ETag: `"${picture.id}"`,
  };
  if (asked.get("if-none-match") === headers.ETag) return raw(new Response(null, { status: 304, headers }));
  return raw(new Response(new Uint8Array(picture.bytes), { headers }));
}

function raw(response: Response): Answer {
  return { kind: "raw", response };
}
