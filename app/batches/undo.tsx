import { redirect } from "react-router";
import { batchPath } from "../action-paths.ts";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { allows } from "../json-api/resource.ts";
import { forgetBatch } from "../lists/recent-batches.server.ts";
import { apiOf, load, permitted, recordId, refuse } from "../session/session.server.ts";
import type { Route } from "./+types/undo";
import { listOfBatch } from "./batch-lists.server.ts";
import { countOf, sayDone } from "./batch-words.ts";
import { findBatch, undoBatch } from "./batches.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

/** Whoever may change these records no longer changes nothing back, either. */
const notAnyMore = (list: string) => ({
  refused: "You don't have permission to change these records anymore.",
  who: "Owners, admins and managers can.",
  back: { label: "Back to the list", href: list },
});

/** Once nothing can be undone, the page is the batch's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await load(findBatch(apiOf(context), recordId(params.batchId)));
  const list = listOfBatch(context, found);
  if (!allows(found, "undo"))
    throw found.isUndoable === true ? refuse(notAnyMore(list.path)) : redirect(batchPath(found.id));
  return startConfirmation(context, {
    crumbs: [{ label: list.label, href: list.path }, { label: "Undo" }],
    title: "Undo this change?",
    subtitle: `${sayDone(found, found.changed, list.nouns)} What someone changed since is left as it is.`,
    send: "Undo",
    cancel: batchPath(found.id),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.batchId);
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const found = await load(findBatch(api, id));
    const { nouns, path } = listOfBatch(context, found);
    if (found.isUndoable === true) permitted(found, "undo", notAnyMore(path));
    if (!allows(found, "undo")) return { location: batchPath(id), toast: tooLate };
    let undone: Awaited<ReturnType<typeof undoBatch>>;
    try {
      undone = await undoBatch(api, id, key);
    } catch (error) {
      // Of several at once, one is first: what it did is no fault to the others.
      if (!(error instanceof ApiError) || error.kind !== "forbidden" || allows(await load(findBatch(api, id)), "undo"))
        throw error;
      return { location: batchPath(id), toast: tooLate };
    }
    forgetBatch(context, id);
    if (undone === null) return { location: path, toast: "Undone." };
    if (undone.state !== "undone" || undone.kept > 0) return { location: batchPath(id) };
    return { location: path, toast: `Undone for ${countOf(undone.undone, nouns)}.` };
  });
}

const tooLate = "This can no longer be undone: 10 minutes have passed, or it was undone already.";
