import type { RouterContextProvider } from "react-router";
import { iconSides, picturesContext } from "../pictures/pictures.ts";
import { relayFace } from "../pictures/relay-picture.server.ts";
import { dropBody } from "../session/drop-body.ts";
import { anonymousApiOf, load, notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/face";
import { openFace } from "./portal-properties.server.ts";

/**
 * The logo of a workspace or an agent's photo, for everybody; `?size=small` for what pages show, `?icon=192` or `?icon=512` as the icon
 * of an installed app.
 */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const id = recordId(params.pictureId);
  const icon = url.searchParams.get("icon");
  if (icon !== null) return answerIcon(context, request, id, icon);
  const isSmall = url.searchParams.get("size") === "small";
  return relayFace(await load(openFace(anonymousApiOf(context), id, request, isSmall)));
}

/** A square PNG of these pixels with the whole picture. */
async function answerIcon(context: Readonly<RouterContextProvider>, request: Request, id: string, pixels: string) {
  const side = iconSides.find((known) => String(known) === pixels);
  if (side === undefined) throw notFound();
  const opened = await load(openFace(anonymousApiOf(context), id, new Request(request.url), false));
  const headers = { "Cache-Control": "private, max-age=86400", "Content-Type": "image/png", ETag: `"${id}-${side}"` };
  // A picture never changes at its address.
  if (request.headers.get("If-None-Match") === headers.ETag) {
    await dropBody(opened.body);
    return new Response(null, { status: 304, headers });
  }
  const icon = await context.get(picturesContext).drawIcon(await readWhole(opened.body), side);
  if (icon === null) throw notFound();
  return new Response(icon, { headers });
}

async function readWhole(body: BodyInit | null): Promise<Uint8Array> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}
