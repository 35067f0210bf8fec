import { href } from "react-router";
import { apiOf, load, notFound, requirePermission } from "../session/session.server.ts";
import type { Route } from "./+types/create";
import { findAllowance } from "./files.server.ts";
import { answerWithRoom, ownerOf } from "./own-uploads.server.ts";
import { uploadsContext } from "./uploads.ts";

/** There is no page here: uploads are created by a POST. */
export async function loader() {
  throw notFound();
}

/** Creates a resumable upload, for people who may add documents. */
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
