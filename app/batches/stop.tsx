import { redirect } from "react-router";
import { batchPath } from "../action-paths.ts";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { apiOf, load, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/stop";
import { listOfBatch } from "./batch-lists.server.ts";
import { countOf } from "./batch-words.ts";
import { findBatch, stopBatch } from "./batches.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

/** Once nothing is under way, the page is the batch's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await load(findBatch(apiOf(context), recordId(params.batchId)));
  if (!allows(found, "stop")) throw redirect(batchPath(found.id));
  const { id, total, waiting } = found;
  const list = listOfBatch(context, found);
  return startConfirmation(context, {
    crumbs: [{ label: list.label, href: list.path }, { label: "Stop" }],
    title: "Stop this change?",
    subtitle: `${total - waiting} of ${countOf(total, list.nouns)} are done. They stay as they are now, and you can undo that for 10 minutes.`,
    send: "Stop",
    cancel: batchPath(id),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.batchId);
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const isUnderWay = allows(await load(findBatch(api, id)), "stop");
    if (isUnderWay) await stopBatch(api, id, key);
    return { location: batchPath(id), toast: isUnderWay ? "Stopped." : "It was done already." };
  });
}
