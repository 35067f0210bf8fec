import { answerCopy, findOwnCopy, openOwnCopyFile } from "../person-data/copy-zip.server.tsx";
import { load, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/copy";
import { portalOf } from "./portal.server.ts";

/** A copy of the person's data. Staff who look get none: it is the person's to ask for. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, isView, language, workspace } = portalOf(context);
  if (isView) throw notFound();
  const reading = { language, timeZone: workspace.timeZone ?? "UTC" };
  const copy = await load(findOwnCopy(api));
  return answerCopy(context, request, copy, reading, (id) => openOwnCopyFile(api, id));
}
