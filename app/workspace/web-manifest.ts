import { createHash } from "node:crypto";
import { href, type RouterContextProvider } from "react-router";
import { offers } from "../json-api/service.ts";
import { iconSides } from "../pictures/pictures.ts";
import { calendarPath, messagesPath, newClientPath } from "../record-paths.ts";
import { upstreamContext } from "../session/context.ts";
import { loadCurrentUser } from "../session/current-user.server.ts";
import type { Agent, CurrentUser } from "../session/current-user.ts";
import { load } from "../session/session.server.ts";
import { sharedPath } from "../session/shared-path.ts";
import type { Route } from "./+types/web-manifest";

type Context = Readonly<RouterContextProvider>;

/**
 * What a device keeps of Latchkey that is installed on it (https://www.w3.org/TR/appmanifest/): under the name of the workspace that is
 * open, for staff; for everybody else under our own.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = await load(loadCurrentUser(context));
  const manifest = JSON.stringify({ ...ours, ...(isAtWork(user) && ofWorkspace(context, user)) });
  const headers = {
    "Cache-Control": "private, max-age=300",
    "Content-Type": "application/manifest+json",
    ETag: `"${createHash("sha256").update(manifest).digest("base64url").slice(0, 22)}"`,
    Vary: "Cookie",
  };
  if (request.headers.get("If-None-Match") === headers.ETag) return new Response(null, { status: 304, headers });
  return new Response(manifest, { headers });
}

function isAtWork(user: CurrentUser | null): user is Agent {
  return user?.kind === "agent" && user.workspace !== null && !user.workspace.isShut;
}

/** Media types, and the endings by which some devices know them. */
const sharedTypes = [
  ...["image/*", "application/pdf", ".pdf", "text/plain", ".txt", "text/csv", ".csv"],
  ...["application/msword", ".doc", "application/vnd.ms-excel", ".xls", "application/vnd.ms-powerpoint", ".ppt"],
  ...["wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation"].map(
    (kind) => `application/vnd.openxmlformats-officedocument.${kind}`,
  ),
  ...[".docx", ".xlsx", ".pptx"],
];

const ours = {
  name: "Latchkey",
  short_name: "Latchkey",
  description: "A workspace for real-estate agents",
  // Never another one: a device would take it for another app.
  id: "/",
  start_url: href("/dashboard"),
  scope: "/",
  display: "standalone",
  background_color: "#fbfaf7",
  theme_color: "#1f5c4a",
  share_target: {
    action: sharedPath,
    method: "POST",
    enctype: "multipart/form-data",
    params: { title: "title", text: "text", url: "url", files: [{ name: "files", accept: sharedTypes }] },
  },
  icons: [
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  ],
};

function ofWorkspace(context: Context, { workspace, can }: Agent) {
  const { service } = context.get(upstreamContext).records;
  const shortcuts = [
    ...(can("clients.create") ? [{ name: "New client", url: newClientPath }] : []),
    ...(offers(service, "calendar") ? [{ name: "Today", url: `${calendarPath}?view=day` }] : []),
    ...(offers(service, "message_threads") ? [{ name: "Messages", url: messagesPath }] : []),
  ];
  const { name, logoId } = workspace;
  return { name, short_name: name, shortcuts, ...(logoId && { icons: iconsOf(logoId) }) };
}

function iconsOf(pictureId: string) {
  const path = href("/client-portal/faces/:pictureId", { pictureId });
  return iconSides.map((side) => ({ src: `${path}?icon=${side}`, sizes: `${side}x${side}`, type: "image/png" }));
}
