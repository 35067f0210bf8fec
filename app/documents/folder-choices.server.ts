import type { RouterContextProvider } from "react-router";
import { apiOf, loadOffered } from "../session/session.server.ts";
import type { Choice } from "../ui/options.tsx";
import type { Folder } from "./document.ts";
import { allFolders } from "./folders.server.ts";
import type { Holder } from "./place.ts";

/** Shows how deep a folder is, since a select has nothing else for it. */
const indent = "\u2003";

/**
 * The folders of a holder as choices of a select, each followed by its subfolders.
 * @param without a folder that is left out with its subfolders
 */
export async function folderChoices(
  context: Readonly<RouterContextProvider>,
  holder: Holder,
  without: string | null = null,
): Promise<Choice[]> {
  const folders = await loadOffered(
    allFolders(() => apiOf(context), holder),
    "The connected service doesn't store folders.",
  );
  const below = Map.groupBy(folders, ({ parentId }) => parentId);
  const choicesIn = (parentId: string | null, depth: number): Choice[] =>
    (below.get(parentId) ?? [])
      .filter(({ id }) => id !== without)
      .flatMap(({ id, name }: Folder) => [
        { value: id, label: indent.repeat(depth) + name },
        ...choicesIn(id, depth + 1),
      ]);
  return [{ value: "", label: "Not in a folder" }, ...choicesIn(null, 0)];
}
