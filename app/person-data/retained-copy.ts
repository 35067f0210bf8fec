import { agentOf, apiOf, load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/retained-copy";
import { answerCopy } from "./copy-zip.server.tsx";
import { findRetained, openRetainedFile } from "./person-deletion.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = recordId(params.retainedId);
  const { sections, part } = await load(findRetained(apiOf(context), id));
  const reading = { language: "en", timeZone: agentOf(context).workspace.timeZone ?? "UTC" } as const;
  return answerCopy(context, request, { name: `Kept ${part}`, sections }, reading, (fileId) =>
    openRetainedFile(apiOf(context), id, fileId),
  );
}
