import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { offers } from "../json-api/service.ts";
import { findMatches } from "../search/search.server.ts";
import type { KindKey } from "../search/search.ts";
import { namesFirst } from "./best-matches.ts";
import { type FoundOptions, mostOptions, type PickOption, plainWords } from "./pick.ts";
import { noPicture, type Pickable, type PictureOf } from "./picking.server.ts";

/** Several kinds in one field; their ids begin with the kind, as in "client.5f…". */
export function pickableOfKinds(api: Api, kinds: Readonly<Partial<Record<KindKey, Pickable>>>, pictureOf = noPicture) {
  const entries = Object.entries(kinds);
  const written = (kind: string) => (option: PickOption) => ({ ...option, id: `${kind}.${option.id}` });
  const listEach = async (list: (pickable: Pickable) => Promise<readonly PickOption[]>) => {
    const lists = await Promise.all(entries.map(async ([kind, pickable]) => (await list(pickable)).map(written(kind))));
    return lists.flat();
  };
  return {
    first: () => listEach(async (pickable) => (await pickable.first()).slice(0, mostOptions / entries.length)),
    search: searchOf(
      api,
      entries.map(([kind]) => kind),
      pictureOf,
      (words) =>
        listEach(async (pickable) => (words === null ? pickable.first() : (await pickable.search(words)).options)),
      written,
    ),
  };
}

/**
 * Searches these kinds at once, and their lists one by one where the service cannot search everything. A list that cannot be searched
 * gives its first records to choose from: nobody knows whether there is one of these words.
 * @param list with null for its first records
 */
export function searchOf(
  api: Api,
  kinds: readonly string[],
  pictureOf: PictureOf,
  list: (words: string | null) => Promise<readonly PickOption[]>,
  written = (_kind: string) => (option: PickOption) => option,
) {
  return async (words: string): Promise<FoundOptions> => {
    if (words === "") return { options: [], isGuess: false };
    if (!offers(api.service, "search")) {
      const named = await list(words).catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === "not-offered") return null;
        throw error;
      });
      const options = namesFirst(named ?? (await list(null)), plainWords(words));
      return { options, isGuess: false, ...(named === null && { isUnsearched: true }) };
    }
    const found = await findMatches(api, words, { limit: mostOptions, kinds });
    const options = found.map(({ subjectType, subjectId: id, title: name, detail, reason, pictureUrl }) =>
      written(subjectType)({
        id,
        name,
        detail: detail ?? "",
        picture: pictureOf(pictureUrl),
        ...(typeof reason === "string" && { reason: `“${reason}”` }),
      }),
    );
    return { options: namesFirst(options, plainWords(words)), isGuess: found.some(({ isGuess }) => isGuess) };
  };
}
