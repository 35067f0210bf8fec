import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { formatCount } from "../ui/number-format.ts";
import type { Route } from "./+types/import-undo";
import { loadImportToChange, undoImport } from "./package-imports.server.ts";
import { packageImportPlace } from "./package-imports.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadImportToChange(context, params.packageImportId);
  const { id, fileName, imported, changes, etag } = found;
  const here = packageImportPlace.importPath(id);
  if (!allows(found, "undo") || found.state !== "completed") throw redirect(here);
  const changed = (changes ?? []).filter(({ state }) => state === "applied").length;
  const back =
    changed === 0 ? "" : ` ${formatCount(changed, "changed property", "changed properties")} will be changed back.`;
  return startConfirmation(context, {
    crumbs: [packageImportPlace.list, { label: fileName, href: here }, { label: "Undo" }],
    title: `Delete ${formatCount(imported, "imported property", "imported properties")}?`,
    subtitle: `What someone has worked with since is kept.${back} The activity log keeps a record.`,
    send: "Undo import",
    look: "bad",
    cancel: here,
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, etag }) => {
    const { id, state } = await loadImportToChange(context, params.packageImportId);
    const location = packageImportPlace.importPath(id);
    if (state !== "completed") return { location, toast: "There is nothing to undo." };
    const undone = await undoImport(api, id, { key, etag });
    return undone?.state === "undoing" ? { location } : { location, toast: "Import undone." };
  });
}
