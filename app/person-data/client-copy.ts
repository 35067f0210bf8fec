import { refuseSheet } from "../audit-log/download-sheet.server.ts";
import { openFile } from "../documents/download.server.ts";
import { agentOf, apiOf, load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/client-copy";
import { answerCopy, makeCopyFor } from "./copy-zip.server.tsx";

/** A copy of the data of a client, or of the person of the household that the address names. The history notes that it was made. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  if (!agent.can("clients.export"))
    return refuseSheet(403, "You don't have permission to make a copy of a client's data. Owners and admins can.");
  const personId = url.searchParams.get("person");
  const copy = await load(
    makeCopyFor(apiOf(context), recordId(params.id), personId === null ? null : recordId(personId)),
  );
  const reading = { language: "en", timeZone: agent.workspace.timeZone ?? "UTC" } as const;
  return answerCopy(context, request, copy, reading, (id) => openFile(context, id));
}
