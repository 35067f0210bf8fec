import { href } from "react-router";
import { apiOf, load, notFound, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/create";
import { findAllowance } from "./files.server.ts";
import { answerWithRoom, ownerOf } from "./own-uploads.server.ts";
import { uploadsContext } from "./uploads.ts";

export const handle = { takesFiles: true };

export async function loader() {
  throw notFound();
}

export async function action({ request, context }: Route.ActionArgs) {
  requirePermission(context, "documents.create", "add documents", {
    label: "Back to documents",
    href: href("/documents"),
  });
  if (request.method !== "POST") throw notFound();
  const { file, free } = await load(findAllowance(apiOf(context)));
  const { resumable } = context.get(uploadsContext);
  return answerWithRoom(context, () => resumable.begin(request, ownerOf(context), { file, total: free }));
}
