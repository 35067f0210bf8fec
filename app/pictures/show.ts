import { createHash } from "node:crypto";
import { upstreamContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf, workspaceOfRecords } from "../session/session.server.ts";
import type { Route } from "./+types/show";
import { picturesContext } from "./pictures.ts";
import { pendingIcon } from "./relay-picture.server.ts";

const hourInSeconds = 3600;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const recordsWorkspaceId = workspaceOfRecords(context);
  const session = await context.get(requestSessionContext).session();
  const picture = await context.get(picturesContext).read({
    width: Number(params.width),
    signature: params.signature,
    source: params.source,
    workspaceId: agentOf(context).workspace.id,
    ...(recordsWorkspaceId !== null && { recordsWorkspaceId }),
    acceptsAvif: /\bimage\/avif\b/.test(request.headers.get("Accept") ?? ""),
    token: context.get(upstreamContext).records.fixedToken ?? session?.token ?? null,
  });
  // Initials or the drawing of a house lie below.
  if (picture === "pending") return pendingIcon("");
  if (picture === null) return new Response(null, { status: 404, headers: { "Cache-Control": "private, max-age=60" } });
  const tag = `"${createHash("sha256").update(picture.bytes).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "Cache-Control": `private, max-age=${hourInSeconds}`,
    "Content-Type": picture.type,
    ETag: tag,
    Vary: "Accept, Cookie",
  };
  if (request.headers.get("If-None-Match") === tag) return new Response(null, { status: 304, headers });
  return new Response(picture.bytes, { headers });
}
