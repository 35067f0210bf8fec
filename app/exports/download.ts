import { href } from "react-router";
import { dispositionOf, relayDownload } from "../documents/download.server.ts";
import { downloadName } from "../documents/download-name.ts";
import { agentOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/download";
import { loadExports, openArchive } from "./exports.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { archive } = await loadExports(context);
  if (archive === null) throw noArchive();
  const { name } = agentOf(context).workspace;
  return relayDownload(request, await load(openArchive(context, archive.id, request)), {
    type: "application/zip",
    disposition: dispositionOf("attachment", `${downloadName(`${name} ${archive.requestedAt.slice(0, 10)}`)}.zip`),
  });
}

function noArchive() {
  return new Response(null, { status: 303, headers: { Location: href("/settings/export") } });
}
