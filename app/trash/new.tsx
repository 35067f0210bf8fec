import type { RouterContextProvider } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { readReference } from "../json-api/record.ts";
import { recordKindsContext } from "../record-kind.ts";
import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/new";
import { trashCrumbs, trashingUndo, trashRecord } from "./trash.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

type Context = Readonly<RouterContextProvider>;

/** The record that an address names as in "client.5f…", with its terms. @throws 404 */
function named(context: Context, url: URL) {
  const found = readReference(url.searchParams.get("about") ?? "");
  const terms = context.get(recordKindsContext).find(({ type }) => type === found?.type)?.trash;
  if (found === null || terms === undefined) throw notFound();
  return { ...found, ...terms };
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, load, goesAlong, pathOf } = named(context, url);
  const { name, etag } = await load(context, id);
  return startConfirmation(context, {
    crumbs: trashCrumbs("Move to trash"),
    title: `Move ${name} to the trash?`,
    subtitle: `${goesAlong} You can restore everything for 30 days.`,
    send: "Move to trash",
    look: "bad",
    cancel: pathOf(id),
    replace: true,
    etag,
  });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, etag, isRepeat }) => {
    const { type, id, load, list } = named(context, url);
    // Where an earlier send moved the record, it cannot be loaded.
    if (!isRepeat) await load(context, id);
    await trashRecord(api, type, id, { key, etag });
    const toast = "Moved to the trash. You can restore it for 30 days.";
    return { location: list, toast, undo: trashingUndo(id, list) };
  });
}
